// SPDX-License-Identifier: Apache-2.0
// Builds packets layer by layer, payload first: make_ethernet(0x0800, make_ipv4(...)).
// Lengths and checksums are right unless a field is set (RFC 791, 8200, 9293, 768).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/flow/segment.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// "192.0.2.1" or "2001:db8::1"; aborts on anything else.
IpAddress address_of(std::string_view text);
/// "192.0.2.1:80" or "[::1]:80".
Endpoint endpoint_of(std::string_view text);

struct TcpSpec {
  std::string source = "10.0.0.1:40000", destination = "10.0.0.2:80";
  std::uint32_t sequence = 1000, acknowledgment = 0;
  std::uint8_t flags = kTcpAck;
  std::uint16_t window = 65535, urgent = 0;
  Buffer options;  ///< a multiple of 4 bytes
  std::string payload;
  std::uint16_t ip_id = 1;
};

struct Ipv4Spec {
  std::string source = "10.0.0.1", destination = "10.0.0.2";
  std::uint8_t protocol = 6;
  std::uint16_t id = 1;
  std::uint16_t fragment = 0;  ///< flags and offset as in the header
  Buffer options;              ///< a multiple of 4 bytes
  std::optional<std::uint16_t> total_length;
  std::optional<std::uint8_t> first_byte;  ///< version and header length
};

struct Ipv6Spec {
  std::string source = "2001:db8::1", destination = "2001:db8::2";
  std::uint8_t next_header = 6;
  std::optional<std::uint16_t> payload_length;
};

/// A TCP segment without IP header.
Buffer make_tcp(const TcpSpec& spec);
Buffer make_udp(std::uint16_t source, std::uint16_t destination, Bytes payload);
Buffer make_ipv4(const Ipv4Spec& spec, Bytes payload);
Buffer make_ipv6(const Ipv6Spec& spec, Bytes payload);
Buffer make_ethernet(std::uint16_t type, Bytes payload);

/// A TCP segment with IPv4 or IPv6 header, as the addresses say.
Buffer make_ip_tcp(const TcpSpec& spec);
/// The same in an Ethernet frame.
Buffer make_frame(const TcpSpec& spec);

/// An IPv4 payload in fragments of at most `size` bytes (a multiple of 8).
std::vector<Buffer> make_ipv4_fragments(const Ipv4Spec& spec, Bytes payload,
                                        std::size_t size);
/// An IPv6 payload in fragments, each with a fragment header.
std::vector<Buffer> make_ipv6_fragments(const Ipv6Spec& spec, std::uint32_t id,
                                        Bytes payload, std::size_t size);

}  // namespace capaudit
