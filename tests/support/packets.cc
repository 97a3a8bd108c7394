// SPDX-License-Identifier: Apache-2.0
#include "tests/support/packets.h"

#include <algorithm>
#include <cstdlib>

#include <arpa/inet.h>

#include "tests/support/byte_writer.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kTcp = 6;

Bytes raw(const IpAddress& address) {
  return Bytes(address.bytes).first(address.v6 ? 16 : 4);
}

std::uint16_t checksum(Bytes data) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    sum += i % 2 == 0 ? static_cast<std::uint32_t>(data[i] << 8) : data[i];
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(~sum);
}

void put16(Buffer& buffer, std::size_t at, std::uint16_t value) {
  buffer[at] = static_cast<std::uint8_t>(value >> 8);
  buffer[at + 1] = static_cast<std::uint8_t>(value);
}

}  // namespace

IpAddress address_of(std::string_view text) {
  IpAddress out;
  out.v6 = text.find(':') != std::string_view::npos;
  if (inet_pton(out.v6 ? AF_INET6 : AF_INET, std::string(text).c_str(),
                out.bytes.data()) != 1) {
    std::abort();
  }
  return out;
}

Endpoint endpoint_of(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[')) {
    host = host.substr(1, host.size() - 2);
  }
  const std::string port(text.substr(colon + 1));
  return {address_of(host), static_cast<std::uint16_t>(std::stoul(port))};
}

Buffer make_tcp(const TcpSpec& spec) {
  const Endpoint source = endpoint_of(spec.source);
  const Endpoint destination = endpoint_of(spec.destination);
  ByteWriter segment;
  segment.u16(source.port).u16(destination.port).u32(spec.sequence);
  segment.u32(spec.acknowledgment).u8((5 + spec.options.size() / 4) << 4);
  segment.u8(spec.flags).u16(spec.window).u16(0).u16(spec.urgent);
  segment.bytes(spec.options).text(spec.payload);
  ByteWriter pseudo;
  pseudo.bytes(raw(source.address)).bytes(raw(destination.address));
  pseudo.u32(segment.out.size()).u32(kTcp).bytes(segment.out);
  put16(segment.out, 16, checksum(pseudo.out));
  return segment.out;
}

Buffer make_udp(std::uint16_t source, std::uint16_t destination, Bytes payload) {
  ByteWriter out;
  out.u16(source).u16(destination).u16(payload.size() + 8).u16(0).bytes(payload);
  return out.out;
}

Buffer make_ipv4(const Ipv4Spec& spec, Bytes payload) {
  const std::size_t header = 20 + spec.options.size();
  ByteWriter out;
  out.u8(spec.first_byte.value_or(static_cast<std::uint8_t>(0x40 + header / 4))).u8(0);
  out.u16(
      spec.total_length.value_or(static_cast<std::uint16_t>(header + payload.size())));
  out.u16(spec.id).u16(spec.fragment).u8(64).u8(spec.protocol).u16(0);
  out.bytes(raw(address_of(spec.source))).bytes(raw(address_of(spec.destination)));
  out.bytes(spec.options);
  put16(out.out, 10, checksum(out.out));
  return out.bytes(payload).out;
}

Buffer make_ipv6(const Ipv6Spec& spec, Bytes payload) {
  ByteWriter out;
  out.u32(0x60000000);
  out.u16(spec.payload_length.value_or(static_cast<std::uint16_t>(payload.size())));
  out.u8(spec.next_header).u8(64);
  out.bytes(raw(address_of(spec.source))).bytes(raw(address_of(spec.destination)));
  return out.bytes(payload).out;
}

Buffer make_ethernet(std::uint16_t type, Bytes payload) {
  ByteWriter out;
  out.u32(0x02000000).u16(2).u32(0x02000000).u16(1).u16(type).bytes(payload);
  return out.out;
}

Buffer make_ip_tcp(const TcpSpec& spec) {
  const IpAddress source = endpoint_of(spec.source).address;
  const IpAddress destination = endpoint_of(spec.destination).address;
  const Buffer segment = make_tcp(spec);
  if (source.v6) {
    Ipv6Spec ip;
    ip.source = to_string(source);
    ip.destination = to_string(destination);
    return make_ipv6(ip, segment);
  }
  Ipv4Spec ip;
  ip.source = to_string(source);
  ip.destination = to_string(destination);
  ip.id = spec.ip_id;
  return make_ipv4(ip, segment);
}

Buffer make_frame(const TcpSpec& spec) {
  const bool v6 = endpoint_of(spec.source).address.v6;
  return make_ethernet(v6 ? 0x86dd : 0x0800, make_ip_tcp(spec));
}

std::vector<Buffer> make_ipv4_fragments(const Ipv4Spec& spec, Bytes payload,
                                        std::size_t size) {
  std::vector<Buffer> out;
  for (std::size_t at = 0; at < payload.size(); at += size) {
    const Bytes part = payload.subspan(at, std::min(size, payload.size() - at));
    Ipv4Spec fragment = spec;
    const bool more = at + part.size() < payload.size();
    fragment.fragment = static_cast<std::uint16_t>(at / 8 | (more ? 0x2000u : 0u));
    out.push_back(make_ipv4(fragment, part));
  }
  return out;
}

std::vector<Buffer> make_ipv6_fragments(const Ipv6Spec& spec, std::uint32_t id,
                                        Bytes payload, std::size_t size) {
  std::vector<Buffer> out;
  for (std::size_t at = 0; at < payload.size(); at += size) {
    const Bytes part = payload.subspan(at, std::min(size, payload.size() - at));
    const bool more = at + part.size() < payload.size();
    ByteWriter body;
    body.u8(spec.next_header).u8(0).u16(at | (more ? 1u : 0u)).u32(id).bytes(part);
    Ipv6Spec fragment = spec;
    fragment.next_header = 44;
    out.push_back(make_ipv6(fragment, body.out));
  }
  return out;
}

}  // namespace capaudit
