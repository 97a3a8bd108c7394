// SPDX-License-Identifier: Apache-2.0
// Ethernet and what its type field leads to: IEEE 802.3 3.2.6, 802.1Q 9, 802.1ah (I-TAG),
// 802.1BR (E-TAG), 802.2 with SNAP (RFC 1042), MPLS (RFC 3032, 4385).
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint16_t kFirstType = 0x0600;
constexpr std::uint16_t kLastLength = 1500;

void arp(Walk& walk) {
  walk.end_arp();
}

void type_or_length(Walk& walk, std::uint16_t value) {
  if (value >= kFirstType) {
    ethertype(walk, value);
    return;
  }
  if (value > kLastLength || value > walk.wire) {
    walk.end_malformed("an 802.3 length exceeds its frame");
    return;
  }
  walk.limit(value);
  llc(walk);
}

// A tag whose last two bytes are the type of what follows.
void tag(Walk& walk, std::size_t bytes) {
  const Bytes head = walk.take(bytes);
  if (!head.empty() && walk.enter()) {
    type_or_length(walk, Reader(head.last(2)).u16be());
  }
}

void vlan(Walk& walk) {
  tag(walk, 4);
}

void etag(Walk& walk) {
  tag(walk, 8);
}

void vntag(Walk& walk) {
  tag(walk, 6);
}

// The provider's service tag: 4 bytes, then the customer's frame.
void itag(Walk& walk) {
  if (!walk.take(4).empty() && walk.enter()) {
    ethernet(walk);
  }
}

void bridged(Walk& walk) {
  if (walk.enter()) {
    ethernet(walk);
  }
}

void macsec(Walk& walk) {
  walk.end_unsupported("MACsec");
}

void ppp_in_ethertype(Walk& walk) {
  if (walk.enter()) {
    ppp(walk);
  }
}

struct EtherType {
  std::uint16_t number;
  Layer layer;
};

constexpr EtherType kEtherTypes[] = {
    {0x0800, ipv4},
    {0x86dd, ipv6},
    {0x8100, vlan},
    {0x88a8, vlan},
    {0x9100, vlan},
    {0x9200, vlan},
    {0x9300, vlan},
    {0x8847, mpls},
    {0x8848, mpls},
    {0x8864, pppoe_session},
    {0x880b, ppp_in_ethertype},
    {0x6558, bridged},  // transparent Ethernet bridging
    {0x88e7, itag},
    {0x893f, etag},
    {0x8926, vntag},
    {0x88e5, macsec},
    {0x0806, arp},
    {0x8035, arp},  // RARP
};

void snap(Walk& walk) {
  const Bytes head = walk.take(5);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint32_t organization = reader.u24be();
  const std::uint16_t protocol = reader.u16be();
  // 00-00-F8 is 802.1H's way to bridge the same types.
  if (organization == 0 || organization == 0x0000f8) {
    ethertype(walk, protocol);
    return;
  }
  // Bridged Ethernet frames, with (1) or without (7) their check sequence (RFC 2427 4.2).
  if (organization == 0x0080c2 && (protocol == 1 || protocol == 7)) {
    if (protocol == 1 && walk.wire >= 4) {
      walk.limit(walk.wire - 4);
    }
    bridged(walk);
    return;
  }
  walk.end_other_network();
}

}  // namespace

void ethernet(Walk& walk) {
  const Bytes head = walk.take(14);
  if (!head.empty()) {
    type_or_length(walk, Reader(head.last(2)).u16be());
  }
}

void ethertype(Walk& walk, std::uint16_t type) {
  for (const EtherType& known : kEtherTypes) {
    if (known.number == type) {
      known.layer(walk);
      return;
    }
  }
  walk.end_other_network();
}

void llc(Walk& walk) {
  if (walk.wire < 3) {
    walk.end_other_network();  // no room for a header
    return;
  }
  const Bytes head = walk.take(3);
  if (head.empty()) {
    return;
  }
  constexpr std::uint8_t kSnap = 0xaa, kIp = 0x06, kUnnumbered = 0x03;
  if (head[0] == kSnap && head[1] == kSnap && head[2] == kUnnumbered) {
    snap(walk);
  } else if (head[0] == kIp && head[1] == kIp && head[2] == kUnnumbered) {
    ipv4(walk);
  } else {
    walk.end_other_network();
  }
}

void mpls(Walk& walk) {
  while (true) {
    const Bytes label = walk.take(4);
    if (label.empty() || !walk.enter()) {
      return;
    }
    if ((label[2] & 1) != 0) {
      break;  // the bottom of the stack
    }
  }
  // No label says what it carries; the first nibble does (RFC 4928, 4385 3).
  if (walk.wire == 0) {
    walk.end_other_network();
    return;
  }
  const unsigned nibble = walk.data.empty() ? 0 : walk.data[0] >> 4;
  if (nibble == 4) {
    ipv4(walk);
  } else if (nibble == 6) {
    ipv6(walk);
  } else if (nibble == 1) {
    walk.end_other_network();  // an associated channel
  } else if (nibble != 0 || !walk.take(4).empty()) {
    ethernet(walk);  // a pseudowire, with control word where the nibble is 0
  }
}

}  // namespace capaudit
