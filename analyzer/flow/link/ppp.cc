// SPDX-License-Identifier: Apache-2.0
// Serial links: PPP (RFC 1661, 1662), PPPoE (RFC 2516), Cisco's HDLC, frame relay
// (RFC 2427) and PPP in it (RFC 1973).
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kAllStations = 0xff, kUnnumbered = 0x03;

void ppp_protocol(Walk& walk, std::uint16_t protocol) {
  switch (protocol) {
  case 0x0021:
    ipv4(walk);
    return;
  case 0x0057:
    ipv6(walk);
    return;
  case 0x0281:
  case 0x0283:
    mpls(walk);
    return;
  case 0x002d:
  case 0x002f:
    walk.end_unsupported("PPP with compressed TCP headers");
    return;
  case 0x003d:
    walk.end_unsupported("PPP multilink");
    return;
  case 0x00fd:
  case 0x00fb:
    walk.end_unsupported("compressed PPP");
    return;
  default:
    walk.end_other_network();
  }
}

bool starts_with_address(const Walk& walk) {
  return walk.data.size() >= 2 && walk.data[0] == kAllStations &&
         walk.data[1] == kUnnumbered;
}

// The network layer protocol identifiers of frame relay.
void nlpid(Walk& walk, std::uint8_t id) {
  switch (id) {
  case 0xcc:
    ipv4(walk);
    return;
  case 0x8e:
    ipv6(walk);
    return;
  case 0xcf:
    if (walk.enter()) {
      ppp(walk);
    }
    return;
  case 0x80: {
    // SNAP without the LLC part.
    const Bytes head = walk.take(5);
    if (head.empty()) {
      return;
    }
    Reader reader(head);
    const std::uint32_t organization = reader.u24be();
    const std::uint16_t protocol = reader.u16be();
    if (organization == 0) {
      ethertype(walk, protocol);
    } else if (organization == 0x0080c2 && (protocol == 1 || protocol == 7) &&
               walk.enter()) {
      ethernet(walk);
    } else {
      walk.end_other_network();
    }
    return;
  }
  default:
    walk.end_other_network();
  }
}

}  // namespace

void ppp(Walk& walk) {
  if (starts_with_address(walk)) {
    walk.pass(2);
  }
  const Bytes first = walk.take(1);
  if (first.empty()) {
    return;
  }
  // An odd first byte is the whole protocol, compressed (RFC 1661 6.5).
  if ((first[0] & 1) != 0) {
    ppp_protocol(walk, first[0]);
    return;
  }
  const Bytes second = walk.take(1);
  if (!second.empty()) {
    ppp_protocol(walk, static_cast<std::uint16_t>(first[0] << 8 | second[0]));
  }
}

void ppp_hdlc(Walk& walk) {
  constexpr std::uint8_t kUnicast = 0x0f, kMulticast = 0x8f;
  if (!walk.data.empty() && (walk.data[0] == kUnicast || walk.data[0] == kMulticast)) {
    cisco_hdlc(walk);
  } else {
    ppp(walk);
  }
}

void ppp_with_direction(Walk& walk) {
  if (!walk.take(1).empty()) {
    ppp(walk);
  }
}

void cisco_hdlc(Walk& walk) {
  const Bytes head = walk.take(4);
  if (!head.empty()) {
    ethertype(walk, Reader(head.last(2)).u16be());
  }
}

void pppoe(Walk& walk) {
  const Bytes head = walk.take(6);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint8_t version = reader.u8();
  const std::uint8_t code = reader.u8();
  reader.skip(2);
  const std::uint16_t length = reader.u16be();
  if (version != 0x11 || length > walk.wire) {
    walk.end_malformed(
        "a PPPoE header of another version or with a length beyond its frame");
  } else if (code != 0) {
    walk.end_other_network();  // discovery
  } else {
    walk.limit(length);
    ppp(walk);
  }
}

void pppoe_session(Walk& walk) {
  if (walk.enter()) {
    pppoe(walk);
  }
}

void frame_relay(Walk& walk) {
  constexpr unsigned kMostAddress = 4;
  for (unsigned i = 0;; ++i) {
    const Bytes address = walk.take(1);
    if (address.empty()) {
      return;
    }
    if ((address[0] & 1) != 0 && i > 0) {
      break;  // the last one has its low bit set
    }
    if (i + 1 == kMostAddress) {
      walk.end_malformed("a frame relay address without end");
      return;
    }
  }
  const Bytes control = walk.take(1);
  if (control.empty()) {
    return;
  }
  if (control[0] != kUnnumbered) {
    // Cisco's own encapsulation: an EtherType in place of control and identifier.
    const Bytes low = walk.take(1);
    if (!low.empty()) {
      ethertype(walk, static_cast<std::uint16_t>(control[0] << 8 | low[0]));
    }
    return;
  }
  Bytes id = walk.take(1);
  if (!id.empty() && id[0] == 0) {
    id = walk.take(1);  // a pad byte comes first
  }
  if (!id.empty()) {
    nlpid(walk, id[0]);
  }
}

}  // namespace capaudit
