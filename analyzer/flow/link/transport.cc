// SPDX-License-Identifier: Apache-2.0
// TCP (RFC 9293 3.1; options: RFC 7323) and UDP (RFC 768) headers.
#include <algorithm>

#include "analyzer/flow/link/checksum.h"
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::size_t kTcpHeader = 20;

void read_options(Bytes options, Segment& segment) {
  constexpr std::uint8_t kEnd = 0, kNothing = 1, kMss = 2, kScale = 3, kTimestamps = 8;
  Reader reader(options);
  while (!reader.at_end()) {
    const std::uint8_t kind = reader.u8();
    if (kind == kEnd) {
      return;
    }
    if (kind == kNothing) {
      continue;
    }
    const std::uint8_t length = reader.u8();
    const Bytes value = reader.bytes(length >= 2 ? length - 2u : ~0ull);
    if (!reader.ok()) {
      return;
    }
    Reader field(value);
    if (kind == kMss && value.size() == 2 && segment.has(kTcpSyn)) {
      segment.mss = field.u16be();
    } else if (kind == kScale && value.size() == 1 && segment.has(kTcpSyn)) {
      segment.window_scale = field.u8();
    } else if (kind == kTimestamps && value.size() == 8) {
      segment.timestamp = field.u32be();
    }
  }
}

// Sum of the pseudo header (RFC 9293 3.1, RFC 8200 8.1).
std::uint64_t pseudo_header(const IpHead& ip, std::uint64_t length) {
  constexpr std::uint8_t kTcp = 6;
  const std::size_t size = ip.source.v6 ? 16 : 4;
  const Bytes source(ip.source.bytes), destination(ip.destination.bytes);
  return std::uint64_t{internet_sum(source.first(size))} +
         internet_sum(destination.first(size)) + kTcp + (length >> 16) +
         (length & 0xffff);
}

// A sum over addresses and length alone is what a host leaves for its network card to
// complete, no error.
void check_segment(Walk& walk, Bytes whole, std::uint64_t length, std::uint16_t stored,
                   Segment& segment) {
  if (whole.size() < length || walk.ip.length_estimated || !walk.ip.destination_final) {
    return;
  }
  const std::uint64_t start = pseudo_header(walk.ip, length);
  if (internet_sum(whole, start) == 0xffff) {
    return;
  }
  if (stored == internet_sum({}, start) ||
      stored == internet_sum({}, pseudo_header(walk.ip, 0))) {
    ++walk.bench.counts.checksum_offloaded;
    return;
  }
  segment.checksum_wrong = true;
  ++walk.bench.counts.checksum_wrong;
}

}  // namespace

void tcp(Walk& walk) {
  ++walk.bench.counts.tcp;
  const Bytes whole = walk.data;
  const std::uint64_t length = walk.wire;
  const Bytes head = walk.take(kTcpHeader);
  if (head.empty()) {
    return;
  }
  Segment segment;
  Reader reader(head);
  segment.frame = walk.bench.frame;
  segment.source = {walk.ip.source, reader.u16be()};
  segment.destination = {walk.ip.destination, reader.u16be()};
  segment.sequence = reader.u32be();
  segment.acknowledgment = reader.u32be();
  const std::size_t header_bytes = (reader.u8() >> 4) * 4u;
  segment.flags = reader.u8();
  segment.window = reader.u16be();
  const std::uint16_t checksum = reader.u16be();
  segment.urgent = reader.u16be();
  segment.ip_id = walk.ip.id;
  segment.length_estimated = walk.ip.length_estimated;
  if (header_bytes < kTcpHeader) {
    walk.end_malformed("a TCP header of less than 20 bytes");
    return;
  }
  const std::size_t option_bytes = header_bytes - kTcpHeader;
  const Bytes options = walk.data.first(std::min(option_bytes, walk.data.size()));
  if (!walk.pass(option_bytes)) {
    return;
  }
  read_options(options, segment);
  if (walk.bench.options.check_checksums) {
    check_segment(walk, whole, length, checksum, segment);
  }
  walk.bench.counts.length_estimated += segment.length_estimated ? 1 : 0;
  walk.end_segment(segment);
}

void udp(Walk& walk) {
  const Bytes head = walk.take(8);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint16_t source = reader.u16be();
  const std::uint16_t destination = reader.u16be();
  const std::uint16_t length = reader.u16be();
  if (length >= head.size()) {
    walk.limit(length - head.size());  // else it is the frame's, as in a jumbogram
  }
  if (!udp_tunnel(walk, source, destination)) {
    walk.end_udp();
  }
}

}  // namespace capaudit
