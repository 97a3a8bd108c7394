// SPDX-License-Identifier: Apache-2.0
// IP fragments in every order, repeated, overlapping, missing, cut, in tunnels.
#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/byte_writer.h"
#include "tests/support/checked_dissector.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

constexpr std::uint32_t kRaw = 101;

std::string text(std::size_t size) {
  std::string out;
  while (out.size() < size) {
    out += "line " + std::to_string(out.size()) + "\r\n";
  }
  out.resize(size);
  return out;
}

TcpSpec segment(std::size_t size) {
  TcpSpec spec;
  spec.sequence = 5000;
  spec.flags = kTcpAck | kTcpPsh | kTcpFin;
  spec.payload = text(size);
  return spec;
}

// The stream that the segments make up, and that no byte of it comes twice.
std::string stream_of(const std::vector<KeptSegment>& found, std::uint32_t begin) {
  std::string out;
  for (const KeptSegment& kept : found) {
    EXPECT_EQ(kept.segment.sequence, begin + out.size());
    out += kept.payload;
  }
  return out;
}

TEST(Fragments, AnyOrderGivesTheSegmentWithTheFrameOfEachByte) {
  const Buffer tcp = make_tcp(segment(300));
  std::mt19937 random(1);
  for (const std::size_t size : {8u, 16u, 24u, 104u, 312u}) {
    std::vector<Buffer> fragments = make_ipv4_fragments({}, tcp, size);
    for (int round = 0; round < 20; ++round) {
      SCOPED_TRACE(size);
      CheckedDissector checked;
      std::vector<KeptSegment> found;
      for (const Buffer& fragment : fragments) {
        EXPECT_TRUE(found.empty());
        found = checked.feed(kRaw, fragment);
      }
      EXPECT_EQ(stream_of(found, 5000), text(300));
      for (const KeptSegment& kept : found) {
        EXPECT_EQ(kept.segment.frame.wire_bytes,
                  fragments[kept.segment.frame.number - 1].size());
        const bool last = &kept == &found.back();
        EXPECT_EQ(kept.segment.has(kTcpFin), last);
        EXPECT_EQ(kept.segment.has(kTcpPsh), last);
        EXPECT_TRUE(kept.segment.has(kTcpAck));
      }
      checked.close();
      EXPECT_EQ(checked.ledger.of(Fate::fragments), 0u);
      EXPECT_EQ(checked.dissector.counts().fragments, fragments.size());
      EXPECT_EQ(checked.dissector.counts().tcp, 1u);
      std::shuffle(fragments.begin(), fragments.end(), random);
    }
  }
}

TEST(Fragments, Ipv6IsPutTogetherToo) {
  TcpSpec spec = segment(300);
  spec.source = "[2001:db8::1]:40000";
  spec.destination = "[2001:db8::2]:80";
  std::vector<Buffer> fragments = make_ipv6_fragments({}, 77, make_tcp(spec), 64);
  std::reverse(fragments.begin(), fragments.end());
  CheckedDissector checked;
  std::vector<KeptSegment> found;
  for (const Buffer& fragment : fragments) {
    found = checked.feed(kRaw, fragment);
  }
  EXPECT_EQ(stream_of(found, 5000), text(300));
  checked.close();
}

TEST(Fragments, ASegmentWithoutPayloadIsOneSegment) {
  TcpSpec spec;
  spec.flags = kTcpSyn;
  CheckedDissector checked;
  std::vector<KeptSegment> found;
  for (const Buffer& fragment : make_ipv4_fragments({}, make_tcp(spec), 8)) {
    found = checked.feed(kRaw, fragment);
  }
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].segment.has(kTcpSyn));
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::tcp_control), checked.ledger.wire_bytes);
}

TEST(Fragments, PayloadOfASynFollowsItsNumber) {
  TcpSpec spec = segment(40);
  spec.flags = kTcpSyn;
  CheckedDissector checked;
  std::vector<KeptSegment> found;
  for (const Buffer& fragment : make_ipv4_fragments({}, make_tcp(spec), 24)) {
    found = checked.feed(kRaw, fragment);
  }
  ASSERT_EQ(found.size(), 3u);  // 4, 24 and 12 bytes of payload
  EXPECT_EQ(found[0].segment.sequence, 5000u);
  EXPECT_TRUE(found[0].segment.has(kTcpSyn));
  EXPECT_EQ(found[1].segment.sequence, 5005u);
  EXPECT_FALSE(found[1].segment.has(kTcpSyn));
  EXPECT_EQ(found[2].segment.sequence, 5029u);
}

TEST(Fragments, CopiesAreNoPayloadAndSpoilNoLaterDatagram) {
  // Each frame twice, as on the `any` interface; then the identification comes again.
  CheckedDissector checked;
  std::size_t whole = 0;
  for (int round = 0; round < 3; ++round) {
    TcpSpec spec = segment(100);
    spec.payload[90] = static_cast<char>('0' + round);
    for (const Buffer& fragment : make_ipv4_fragments({}, make_tcp(spec), 64)) {
      for (int copy = 0; copy < 2; ++copy) {
        Packet packet;
        packet.number = 1;
        packet.time_ns = round * std::int64_t{2'000'000'000};
        packet.link_type = kRaw;
        packet.data = fragment;
        packet.wire_bytes = fragment.size();
        const auto found = checked.feed(packet);
        if (!found.empty()) {
          EXPECT_EQ(stream_of(found, 5000), spec.payload);
          ++whole;
        }
      }
    }
  }
  EXPECT_EQ(whole, 3u);
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::exchange), 300u);
}

TEST(Fragments, TheSameIdentificationMayComeAgainAtOnce) {
  CheckedDissector checked;
  for (int round = 0; round < 5; ++round) {
    std::vector<KeptSegment> found;
    for (const Buffer& fragment : make_ipv4_fragments({}, make_tcp(segment(100)), 48)) {
      found = checked.feed(kRaw, fragment);
    }
    EXPECT_EQ(stream_of(found, 5000), text(100));
  }
  checked.close();
}

TEST(Fragments, CopiesOfAWholeDatagramLackNothing) {
  const Buffer tcp = make_tcp(segment(100));
  const std::vector<Buffer> fragments = make_ipv4_fragments({}, tcp, 64);
  CheckedDissector mirrored;
  for (const Buffer& fragment : fragments) {
    mirrored.feed(kRaw, fragment);
    mirrored.feed(kRaw, fragment);
  }
  mirrored.close();
  EXPECT_TRUE(mirrored.dissector.findings().empty());
  CheckedDissector lossy;
  lossy.feed(kRaw, fragments[0]);
  lossy.close();
  EXPECT_EQ(lossy.dissector.findings().back().code, "fragments_incomplete");
}

TEST(Fragments, TheFirstCopyOfAnOverlapWinsInIpv4) {
  const Buffer tcp = make_tcp(segment(100));
  std::vector<Buffer> fragments = make_ipv4_fragments({}, tcp, 40);
  Buffer other = tcp;
  std::fill(other.begin() + 20, other.end(), 'Z');
  Ipv4Spec overlap;
  overlap.fragment = 0x2000 | 2;  // bytes 16 to 104 of 120
  CheckedDissector checked;
  EXPECT_TRUE(checked.feed(kRaw, fragments[0]).empty());
  const Buffer middle = make_ipv4(overlap, Bytes(other).subspan(16, 88));
  EXPECT_TRUE(checked.feed(kRaw, middle).empty());
  EXPECT_TRUE(checked.feed(kRaw, fragments[1]).empty());
  const std::vector<KeptSegment> found = checked.feed(kRaw, fragments[2]);
  // 40 bytes of the first, up to 104 of the overlapping one, the rest of the last.
  EXPECT_EQ(stream_of(found, 5000),
            text(20) + std::string(64, 'Z') + text(100).substr(84));
  checked.close();
  EXPECT_EQ(checked.dissector.findings().back().code, "fragment_overlap");
}

TEST(Fragments, AnOverlapDropsTheWholeDatagramInIpv6) {
  TcpSpec spec = segment(100);
  spec.source = "[2001:db8::1]:40000";
  spec.destination = "[2001:db8::2]:80";
  const Buffer tcp = make_tcp(spec);
  const std::vector<Buffer> fragments = make_ipv6_fragments({}, 9, tcp, 40);
  Ipv6Spec ip;
  ip.next_header = 44;
  ByteWriter body;
  body.u8(6).u8(0).u16(32 | 1).u32(9).bytes(Bytes(tcp).subspan(32, 16));
  const Buffer overlap = make_ipv6(ip, body.out);
  CheckedDissector checked;
  EXPECT_TRUE(checked.feed(kRaw, fragments[0]).empty());
  EXPECT_TRUE(checked.feed(kRaw, fragments[0]).empty());  // an exact copy is harmless
  EXPECT_TRUE(checked.feed(kRaw, overlap).empty());
  EXPECT_TRUE(checked.feed(kRaw, fragments[1]).empty());
  EXPECT_TRUE(checked.feed(kRaw, fragments[2]).empty());
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::fragments), checked.ledger.wire_bytes);
}

TEST(Fragments, WhatNeverBecomesADatagramIsInTheLedger) {
  const std::vector<Buffer> fragments =
      make_ipv4_fragments({}, make_tcp(segment(100)), 40);
  CheckedDissector checked;
  checked.feed(kRaw, fragments[0]);
  checked.feed(kRaw, fragments[2]);
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::fragments),
            fragments[0].size() + fragments[2].size());
  EXPECT_EQ(checked.dissector.findings().back().code, "fragments_incomplete");
}

TEST(Fragments, WaitingDatagramsAreGivenUpAfterAMinuteAndPastTheBound) {
  Ipv4Spec spec;
  const std::vector<Buffer> fragments =
      make_ipv4_fragments(spec, make_tcp(segment(100)), 64);
  CheckedDissector late;
  late.feed(kRaw, fragments[0]);
  Packet packet;
  packet.number = 2;
  packet.time_ns = 62'000'000'000;
  packet.link_type = kRaw;
  packet.data = fragments[1];
  packet.wire_bytes = fragments[1].size();
  EXPECT_TRUE(late.feed(packet).empty());
  late.close();

  DissectOptions options;
  options.max_fragment_bytes = 100'000;
  CheckedDissector bounded(options);
  for (unsigned id = 0; id < 1000; ++id) {
    spec.id = static_cast<std::uint16_t>(id);
    bounded.feed(kRaw, make_ipv4_fragments(spec, make_tcp(segment(1000)), 504)[0]);
  }
  const std::vector<Finding> findings = bounded.dissector.findings();
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].code, "fragments_dropped");
  EXPECT_GT(findings[0].count, 850u);
  // The youngest are still there.
  spec.id = 999;
  EXPECT_FALSE(
      bounded.feed(kRaw, make_ipv4_fragments(spec, make_tcp(segment(1000)), 504)[1])
          .empty() &&
      bounded.feed(kRaw, make_ipv4_fragments(spec, make_tcp(segment(1000)), 504)[2])
          .empty());
  bounded.close();
}

TEST(Fragments, LiesAboutPlaceAndLengthAreMalformed) {
  struct Case {
    const char* name;
    std::uint16_t fragment;
    std::size_t bytes;
  };
  const Case cases[] = {
      {"empty", 0x2000, 0},
      {"no multiple of 8", 0x2000, 41},
      {"beyond 65,535", 0x1fff, 100},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Ipv4Spec spec;
    spec.fragment = c.fragment;
    CheckedDissector checked;
    EXPECT_TRUE(checked.feed(kRaw, make_ipv4(spec, Buffer(c.bytes, 1))).empty());
    EXPECT_EQ(checked.dissector.counts().malformed, 1u);
    checked.close();
    EXPECT_EQ(checked.ledger.of(Fate::fragments), 0u);
  }
}

TEST(Fragments, WhatSnaplenCutIsAHoleInTheSegment) {
  const std::vector<Buffer> fragments =
      make_ipv4_fragments({}, make_tcp(segment(300)), 104);
  CheckedDissector checked;
  std::vector<KeptSegment> found;
  for (const Buffer& fragment : fragments) {
    const std::size_t size = std::min<std::size_t>(fragment.size(), 70);
    found = checked.feed(kRaw, Bytes(fragment).first(size), fragment.size());
  }
  ASSERT_EQ(found.size(), 4u);
  const std::string all = text(300);
  const std::size_t begins[] = {0, 84, 188, 292};
  const std::size_t sizes[] = {30, 50, 50, 8};
  const std::size_t wires[] = {84, 104, 104, 8};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i].segment.sequence, 5000 + begins[i]);
    EXPECT_EQ(found[i].payload, all.substr(begins[i], sizes[i]));
    EXPECT_EQ(found[i].segment.payload_bytes, wires[i]);
  }
  checked.close();
}

TEST(Fragments, TunnelsInsideFragmentsAndFragmentsInsideTunnels) {
  Ipv4Spec outer;
  outer.source = "192.0.2.1";
  outer.destination = "192.0.2.2";
  outer.protocol = 4;
  CheckedDissector checked;
  std::vector<KeptSegment> found;
  // The inner datagram is in fragments, and each of them is again.
  for (const Buffer& inner : make_ipv4_fragments({}, make_tcp(segment(300)), 104)) {
    ++outer.id;
    std::vector<Buffer> parts = make_ipv4_fragments(outer, inner, 48);
    std::reverse(parts.begin(), parts.end());
    for (const Buffer& part : parts) {
      EXPECT_TRUE(found.empty());
      found = checked.feed(kRaw, part);
    }
  }
  EXPECT_EQ(stream_of(found, 5000), text(300));
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::fragments), 0u);
}

TEST(Fragments, OtherTransportsAreNotTcp) {
  Ipv4Spec spec;
  spec.protocol = 17;
  CheckedDissector checked;
  for (const Buffer& fragment :
       make_ipv4_fragments(spec, make_udp(1, 2, Buffer(100, 0)), 64)) {
    EXPECT_TRUE(checked.feed(kRaw, fragment).empty());
  }
  checked.close();
  EXPECT_EQ(checked.ledger.of(Fate::not_tcp), checked.ledger.wire_bytes);
  EXPECT_EQ(checked.dissector.counts().udp, 1u);
}

TEST(Fragments, RandomFragmentsNeverBreakTheLedger) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    DissectOptions options;
    options.max_fragment_bytes = 5000;
    CheckedDissector checked(options);
    for (int i = 0; i < 60; ++i) {
      const bool v6 = random() % 2 == 0;
      const std::size_t size = random() % 5 * 8;
      const unsigned offset = static_cast<unsigned>(random() % 8);
      const bool more = random() % 3 != 0;
      const Buffer data(size, static_cast<std::uint8_t>(random() % 3 * 0x50));
      Buffer packet;
      if (v6) {
        Ipv6Spec spec;
        spec.next_header = 44;
        ByteWriter body;
        body.u8(6).u8(0).u16(offset * 8 | (more ? 1u : 0u)).u32(random() % 2).bytes(data);
        packet = make_ipv6(spec, body.out);
      } else {
        Ipv4Spec spec;
        spec.id = static_cast<std::uint16_t>(random() % 2);
        spec.fragment = static_cast<std::uint16_t>(offset | (more ? 0x2000u : 0u));
        packet = make_ipv4(spec, data);
      }
      const std::size_t cut =
          random() % 4 == 0 ? random() % packet.size() : packet.size();
      checked.feed(kRaw, Bytes(packet).first(cut), packet.size());
    }
    checked.close();
  }
}

}  // namespace
}  // namespace capaudit
