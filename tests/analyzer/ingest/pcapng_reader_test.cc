// SPDX-License-Identifier: Apache-2.0
// pcapng files, right and wrong (draft-ietf-opsawg-pcapng).
#include <string>

#include <gtest/gtest.h>

#include "analyzer/ingest/capture_time.h"
#include "tests/analyzer/ingest/read_all.h"
#include "tests/support/capture_files.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kTicks = 1'700'000'000'000'000;  // microseconds
constexpr std::int64_t kBase = 1'700'000'000'000'000'000;

Buffer frame(std::size_t size, std::uint8_t fill = 7) {
  return Buffer(size, fill);
}

PcapngOption text_option(std::uint16_t code, std::string_view text) {
  return {code, Buffer(text.begin(), text.end())};
}

TEST(PcapngReader, InterfacesHaveTheirOwnLinkTypeClockAndSnaplen) {
  PcapngFile file;
  file.interface({1, 65535, {text_option(2, "eth0"), {9, {9}}, {13, {4}}}});
  file.interface({101, 96, {{9, {0x80 | 20}}, {11, {0, 't', 'c', 'p'}}}});
  file.interface({113, 0, {{14, file.number(3600, 8)}}});
  file.enhanced(0, 1'700'000'000'123'456'789, frame(61));
  file.enhanced(1, (std::uint64_t{1'700'000'000} << 20) + (1u << 19), frame(40), 1500);
  file.enhanced(2, kTicks + 1, frame(50));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_FALSE(got.error);
  ASSERT_EQ(got.packets.size(), 3u);
  EXPECT_EQ(got.packets[0].packet.time_ns, kBase + 123'456'789);
  EXPECT_EQ(got.packets[0].packet.fcs_bytes, 4u);
  EXPECT_EQ(got.packets[0].data, frame(61));
  EXPECT_EQ(got.packets[1].packet.link_type, 101u);
  EXPECT_EQ(got.packets[1].packet.time_ns, kBase + 500'000'000);
  EXPECT_EQ(got.packets[1].packet.wire_bytes, 1500u);
  EXPECT_EQ(got.packets[2].packet.time_ns, kBase + 3'600'000'001'000);
  EXPECT_EQ(got.packets[2].packet.interface, 2u);
  ASSERT_EQ(got.info.interfaces.size(), 3u);
  EXPECT_EQ(got.info.interfaces[0].name, "eth0");
  EXPECT_EQ(got.info.interfaces[1].filter, "tcp");
  EXPECT_EQ(got.info.interfaces[1].snaplen, 96u);
  EXPECT_EQ(got.info.interfaces[1].ticks_per_second, 1 << 20);
  EXPECT_EQ(got.info.interfaces[2].offset_seconds, 3600);
  EXPECT_EQ(got.info.interfaces[0].packets, 1u);
  EXPECT_EQ(got.info.container, "pcapng");
  EXPECT_FALSE(got.info.damaged);
}

TEST(PcapngReader, EachSectionHasItsByteOrderAndCountsInterfacesFromZero) {
  PcapngFile file;
  file.interface({1, 0, {}}).enhanced(0, kTicks, frame(60));
  file.section(true).interface({101, 0, {}}).enhanced(0, kTicks + 1, frame(61));
  file.section(false).interface({113, 0, {}}).enhanced(0, kTicks + 2, frame(62));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 3u);
  EXPECT_EQ(got.info.sections, 3u);
  EXPECT_EQ(got.packets[1].packet.link_type, 101u);
  EXPECT_EQ(got.packets[1].packet.time_ns, kBase + 1000);
  EXPECT_EQ(got.packets[2].packet.link_type, 113u);
  EXPECT_EQ(got.packets[2].packet.interface, 2u);
  EXPECT_EQ(got.packets[2].packet.number, 3u);
}

TEST(PcapngReader, SimplePacketsHaveNoTimeAndEndAtTheSnaplen) {
  PcapngFile file;
  file.interface({1, 40, {}}).simple(frame(40), 1500).simple(frame(7));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 2u);
  EXPECT_EQ(got.packets[0].packet.time_ns, std::nullopt);
  EXPECT_EQ(got.packets[0].data.size(), 40u);
  EXPECT_EQ(got.packets[0].packet.wire_bytes, 1500u);
  EXPECT_EQ(got.packets[1].data.size(), 7u);
}

TEST(PcapngReader, ObsoletePacketBlocksAreReadAndTheirDropsAdded) {
  PcapngFile file;
  file.interface({1, 0, {}}).obsolete(0, 3, kTicks, frame(5));
  file.obsolete(0, 0xffff, kTicks, frame(6)).obsolete(0, 4, kTicks, frame(6));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 3u);
  EXPECT_EQ(got.packets[0].packet.time_ns, kBase);
  EXPECT_EQ(got.info.interfaces[0].dropped, 7u);
}

TEST(PcapngReader, StatisticsAndSecretsAndOriginAreKept) {
  PcapngFile file;
  file.section(false, {text_option(2, "x86"), text_option(3, "Linux 6"),
                       text_option(4, "Dumpcap")});
  file.interface({1, 0, {}});
  file.secrets(0x544c534b, "CLIENT_RANDOM 00 11\n").secrets(0x57474b4c, "wireguard");
  file.block(4, Buffer(8, 0)).block(0x0bad, Buffer(16, 1));
  file.statistics(0, {{4, file.number(100, 8)}, {5, file.number(0, 8)}});
  file.statistics(
      0, {{4, file.number(200, 8)}, {5, file.number(9, 8)}, {7, file.number(1, 8)}});
  const ReadCapture got = read_all(file.bytes());
  EXPECT_EQ(got.info.hardware, "x86");
  EXPECT_EQ(got.info.os, "Linux 6");
  EXPECT_EQ(got.info.application, "Dumpcap");
  ASSERT_EQ(got.info.tls_key_logs.size(), 1u);
  EXPECT_EQ(got.info.tls_key_logs[0], "CLIENT_RANDOM 00 11\n");
  EXPECT_EQ(got.info.interfaces[0].received, 200u);
  EXPECT_EQ(got.info.interfaces[0].dropped, 9u);
  EXPECT_EQ(got.info.interfaces[0].os_dropped, 1u);
}

TEST(PcapngReader, PacketFlagsStateTheFrameCheckSequence) {
  PcapngFile file;
  file.interface({1, 0, {{13, {4}}}});
  file.enhanced(0, kTicks, frame(60), std::nullopt, {{2, file.number(2 << 5, 4)}});
  file.enhanced(0, kTicks, frame(60), std::nullopt, {{2, file.number(1, 4)}});
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 2u);
  EXPECT_EQ(got.packets[0].packet.fcs_bytes, 2u);
  EXPECT_EQ(got.packets[1].packet.fcs_bytes, 4u);
}

TEST(PcapngReader, APacketOfAnUndeclaredInterfaceIsLeftOutAndTold) {
  PcapngFile file;
  file.interface({1, 0, {}});
  file.enhanced(1, kTicks, frame(60)).enhanced(0, kTicks, frame(61));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 1u);
  EXPECT_EQ(got.packets[0].packet.number, 2u);
  EXPECT_TRUE(got.info.damaged);
  EXPECT_NE(got.find("undeclared_interface"), nullptr);
}

TEST(PcapngReader, APacketLongerThanItsBlockIsLeftOutAndTheNextIsRead) {
  PcapngFile file;
  file.interface({1, 0, {}});
  Buffer body = ByteWriter(false).u32(0).u64(0).u32(9).u32(9).zeros(8).out;
  file.block(6, body).enhanced(0, kTicks, frame(5));
  file.block(6, Buffer(8, 0)).enhanced(0, kTicks, frame(6));
  const ReadCapture got = read_all(file.bytes());
  ASSERT_EQ(got.packets.size(), 2u);
  EXPECT_EQ(got.packets[1].data.size(), 6u);
  ASSERT_NE(got.find("damaged_packet"), nullptr);
  EXPECT_EQ(got.find("damaged_packet")->count, 2u);
}

TEST(PcapngReader, ABlockLengthThatCannotBeEndsTheReadingAtItsOffset) {
  struct Case {
    const char* name;
    std::uint32_t length, at_end;
  };
  const Case cases[] = {
      {"zero", 0, 0},
      {"below the frame of a block", 8, 8},
      {"no multiple of four", 13, 13},
      {"the largest", 0xffffffff, 0xffffffff},
      {"the largest multiple of four", 0xfffffffc, 0xfffffffc},
      {"another at the end", 44, 48},
  };
  for (const std::uint32_t type : {6u, 1u, 5u, 10u, 0x0bad0badu}) {
    for (const Case& c : cases) {
      SCOPED_TRACE(std::string(c.name) + ", type " + std::to_string(type));
      PcapngFile file;
      file.interface({1, 0, {}}).enhanced(0, kTicks, frame(12));
      const std::size_t at = file.bytes().size();
      file.block(type, Buffer(32, 0), c.length, c.at_end);
      file.enhanced(0, kTicks, frame(12));
      const ReadCapture got = read_all(file.bytes());
      ASSERT_FALSE(got.error);
      EXPECT_EQ(got.packets.size(), 1u);
      EXPECT_TRUE(got.info.damaged);
      ASSERT_FALSE(got.info.findings.empty());
      EXPECT_EQ(got.info.findings[0].file_offset, at);
    }
  }
}

TEST(PcapngReader, EveryPrefixGivesTheWholePacketsAndNamesTheCut) {
  PcapngFile file;
  file.interface({1, 0, {}});
  std::vector<std::size_t> ends = {28, file.bytes().size()};
  std::vector<std::size_t> packets = {0, 0};
  for (std::size_t i = 1; i <= 3; ++i) {
    file.enhanced(0, kTicks, frame(i));
    ends.push_back(file.bytes().size());
    packets.push_back(i);
  }
  for (std::size_t size = 4; size <= file.bytes().size(); ++size) {
    SCOPED_TRACE(size);
    const ReadCapture got = read_all(Buffer(
        file.bytes().begin(), file.bytes().begin() + static_cast<std::ptrdiff_t>(size)));
    if (size < 28) {
      ASSERT_TRUE(got.error);
      EXPECT_EQ(got.error->code, ErrorCode::truncated);
      continue;
    }
    ASSERT_FALSE(got.error);
    std::size_t block = 0;
    while (block + 1 < ends.size() && ends[block + 1] <= size) {
      ++block;
    }
    EXPECT_EQ(got.packets.size(), packets[block]);
    EXPECT_EQ(got.info.damaged, ends[block] != size);
    if (got.info.damaged) {
      EXPECT_EQ(got.find("truncated_file")->file_offset, ends[block]);
    }
  }
}

TEST(PcapngReader, ASectionsDeclaredLengthIsIgnored) {
  for (const std::uint64_t length :
       {std::uint64_t{0}, std::uint64_t{12}, ~std::uint64_t{1}, std::uint64_t{1} << 63}) {
    PcapngFile file;
    file.section(false, {}, length).interface({1, 0, {}}).enhanced(0, kTicks, frame(9));
    EXPECT_EQ(read_all(file.bytes()).packets.size(), 1u) << length;
  }
}

TEST(PcapngReader, DamagedOptionsCostNoPacket) {
  struct Case {
    const char* name;
    Buffer options;
  };
  const Case cases[] = {
      {"longer than the block", ByteWriter(false).u16(9).u16(200).u32(0).out},
      {"header cut", ByteWriter(false).u16(9).u16(1).out},
      {"empty resolution", ByteWriter(false).u16(9).u16(0).out},
      {"no end", ByteWriter(false).u16(2).u16(2).u32(0).out},
      {"end with a length", ByteWriter(false).u16(0).u16(4).u32(0).out},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    PcapngFile file;
    file.block(1, ByteWriter(false).u16(1).u16(0).u32(0).bytes(c.options).out);
    file.enhanced(0, kTicks, frame(9));
    const ReadCapture got = read_all(file.bytes());
    ASSERT_EQ(got.packets.size(), 1u);
    EXPECT_EQ(got.packets[0].packet.time_ns, kBase);
    EXPECT_FALSE(got.info.damaged);
  }
}

TEST(PcapngReader, AnotherMajorVersionOrMagicIsRefused) {
  for (const Buffer& body : {ByteWriter(false).u32(0x1a2b3c4d).u16(2).u16(0).u64(0).out,
                             ByteWriter(false).u32(0x1a2b3c4e).u16(1).u16(0).u64(0).out,
                             ByteWriter(false).u32(0x1a2b3c4d).out}) {
    const Buffer file = ByteWriter(false)
                            .u32(0x0a0d0d0a)
                            .u32(body.size() + 12)
                            .bytes(body)
                            .u32(body.size() + 12)
                            .out;
    const ReadCapture got = read_all(file);
    ASSERT_TRUE(got.error);
    EXPECT_EQ(got.error->code, ErrorCode::unsupported);
    EXPECT_NE(got.error->what.find("dir/some.cap"), std::string::npos);
  }
}

TEST(CaptureTime, EveryResolutionByteIsANumberOfTicksOrNoClock) {
  EXPECT_EQ(ticks_per_second(0), 1);
  EXPECT_EQ(ticks_per_second(6), 1'000'000);
  EXPECT_EQ(ticks_per_second(18), 1'000'000'000'000'000'000);
  EXPECT_EQ(ticks_per_second(19), 0);
  EXPECT_EQ(ticks_per_second(127), 0);
  EXPECT_EQ(ticks_per_second(0x80), 1);
  EXPECT_EQ(ticks_per_second(0x80 | 62), std::int64_t{1} << 62);
  EXPECT_EQ(ticks_per_second(0x80 | 63), 0);
  EXPECT_EQ(ticks_per_second(0xff), 0);
}

TEST(CaptureTime, TimesBeyondSixtyFourBitsOfNanosecondsAreUnknown) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(to_nanoseconds(5, 0, 0), std::nullopt);
  EXPECT_EQ(to_nanoseconds(kMost, 1, 0), std::nullopt);
  EXPECT_EQ(to_nanoseconds(kMost, 1, kFar), std::nullopt);
  EXPECT_EQ(to_nanoseconds(0, 1, -kFar - 1), std::nullopt);
  EXPECT_EQ(to_nanoseconds(kMost, 1'000'000, 0), std::nullopt);
  EXPECT_EQ(to_nanoseconds(kMost, 1'000'000'000'000'000'000, 0), 18'446'744'073);
  EXPECT_EQ(to_nanoseconds(3, 1, -5), -2'000'000'000);
  EXPECT_EQ(to_nanoseconds(3, 2, -5), -3'500'000'000);
  EXPECT_EQ(to_nanoseconds(9'223'372'036'854'775'807, 1'000'000'000, 0), kFar);
  EXPECT_EQ(to_nanoseconds(9'223'372'036'854'775'808u, 1'000'000'000, 0), std::nullopt);
}

TEST(PcapngReader, NoResolutionAndNoOffsetBreaksTheReading) {
  for (unsigned resolution = 0; resolution < 256; ++resolution) {
    for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{1} << 62,
                                       std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
      PcapngFile file;
      file.interface(
          {1,
           0,
           {{9, {static_cast<std::uint8_t>(resolution)}}, {14, file.number(offset, 8)}}});
      file.enhanced(0, kTicks, frame(9));
      const ReadCapture got = read_all(file.bytes());
      ASSERT_EQ(got.packets.size(), 1u);
      EXPECT_EQ(got.packets[0].packet.time_ns.has_value(),
                got.find("time_unknown") == nullptr);
    }
  }
}

}  // namespace
}  // namespace capaudit
