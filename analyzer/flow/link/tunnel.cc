// SPDX-License-Identifier: Apache-2.0
// Tunnels that are IP protocols: IP in IP (RFC 2003), 6in4 (RFC 4213), GRE (RFC 2784,
// 2890; PPTP's RFC 2637), ERSPAN (draft-foschiano-erspan), EtherIP (RFC 3378), MPLS
// (RFC 4023).
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint16_t kChecksum = 0x8000, kRouting = 0x4000, kKey = 0x2000,
                        kSequence = 0x1000, kAcknowledgment = 0x0080, kVersion = 7;

// { u16 family, u8 offset, u8 length, address }*, ended by one of zeros (RFC 1701).
bool pass_routing(Walk& walk) {
  while (true) {
    const Bytes entry = walk.take(4);
    if (entry.empty()) {
      return false;
    }
    const std::uint8_t length = entry[3];
    if (entry[0] == 0 && entry[1] == 0 && length == 0) {
      return true;
    }
    if (!walk.pass(length)) {
      return false;
    }
  }
}

// The optional fields in their order; false when the walk has ended.
bool pass_fields(Walk& walk, std::uint16_t flags) {
  if ((flags & (kChecksum | kRouting)) != 0 && !walk.pass(4)) {
    return false;
  }
  if ((flags & kKey) != 0 && !walk.pass(4)) {
    return false;
  }
  if ((flags & kSequence) != 0 && !walk.pass(4)) {
    return false;
  }
  return (flags & kRouting) == 0 || pass_routing(walk);
}

void erspan_2(Walk& walk, std::uint16_t flags) {
  // Type I has neither sequence number nor header.
  if ((flags & kSequence) == 0 || walk.pass(8)) {
    ethernet(walk);
  }
}

void erspan_3(Walk& walk) {
  const Bytes head = walk.take(12);
  if (head.empty()) {
    return;
  }
  const bool subheader = (head[11] & 1) != 0;
  if (!subheader || walk.pass(8)) {
    ethernet(walk);
  }
}

void wccp(Walk& walk) {
  // A redirect header stands before the datagram in the second version only.
  if (!walk.data.empty() && walk.data[0] >> 4 != 4 && !walk.pass(4)) {
    return;
  }
  ipv4(walk);
}

// GRE's second version carries PPP for PPTP.
void pptp(Walk& walk, std::uint16_t flags, std::uint16_t protocol) {
  constexpr std::uint16_t kPpp = 0x880b;
  const Bytes key = walk.take(4);
  if (key.empty()) {
    return;
  }
  const std::uint16_t length = Reader(key).u16be();
  if ((flags & kSequence) != 0 && !walk.pass(4)) {
    return;
  }
  if ((flags & kAcknowledgment) != 0 && !walk.pass(4)) {
    return;
  }
  if (protocol != kPpp || length > walk.wire) {
    walk.end_malformed(
        "a PPTP header of another protocol or with a length beyond its frame");
    return;
  }
  if (length == 0) {
    walk.end_other_transport();
    return;
  }
  walk.limit(length);
  ppp(walk);
}

bool enter_tunnel(Walk& walk) {
  walk.tunnelled = true;
  return walk.enter();
}

}  // namespace

void gre(Walk& walk) {
  constexpr std::uint16_t kErspan2 = 0x88be, kErspan3 = 0x22eb, kWccp = 0x883e;
  const Bytes head = walk.take(4);
  if (head.empty() || !enter_tunnel(walk)) {
    return;
  }
  Reader reader(head);
  const std::uint16_t flags = reader.u16be();
  const std::uint16_t protocol = reader.u16be();
  if ((flags & kVersion) == 1) {
    pptp(walk, flags, protocol);
    return;
  }
  if ((flags & kVersion) != 0) {
    walk.end_unsupported("GRE of another version");
    return;
  }
  if (!pass_fields(walk, flags)) {
    return;
  }
  if (walk.wire == 0) {
    walk.end_other_transport();  // a keepalive
  } else if (protocol == kErspan2) {
    erspan_2(walk, flags);
  } else if (protocol == kErspan3) {
    erspan_3(walk);
  } else if (protocol == kWccp) {
    wccp(walk);
  } else {
    ethertype(walk, protocol);
  }
}

void ipv4_in_ip(Walk& walk) {
  if (enter_tunnel(walk)) {
    ipv4(walk);
  }
}

void ipv6_in_ip(Walk& walk) {
  if (enter_tunnel(walk)) {
    ipv6(walk);
  }
}

void ethernet_in_ip(Walk& walk) {
  if (enter_tunnel(walk) && !walk.take(2).empty()) {
    ethernet(walk);
  }
}

void mpls_in_ip(Walk& walk) {
  if (enter_tunnel(walk)) {
    mpls(walk);
  }
}

void l2tp_version_3(Walk& walk) {
  walk.end_unsupported("L2TP version 3");
}

}  // namespace capaudit
