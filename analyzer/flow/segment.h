// SPDX-License-Identifier: Apache-2.0
// Segment: one TCP segment as found in a frame, after every layer below has been taken
// off.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "decoders/core/bytes.h"

namespace capaudit {

/// An IPv4 address stands in the first four bytes.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  bool v6 = false;

  auto operator<=>(const IpAddress&) const = default;
};

struct Endpoint {
  IpAddress address;
  std::uint16_t port = 0;

  auto operator<=>(const Endpoint&) const = default;
};

/// "192.0.2.1:80" or "[2001:db8::1]:80" (RFC 5952).
std::string to_string(const Endpoint& endpoint);
/// "192.0.2.1" or "2001:db8::1".
std::string to_string(const IpAddress& address);

enum TcpFlag : std::uint8_t {
  kTcpFin = 0x01,
  kTcpSyn = 0x02,
  kTcpRst = 0x04,
  kTcpPsh = 0x08,
  kTcpAck = 0x10,
  kTcpUrg = 0x20,
};

/// Where a segment's bytes came from. A datagram put together from IP fragments yields
/// one Segment per fragment, so that each byte keeps the frame that brought it.
struct FrameRef {
  std::uint64_t number = 0;
  std::optional<std::int64_t> time_ns;
  std::uint64_t wire_bytes = 0;  ///< original length of the frame
};

/// What a segment's frames hold beside its captured payload, each byte with one segment
/// only: a frame may bring several segments, and a segment come in several frames.
struct FrameShare {
  std::uint64_t header_bytes = 0, padding_bytes = 0;
  std::uint64_t cut_bytes = 0;  ///< off by the snapshot length
};

struct Segment {
  FrameRef frame;
  Endpoint source, destination;
  std::uint32_t sequence =
      0;  ///< of the first payload byte (of the SYN if that flag is set)
  std::uint32_t acknowledgment = 0;
  std::uint16_t window = 0;  ///< as in the header, not scaled
  std::uint16_t urgent = 0;
  std::uint8_t flags = 0;
  std::uint16_t ip_id = 0;                   ///< IPv4 identification; 0 for IPv6
  std::optional<std::uint16_t> mss;          ///< option of a SYN
  std::optional<std::uint8_t> window_scale;  ///< option of a SYN
  std::optional<std::uint32_t> timestamp;    ///< TSval
  bool checksum_wrong = false;               ///< only where checked
  bool length_estimated =
      false;  ///< IP total length 0 (segmentation offload): the frame's length was taken
  /// Payload length by the IP header: what was on the wire. Exceeds payload.size() where
  /// snaplen cut it.
  std::uint64_t payload_bytes = 0;
  Bytes payload;  ///< captured part; valid for the call
  /// None: all that its frame holds beside the payload is its own.
  std::optional<FrameShare> share;

  bool has(TcpFlag flag) const { return (flags & flag) != 0; }
};

}  // namespace capaudit

template <>
struct std::hash<capaudit::Endpoint> {
  std::size_t operator()(const capaudit::Endpoint& endpoint) const noexcept;
};
