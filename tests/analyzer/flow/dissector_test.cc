// SPDX-License-Identifier: Apache-2.0
// TCP headers, the ledger's fates and checksums.
#include <filesystem>

#include <gtest/gtest.h>

#include "analyzer/ingest/packet_source.h"
#include "tests/support/byte_writer.h"
#include "tests/support/checked_dissector.h"
#include "tests/support/corpus.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

TEST(Dissector, GivesEveryFieldOfATcpHeader) {
  TcpSpec spec;
  spec.source = "[2001:db8::1]:51234";
  spec.destination = "[2001:db8::2]:8080";
  spec.sequence = 0xfffffff0;
  spec.acknowledgment = 0x80000001;
  spec.flags = kTcpAck | kTcpUrg | kTcpPsh;
  spec.window = 4321;
  spec.urgent = 7;
  spec.payload = "hello";
  CheckedDissector checked;
  const auto found = checked.feed(1, make_frame(spec));
  ASSERT_EQ(found.size(), 1u);
  const Segment& segment = found[0].segment;
  EXPECT_EQ(to_string(segment.source), "[2001:db8::1]:51234");
  EXPECT_EQ(to_string(segment.destination), "[2001:db8::2]:8080");
  EXPECT_EQ(segment.sequence, 0xfffffff0u);
  EXPECT_EQ(segment.acknowledgment, 0x80000001u);
  EXPECT_EQ(segment.flags, kTcpAck | kTcpUrg | kTcpPsh);
  EXPECT_EQ(segment.window, 4321);
  EXPECT_EQ(segment.urgent, 7);
  EXPECT_EQ(segment.payload_bytes, 5u);
  EXPECT_EQ(found[0].payload, "hello");
  EXPECT_EQ(segment.frame.number, 1u);
  EXPECT_EQ(segment.frame.wire_bytes, 14u + 40 + 20 + 5);
  EXPECT_EQ(segment.frame.time_ns, 1'000'000);
  EXPECT_EQ(checked.ledger.of(Fate::layer_headers), 74u);
  EXPECT_EQ(checked.ledger.of(Fate::exchange), 5u);
}

TEST(Dissector, ReadsOptionsUpToTheFirstDamage) {
  struct Case {
    const char* name;
    std::uint8_t flags;
    Buffer options;
    std::optional<std::uint16_t> mss;
    std::optional<std::uint8_t> scale;
    std::optional<std::uint32_t> timestamp;
  };
  const Case cases[] = {
      {"SYN of Linux", kTcpSyn,
       ByteWriter()
           .u32(0x020405b4)
           .u16(0x0402)
           .u16(0x080a)
           .u32(0x11223344)
           .u32(0)
           .u8(1)
           .u24(0x030307)
           .out,
       1460, 7, 0x11223344},
      {"outside a SYN only the time counts", kTcpAck,
       ByteWriter().u32(0x020405b4).u32(0x01030307).u32(0x0101080a).u64(5).out,
       std::nullopt, std::nullopt, 0},
      {"end of options", kTcpSyn, ByteWriter().u32(0).u32(0x020405b4).out, {}, {}, {}},
      {"length 0", kTcpSyn, ByteWriter().u32(0x05000101).u32(0x020405b4).out, {}, {}, {}},
      {"length 1", kTcpSyn, ByteWriter().u32(0x05010101).u32(0x020405b4).out, {}, {}, {}},
      {"length beyond the header",
       kTcpSyn,
       ByteWriter().u32(0x020405b4).u32(0x03ff0101).out,
       1460,
       {},
       {}},
      {"another length than the option has",
       kTcpSyn,
       ByteWriter().u32(0x02030501).u32(0x02040100).out,
       256,
       {},
       {}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    TcpSpec spec;
    spec.flags = c.flags;
    spec.options = c.options;
    CheckedDissector checked;
    const auto found = checked.feed(1, make_frame(spec));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].segment.mss, c.mss);
    EXPECT_EQ(found[0].segment.window_scale, c.scale);
    EXPECT_EQ(found[0].segment.timestamp, c.timestamp);
    EXPECT_EQ(checked.ledger.of(Fate::tcp_control), 54u + c.options.size());
  }
}

TEST(Dissector, ATcpHeaderThatCannotBeIsMalformed) {
  for (const unsigned words : {0u, 1u, 4u, 15u}) {
    TcpSpec spec;
    spec.payload = "12345678";
    Buffer tcp = make_tcp(spec);
    tcp[12] = static_cast<std::uint8_t>(words << 4);
    CheckedDissector checked;
    EXPECT_TRUE(checked.feed(101, make_ipv4({}, tcp)).empty()) << words;
    EXPECT_EQ(checked.dissector.counts().malformed, 1u);
  }
}

TEST(Dissector, ACutInTheTcpOptionsStillShowsWhatWasOnTheWire) {
  TcpSpec spec;
  spec.options = ByteWriter().u32(0x0101080a).u64(0).out;
  spec.payload = std::string(500, 'x');
  const Buffer frame = make_frame(spec);
  CheckedDissector checked;
  const auto found = checked.feed(1, Bytes(frame).first(58), frame.size());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].segment.payload_bytes, 500u);
  EXPECT_EQ(found[0].payload, "");
  EXPECT_EQ(checked.ledger.of(Fate::layer_headers), 58u);
  EXPECT_EQ(checked.ledger.of(Fate::snaplen_cut), frame.size() - 58);
}

TEST(Dissector, ChecksumsAreCheckedOnRequestOnly) {
  TcpSpec spec;
  spec.payload = "data!";
  const Buffer right = make_frame(spec);
  Buffer wrong = right;
  wrong.back() ^= 1;
  Buffer wrong_ip = right;
  wrong_ip[14 + 8] ^= 1;  // time to live
  Buffer no_ip = right;
  no_ip[14 + 10] = no_ip[14 + 11] = 0;
  DissectOptions options;
  options.check_checksums = true;
  CheckedDissector checked(options);
  EXPECT_FALSE(checked.feed(1, right).at(0).segment.checksum_wrong);
  EXPECT_EQ(checked.dissector.counts().checksum_wrong, 0u);
  EXPECT_TRUE(checked.feed(1, wrong).at(0).segment.checksum_wrong);
  EXPECT_EQ(checked.dissector.counts().checksum_wrong, 1u);
  EXPECT_FALSE(checked.feed(1, wrong_ip).at(0).segment.checksum_wrong);
  EXPECT_EQ(checked.dissector.counts().checksum_wrong, 2u);
  checked.feed(1, no_ip);
  EXPECT_EQ(checked.dissector.counts().checksum_offloaded, 1u);
  // What snaplen cut cannot be checked.
  EXPECT_FALSE(
      checked.feed(1, Bytes(wrong).first(58), wrong.size()).at(0).segment.checksum_wrong);
  CheckedDissector unchecked;
  EXPECT_FALSE(unchecked.feed(1, wrong).at(0).segment.checksum_wrong);
}

TEST(Dissector, ASumLeftToTheNetworkCardIsNoError) {
  TcpSpec spec;
  spec.payload = "data";
  Buffer frame = make_frame(spec);
  // Addresses, protocol and length: 0a00 + 0001 + 0a00 + 0002 + 6 + 24 (RFC 9293 3.1).
  const unsigned sum = 0x0a00 + 0x0001 + 0x0a00 + 0x0002 + 6 + 24;
  frame[14 + 20 + 16] = static_cast<std::uint8_t>(sum >> 8);
  frame[14 + 20 + 17] = static_cast<std::uint8_t>(sum);
  DissectOptions options;
  options.check_checksums = true;
  CheckedDissector checked(options);
  EXPECT_FALSE(checked.feed(1, frame).at(0).segment.checksum_wrong);
  EXPECT_EQ(checked.dissector.counts().checksum_offloaded, 1u);
}

TEST(Dissector, TheLedgerOfEveryCorpusCaptureSumsUp) {
  std::size_t files = 0;
  for (const char* ending : {".pcap", ".pcapng", ".gz"}) {
    for (const std::filesystem::path& path : corpus_files("pcap", ending)) {
      SCOPED_TRACE(path.filename());
      Result<std::unique_ptr<PacketSource>> source = open_capture(path.string(), {});
      ASSERT_TRUE(source.ok()) << source.error().what;
      CheckedDissector checked;
      Packet packet;
      while ((*source)->next(packet)) {
        checked.feed(packet);
      }
      checked.close();
      EXPECT_EQ(checked.ledger.wire_bytes, (*source)->info().wire_bytes);
      EXPECT_EQ(checked.dissector.counts().frames, (*source)->info().packets);
      ++files;
    }
  }
  if (files == 0) {
    GTEST_SKIP() << "skipped: no corpus";
  }
}

}  // namespace
}  // namespace capaudit
