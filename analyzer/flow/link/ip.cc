// SPDX-License-Identifier: Apache-2.0
// IPv4 (RFC 791) and IPv6 (RFC 8200) with extension headers, jumbograms (RFC 2675) and
// AH (RFC 4302). A length of 0 is what a host writes that leaves the cutting into
// segments to its network card: then the frame's length counts.
#include <algorithm>
#include <optional>

#include "analyzer/flow/link/checksum.h"
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAh = 51,
                       kDestination = 60, kMobility = 135, kHip = 139, kShim6 = 140,
                       kNoNext = 59;

struct IpProtocol {
  std::uint8_t number;
  Layer layer;
};

constexpr IpProtocol kIpProtocols[] = {
    {6, tcp},          {17, udp},
    {4, ipv4_in_ip},   {41, ipv6_in_ip},
    {47, gre},         {97, ethernet_in_ip},
    {137, mpls_in_ip}, {115, l2tp_version_3},
};

IpAddress address(Bytes bytes, bool v6) {
  IpAddress out;
  out.v6 = v6;
  std::copy(bytes.begin(), bytes.end(), out.bytes.begin());
  return out;
}

// The length that the IP header gives, against what the frame has room for.
void limit_to(Walk& walk, std::uint64_t length) {
  if (length > walk.wire) {
    if (!walk.bench.findings.told("ip_length_exceeds_frame")) {
      walk.bench.warn("ip_length_exceeds_frame",
                      "IP datagrams say that they are longer than their frames were on "
                      "the wire: the frame's length is taken",
                      "the original length was lost when the file was cut or written "
                      "again: use the file as it was captured");
    }
    return;
  }
  walk.limit(length);
}

// False when the walk has ended.
bool estimate_length(Walk& walk) {
  constexpr std::uint64_t kMost = 1u << 20;  // more than any card is handed at once
  if (walk.wire > kMost) {
    walk.end_malformed("an IP datagram of length 0 in a frame of more than 1 MiB");
    return false;
  }
  walk.ip.length_estimated = true;
  if (!walk.bench.findings.told("length_estimated")) {
    walk.bench.warn("length_estimated",
                    "IP datagrams of length 0 were captured before the network card cut "
                    "them into segments: the frame's length is taken",
                    "counts of packets and sizes of headers are not those of the wire: "
                    "switch off segmentation offload (ethtool -K) or capture elsewhere");
  }
  return true;
}

void check_header(Walk& walk, Bytes header, std::uint16_t stored) {
  if (walk.bench.options.check_checksums && internet_sum(header) != 0xffff) {
    // 0 is left to the network card.
    ++(stored == 0 ? walk.bench.counts.checksum_offloaded
                   : walk.bench.counts.checksum_wrong);
  }
}

// The jumbo payload option of a hop-by-hop header (RFC 2675 2).
std::optional<std::uint32_t> jumbo_length(Bytes data) {
  Reader reader(data);
  reader.skip(1);
  const std::size_t size = (std::size_t{reader.u8()} + 1) * 8;
  if (size > data.size()) {
    return std::nullopt;
  }
  Reader options(data.first(size).subspan(2));
  while (options.ok() && !options.at_end()) {
    const std::uint8_t type = options.u8();
    if (type == 0) {
      continue;  // Pad1
    }
    const std::uint8_t length = options.u8();
    if (type == 0xc2 && length == 4) {
      const std::uint32_t value = options.u32be();
      return options.ok() ? std::optional(value) : std::nullopt;
    }
    options.skip(length);
  }
  return std::nullopt;
}

// Reads the length field; false when the walk has ended.
bool limit_ipv6(Walk& walk, std::uint16_t length, std::uint8_t next) {
  if (length != 0) {
    limit_to(walk, length);
    return true;
  }
  if (next == kNoNext) {
    walk.limit(0);
    return true;
  }
  const std::optional<std::uint32_t> jumbo =
      next == kHopByHop ? jumbo_length(walk.data) : std::nullopt;
  if (!jumbo) {
    return estimate_length(walk);
  }
  limit_to(walk, *jumbo);
  return true;
}

// Bytes of an extension header, by its second byte.
std::uint64_t extension_bytes(std::uint8_t kind, std::uint8_t length) {
  return kind == kAh ? (std::uint64_t{length} + 2) * 4 : (std::uint64_t{length} + 1) * 8;
}

// Walks over extension headers; `kind` is the first one's. None when the walk has ended.
std::optional<std::uint8_t> extensions(Walk& walk, std::uint8_t kind) {
  while (true) {
    if (!walk.ip.source.v6 && kind != kAh) {
      return kind;  // IPv4 has no other
    }
    switch (kind) {
    case kHopByHop:
    case kRouting:
    case kAh:
    case kDestination:
    case kMobility:
    case kHip:
    case kShim6: {
      const Bytes head = walk.take(8);
      if (head.empty() || !walk.pass(extension_bytes(kind, head[1]) - head.size())) {
        return std::nullopt;
      }
      if (kind == kRouting && head[3] != 0) {
        walk.ip.destination_final = false;
      }
      kind = head[0];
      break;
    }
    case kFragment: {
      const Bytes head = walk.take(8);
      if (head.empty()) {
        return std::nullopt;
      }
      Reader reader(head);
      Fragment fragment;
      fragment.protocol = reader.u8();
      reader.skip(1);
      const std::uint16_t word = reader.u16be();
      fragment.offset = word & 0xfff8u;
      fragment.more = (word & 1) != 0;
      fragment.key = {walk.ip.source, walk.ip.destination, reader.u32be(), 0};
      if (fragment.offset != 0 || fragment.more) {
        walk.end_fragment(std::move(fragment));
        return std::nullopt;
      }
      kind = fragment.protocol;  // an atomic fragment is whole (RFC 6946)
      break;
    }
    default:
      return kind;
    }
  }
}

}  // namespace

void ipv4(Walk& walk) {
  const Bytes start = walk.data;
  const Bytes head = walk.take(20);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint8_t version = reader.u8();
  reader.skip(1);
  const std::uint16_t total = reader.u16be();
  walk.ip = {};
  walk.ip.id = reader.u16be();
  const std::uint16_t word = reader.u16be();
  reader.skip(1);
  const std::uint8_t protocol = reader.u8();
  const std::uint16_t checksum = reader.u16be();
  walk.ip.source = address(reader.bytes(4), false);
  walk.ip.destination = address(reader.bytes(4), false);
  const std::size_t header_bytes = (version & 0x0fu) * 4u;
  if (version >> 4 != 4 || header_bytes < head.size() ||
      (total != 0 && total < header_bytes)) {
    walk.end_malformed("an IPv4 header of another version or with impossible lengths");
    return;
  }
  if (!walk.pass(header_bytes - head.size())) {
    return;
  }
  if (header_bytes <= start.size()) {
    check_header(walk, start.first(header_bytes), checksum);
  }
  if (total != 0) {
    limit_to(walk, total - header_bytes);
  } else if (!estimate_length(walk)) {
    return;
  }
  constexpr std::uint16_t kMore = 0x2000, kOffset = 0x1fff;
  if ((word & (kMore | kOffset)) == 0) {
    ip_payload(walk, protocol);
    return;
  }
  Fragment fragment;
  fragment.key = {walk.ip.source, walk.ip.destination, walk.ip.id, protocol};
  fragment.protocol = protocol;
  fragment.offset = (word & kOffset) * 8u;
  fragment.more = (word & kMore) != 0;
  walk.end_fragment(std::move(fragment));
}

void ipv6(Walk& walk) {
  const Bytes head = walk.take(40);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint8_t version = reader.u8();
  reader.skip(3);
  const std::uint16_t length = reader.u16be();
  const std::uint8_t next = reader.u8();
  reader.skip(1);
  walk.ip = {};
  walk.ip.source = address(reader.bytes(16), true);
  walk.ip.destination = address(reader.bytes(16), true);
  if (version >> 4 != 6) {
    walk.end_malformed("an IPv6 header of another version");
    return;
  }
  if (limit_ipv6(walk, length, next)) {
    ip_payload(walk, next);
  }
}

void ip_payload(Walk& walk, std::uint8_t protocol) {
  for (const IpProtocol& known : kIpProtocols) {
    if (known.number == protocol) {
      known.layer(walk);
      return;
    }
  }
  const std::optional<std::uint8_t> inner = extensions(walk, protocol);
  if (!inner) {
    return;
  }
  for (const IpProtocol& known : kIpProtocols) {
    if (known.number == *inner) {
      known.layer(walk);
      return;
    }
  }
  walk.end_other_transport();
}

}  // namespace capaudit
