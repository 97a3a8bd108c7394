// SPDX-License-Identifier: Apache-2.0
// Headers that the capturing host makes up, in the form of tcpdump.org/linktypes: BSD
// loopback, raw IP, OpenBSD's enc and pflog, Linux' cooked captures and NFLOG.
#include <algorithm>

#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

// Address families as the BSDs, Linux and Windows number them.
void family(Walk& walk, std::uint32_t number) {
  switch (number) {
  case 2:
    ipv4(walk);
    return;
  case 10:  // Linux
  case 23:  // Windows
  case 24:  // NetBSD, OpenBSD
  case 28:  // FreeBSD
  case 30:  // macOS
    ipv6(walk);
    return;
  default:
    walk.end_other_network();
  }
}

// In the byte order of the capturing host, which no small number leaves in doubt.
std::uint32_t host_order(Bytes word) {
  const std::uint32_t little = Reader(word).u32le();
  return little <= 0xffff ? little : Reader(word).u32be();
}

void cooked_protocol(Walk& walk, std::uint16_t protocol) {
  constexpr std::uint16_t kNovell = 1, kLlc = 4;
  if (protocol == kLlc) {
    llc(walk);
  } else if (protocol == kNovell) {
    walk.end_other_network();
  } else {
    ethertype(walk, protocol);
  }
}

std::uint64_t up_to_4(std::uint64_t size) {
  return (size + 3) / 4 * 4;
}

}  // namespace

void bsd_null(Walk& walk) {
  const Bytes head = walk.take(4);
  if (!head.empty()) {
    family(walk, host_order(head));
  }
}

void bsd_loop(Walk& walk) {
  const Bytes head = walk.take(4);
  if (!head.empty()) {
    family(walk, Reader(head).u32be());
  }
}

void raw_ip(Walk& walk) {
  const unsigned version = walk.data.empty() ? 4u : walk.data[0] >> 4;
  if (version == 4) {
    ipv4(walk);
  } else if (version == 6) {
    ipv6(walk);
  } else {
    walk.end_malformed("raw IP of another version");
  }
}

void bsd_enc(Walk& walk) {
  const Bytes head = walk.take(12);
  if (!head.empty()) {
    family(walk, host_order(head.first(4)));
  }
}

void pflog(Walk& walk) {
  const Bytes head = walk.take(2);
  if (head.empty()) {
    return;
  }
  const std::uint64_t length = up_to_4(head[0]);
  if (length < 4) {
    walk.end_malformed("a pflog header that is shorter than itself");
  } else if (walk.pass(length - head.size())) {
    family(walk, head[1]);
  }
}

void linux_sll(Walk& walk) {
  const Bytes head = walk.take(16);
  if (!head.empty()) {
    cooked_protocol(walk, Reader(head.last(2)).u16be());
  }
}

void linux_sll2(Walk& walk) {
  const Bytes head = walk.take(20);
  if (!head.empty()) {
    cooked_protocol(walk, Reader(head).u16be());
  }
}

// u8 family, u8 version, u16 resource, then { u16 length, u16 type, value, padding to 4
// }* with length and type in the byte order of the capturing host.
void nflog(Walk& walk) {
  constexpr std::uint16_t kPayload = 9, kMostType = 0xff;
  const Bytes head = walk.take(4);
  if (head.empty()) {
    return;
  }
  while (walk.wire > 0) {
    const Bytes tlv = walk.take(4);
    if (tlv.empty()) {
      return;
    }
    Reader little(tlv);
    Reader big(tlv);
    std::uint16_t length = little.u16le();
    std::uint16_t type = little.u16le() & 0x7fff;
    if (type > kMostType) {
      length = big.u16be();
      type = big.u16be() & 0x7fff;
    }
    if (length < tlv.size()) {
      walk.end_malformed("an NFLOG attribute that is shorter than its header");
      return;
    }
    const std::uint64_t value = length - tlv.size();
    if (type == kPayload) {
      walk.limit(value);
      family(walk, head[0]);
      return;
    }
    if (!walk.pass(std::min(walk.wire, up_to_4(value)))) {
      return;
    }
  }
  walk.end_other_network();
}

}  // namespace capaudit
