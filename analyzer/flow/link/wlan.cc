// SPDX-License-Identifier: Apache-2.0
// IEEE 802.11 data frames (9.2, 9.3.2; A-MSDU 9.3.2.2.2) and the headers that capturing
// drivers put before them: radiotap (radiotap.org), Prism, AVS, PPI.
#include <algorithm>

#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kToDs = 0x01, kFromDs = 0x02, kMoreFragments = 0x04,
                       kProtected = 0x40, kOrder = 0x80;

std::size_t to_4(std::size_t size) {
  return (4 - size % 4) % 4;
}

// Several MSDUs in one frame: { destination, source, u16 length, MSDU, padding to 4 }*.
void amsdu(Walk& walk) {
  constexpr std::size_t kHead = 14;
  if (walk.wire < kHead) {
    walk.end_malformed("an A-MSDU without a subframe");
    return;
  }
  while (walk.data.size() >= kHead) {
    Reader reader(walk.data.subspan(kHead - 2, 2));
    const std::size_t length = reader.u16be();
    Walk subframe = walk.branch(kHead + length + to_4(kHead + length));
    if (length + kHead > subframe.wire) {
      subframe.end_malformed("an A-MSDU subframe longer than its frame");
      continue;
    }
    subframe.pass(kHead);
    subframe.limit(length);
    llc(subframe);
  }
  // Behind the last subframe: the rest of one that snaplen cut, or nothing.
  walk.end_as(walk.wire > walk.data.size() ? Fate::layer_headers : Fate::padding);
}

struct RadiotapFlags {
  bool fcs = false, pad = false;
};

// The flags are the second field, behind the presence words and the 64-bit clock.
RadiotapFlags radiotap_flags(Bytes header) {
  constexpr std::uint32_t kClock = 1, kFlags = 2, kMoreWords = 0x80000000;
  Reader reader(header);
  reader.skip(4);
  const std::uint32_t present = reader.u32le();
  for (std::uint32_t word = present; reader.ok() && (word & kMoreWords) != 0;) {
    word = reader.u32le();
  }
  if ((present & kClock) != 0) {
    reader.skip((8 - reader.offset() % 8) % 8 + 8);
  }
  const std::uint8_t flags = (present & kFlags) != 0 ? reader.u8() : 0;
  return {(flags & 0x10) != 0, (flags & 0x20) != 0};
}

// Takes a header whose first `head` bytes were taken already.
bool pass_rest(Walk& walk, std::uint64_t length, std::uint64_t head) {
  if (length < head) {
    walk.end_malformed("a capture header that is shorter than itself");
    return false;
  }
  return walk.pass(length - head);
}

}  // namespace

void wlan(Walk& walk) {
  if (walk.data.size() >= 2) {
    const bool data_frame = (walk.data[0] & 0x0f) == 0x08;  // version 0, type 2
    const bool empty = (walk.data[0] & 0x40) != 0;          // null functions
    if (!data_frame || empty) {
      walk.end_other_network();
      return;
    }
  }
  const Bytes head = walk.take(24);
  if (head.empty()) {
    return;
  }
  const std::uint8_t flags = head[1];
  const bool qos = (head[0] & 0x80) != 0;
  std::size_t length = head.size();
  if ((flags & kToDs) != 0 && (flags & kFromDs) != 0) {
    length += 6;
    if (!walk.pass(6)) {
      return;
    }
  }
  bool several = false;
  if (qos) {
    const Bytes control = walk.take(2);
    if (control.empty()) {
      return;
    }
    several = (control[0] & 0x80) != 0;
    length += 2;
    if ((flags & kOrder) != 0) {
      length += 4;
      if (!walk.pass(4)) {
        return;
      }
    }
  }
  if (walk.pad_to_4 && !walk.pass(to_4(length))) {
    return;
  }
  const unsigned fragment = head[22] & 0x0f;
  if ((flags & kProtected) != 0) {
    walk.end_unsupported("encrypted 802.11");
  } else if ((flags & kMoreFragments) != 0 || fragment != 0) {
    walk.end_unsupported("802.11 fragments");
  } else if (several) {
    amsdu(walk);
  } else {
    llc(walk);
  }
}

void radiotap(Walk& walk) {
  const Bytes start = walk.data;
  const Bytes head = walk.take(8);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  const std::uint8_t version = reader.u8();
  reader.skip(1);
  const std::uint16_t length = reader.u16le();
  if (version != 0) {
    walk.end_malformed("a radiotap header of another version");
    return;
  }
  if (!pass_rest(walk, length, head.size())) {
    return;
  }
  const RadiotapFlags flags =
      radiotap_flags(start.first(std::min<std::size_t>(length, start.size())));
  walk.pad_to_4 = flags.pad;
  if (flags.fcs && walk.wire >= 4) {
    walk.limit(walk.wire - 4);
  }
  wlan(walk);
}

void avs(Walk& walk) {
  const Bytes head = walk.take(8);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  reader.skip(4);
  if (pass_rest(walk, reader.u32be(), head.size())) {
    wlan(walk);
  }
}

void prism(Walk& walk) {
  if (walk.data.size() >= 4 && (Reader(walk.data).u32be() & 0xfffff000) == 0x80211000) {
    avs(walk);  // many drivers say Prism and write AVS
    return;
  }
  const Bytes head = walk.take(8);
  if (head.empty()) {
    return;
  }
  // Both numbers are in the byte order of the capturing host.
  Reader reader(head);
  const std::uint32_t code = reader.u32be();
  const std::uint32_t length = reader.u32be();
  Reader little(head);
  little.skip(4);
  if (pass_rest(walk, code <= 0xffff ? length : little.u32le(), head.size())) {
    wlan(walk);
  }
}

void ppi(Walk& walk) {
  const Bytes head = walk.take(8);
  if (head.empty()) {
    return;
  }
  Reader reader(head);
  reader.skip(2);
  const std::uint16_t length = reader.u16le();
  const LinkType* const inner = find_link_type(reader.u32le());
  if (!pass_rest(walk, length, head.size()) || !walk.enter()) {
    return;
  }
  if (inner == nullptr) {
    walk.end_unsupported("PPI around another link type");
    return;
  }
  inner->layer(walk);
}

}  // namespace capaudit
