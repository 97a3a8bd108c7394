// SPDX-License-Identifier: Apache-2.0
// pcap files, right and wrong. libpcap is the witness where it can read the same file.
#include <cstdio>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <pcap/pcap.h>

#include "tests/analyzer/ingest/read_all.h"
#include "tests/support/capture_files.h"
#include "tests/support/corpus.h"

namespace capaudit {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kBase = 1'700'000'000 * kSecond;

Buffer frame(std::size_t size, std::uint8_t fill = 7) {
  return Buffer(size, fill);
}

TEST(PcapReader, EveryMagicInBothByteOrdersHasItsClock) {
  struct Case {
    const char* name;
    std::uint32_t magic;
    std::int64_t unit;
    std::uint64_t second_record;
    const char* container;
  };
  const Case cases[] = {
      {"microseconds", 0xa1b2c3d4, 1000, 24 + 16 + 60, "pcap"},
      {"nanoseconds", 0xa1b23c4d, 1, 24 + 16 + 60, "pcap (nanoseconds)"},
      {"modified", 0xa1b2cd34, 1000, 24 + 24 + 60, "pcap (modified)"},
  };
  for (const Case& c : cases) {
    for (const bool big : {false, true}) {
      SCOPED_TRACE(std::string(c.name) + (big ? ", big endian" : ", little endian"));
      PcapSettings settings;
      settings.magic = c.magic;
      settings.big_endian = big;
      const ReadCapture got =
          read_all(PcapFile(settings).add(frame(60), 5).add(frame(61, 8), 6).bytes());
      ASSERT_FALSE(got.error);
      ASSERT_EQ(got.packets.size(), 2u);
      EXPECT_EQ(got.packets[0].packet.time_ns, kBase + 5 * c.unit);
      EXPECT_EQ(got.packets[1].packet.time_ns, kBase + 6 * c.unit);
      EXPECT_EQ(got.packets[0].packet.file_offset, 24u);
      EXPECT_EQ(got.packets[1].packet.file_offset, c.second_record);
      EXPECT_EQ(got.packets[1].packet.number, 2u);
      EXPECT_EQ(got.packets[1].data, frame(61, 8));
      EXPECT_EQ(got.info.container, c.container);
      EXPECT_EQ(got.info.captured_bytes, 121u);
      EXPECT_EQ(got.info.wire_bytes, 121u);
      EXPECT_FALSE(got.info.damaged);
    }
  }
}

TEST(PcapReader, AFractionOfASecondOrMoreCarriesIntoTheSeconds) {
  const ReadCapture got = read_all(PcapFile().add(frame(1), 2'500'000).bytes());
  ASSERT_EQ(got.packets.size(), 1u);
  EXPECT_EQ(got.packets[0].packet.time_ns, kBase + 2 * kSecond + kSecond / 2);
}

TEST(PcapReader, TheLinkTypeIsTheLow16BitsAndTheTopOnesAreTheFrameCheckSequence) {
  struct Case {
    std::uint32_t network, link_type, fcs_bytes;
  };
  // Bit 26: length given; bits 28 to 31: in units of 16 bits.
  const Case cases[] = {
      {1, 1, 0},
      {0x24000001, 1, 4},
      {0x20000001, 1, 0},  // the length without the flag says nothing
      {0x04000001, 1, 0},
      {0xf4000065, 101, 30},
      {0x7fffffff, 0xffff, 14},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.network);
    PcapSettings settings;
    settings.network = c.network;
    const ReadCapture got = read_all(PcapFile(settings).add(frame(60)).bytes());
    ASSERT_EQ(got.packets.size(), 1u);
    EXPECT_EQ(got.packets[0].packet.link_type, c.link_type);
    EXPECT_EQ(got.packets[0].packet.fcs_bytes, c.fcs_bytes);
    EXPECT_EQ(got.info.interfaces.at(0).link_type, c.link_type);
  }
}

TEST(PcapReader, AnOriginalLengthBelowTheCapturedOneIsRepairedAndTold) {
  PcapRecord record;
  record.data = frame(100);
  record.original = 40;
  const ReadCapture got = read_all(PcapFile().add(record).add(record).bytes());
  ASSERT_EQ(got.packets.size(), 2u);
  EXPECT_EQ(got.packets[0].packet.wire_bytes, 100u);
  ASSERT_NE(got.find("captured_exceeds_original"), nullptr);
  EXPECT_EQ(got.find("captured_exceeds_original")->count, 2u);
  EXPECT_EQ(got.find("captured_exceeds_original")->frame, 1u);
}

TEST(PcapReader, LengthsAreSwappedInFilesBeforeVersion23) {
  PcapSettings settings;
  settings.minor = 2;
  PcapRecord record;
  record.data = frame(50);
  record.captured = 90;  // stands where the original length stands since
  record.original = 50;
  const ReadCapture got = read_all(PcapFile(settings).add(record).bytes());
  ASSERT_EQ(got.packets.size(), 1u);
  EXPECT_EQ(got.packets[0].data.size(), 50u);
  EXPECT_EQ(got.packets[0].packet.wire_bytes, 90u);
}

TEST(PcapReader, EveryPrefixGivesTheWholeRecordsAndNamesTheCut) {
  const Buffer file = PcapFile().add(frame(10)).add(frame(0)).add(frame(20)).bytes();
  const std::size_t ends[] = {24, 24 + 26, 24 + 26 + 16, 24 + 26 + 16 + 36};
  ASSERT_EQ(file.size(), ends[3]);
  for (std::size_t size = 4; size <= file.size(); ++size) {
    SCOPED_TRACE(size);
    const ReadCapture got =
        read_all(Buffer(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
    if (size < 24) {
      ASSERT_TRUE(got.error);
      EXPECT_EQ(got.error->code, ErrorCode::truncated);
      continue;
    }
    ASSERT_FALSE(got.error);
    std::size_t whole = 0;
    while (whole < 3 && ends[whole + 1] <= size) {
      ++whole;
    }
    EXPECT_EQ(got.packets.size(), whole);
    const bool cut = ends[whole] != size;
    EXPECT_EQ(got.info.damaged, cut);
    ASSERT_EQ(got.find("truncated_file") != nullptr, cut);
    if (cut) {
      EXPECT_EQ(got.find("truncated_file")->file_offset, ends[whole]);
      EXPECT_EQ(got.find("truncated_file")->severity, Severity::damage);
    }
    EXPECT_EQ(got.info.file_bytes, size);
  }
}

TEST(PcapReader, AnAbsurdLengthIsDamageAtItsOffsetAndWhatStandsBeforeIsRead) {
  for (const std::uint32_t length : {0xffffffffu, 0x80000000u, 0x40000000u, 262145u}) {
    SCOPED_TRACE(length);
    PcapRecord record;
    record.data = frame(300'000);
    record.captured = length;
    const ReadCapture got =
        read_all(PcapFile().add(frame(10)).add(record).add(frame(10)).bytes());
    EXPECT_EQ(got.packets.size(), 1u);
    EXPECT_TRUE(got.info.damaged);
    ASSERT_NE(got.find("damaged_record"), nullptr);
    EXPECT_EQ(got.find("damaged_record")->file_offset, 24u + 26u);
    EXPECT_EQ(got.info.file_bytes, 24u + 26u + 300'016u + 26u);
  }
}

TEST(PcapReader, ARecordAboveItsSnaplenIsReadWholeUpToTheUsualBound) {
  PcapSettings settings;
  settings.snaplen = 96;
  const ReadCapture got = read_all(PcapFile(settings).add(frame(1500)).bytes());
  ASSERT_EQ(got.packets.size(), 1u);
  EXPECT_EQ(got.packets[0].data.size(), 1500u);
}

TEST(PcapReader, ASnaplenOfZeroSetsNoBoundBelowTheOptions) {
  PcapSettings settings;
  settings.snaplen = 0;
  const Buffer file = PcapFile(settings).add(frame(500'000)).bytes();
  EXPECT_EQ(read_all(file).packets.size(), 1u);
  OpenOptions options;
  options.max_packet_bytes = 499'999;
  EXPECT_EQ(read_all(file, options).packets.size(), 0u);
}

TEST(PcapReader, JoinedFilesAreReadUpToTheSecondHeader) {
  for (const bool big : {false, true}) {
    PcapSettings other;
    other.big_endian = big;
    const Buffer first = PcapFile().add(frame(10)).bytes();
    const ReadCapture got = read_all(first + PcapFile(other).add(frame(20)).bytes());
    EXPECT_EQ(got.packets.size(), 1u);
    ASSERT_NE(got.find("joined_files"), nullptr);
    EXPECT_EQ(got.find("joined_files")->file_offset, first.size());
  }
}

TEST(PcapReader, AnotherVersionIsUnsupported) {
  PcapSettings settings;
  settings.major = 3;
  const ReadCapture got = read_all(PcapFile(settings).bytes());
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, ErrorCode::unsupported);
}

TEST(PcapReader, AFilterKeepsPacketsBackButNotTheirNumbers) {
  // Ethernet with the types of IPv4 (an empty frame) and ARP.
  const Buffer ip = ByteWriter().zeros(12).u16(0x0800).zeros(46).out;
  const Buffer arp = ByteWriter().zeros(12).u16(0x0806).zeros(46).out;
  OpenOptions options;
  options.filter = "arp";
  const ReadCapture got =
      read_all(PcapFile().add(ip).add(arp).add(ip).add(arp).bytes(), options);
  ASSERT_EQ(got.packets.size(), 2u);
  EXPECT_EQ(got.packets[0].packet.number, 2u);
  EXPECT_EQ(got.packets[1].packet.number, 4u);
  EXPECT_EQ(got.info.packets, 2u);
  EXPECT_EQ(got.info.filtered_out, 2u);
  EXPECT_EQ(got.info.captured_bytes, 120u);
}

TEST(PcapReader, AWrongFilterIsAnErrorAndOneForAnotherLinkTypeAFinding) {
  OpenOptions options;
  options.filter = "tcp prot 80";
  EXPECT_TRUE(check_filter(options.filter));
  EXPECT_FALSE(check_filter("tcp port 80"));
  EXPECT_FALSE(check_filter("wlan type mgt"));
  EXPECT_FALSE(check_filter(""));
  EXPECT_TRUE(read_all(PcapFile().add(frame(60)).bytes(), options).error);
  options.filter = "wlan type mgt";
  const ReadCapture got = read_all(PcapFile().add(frame(60)).bytes(), options);
  ASSERT_FALSE(got.error);
  EXPECT_EQ(got.packets.size(), 0u);
  EXPECT_NE(got.find("filter_not_applicable"), nullptr);
}

TEST(PcapReader, ARawLinkTypeIsFilteredAsWhatItIs) {
  PcapSettings settings;
  settings.network = 101;
  Buffer udp = ByteWriter()
                   .u8(0x45)
                   .u8(0)
                   .u16(28)
                   .u32(0)
                   .u8(64)
                   .u8(17)
                   .u16(0)
                   .u32(1)
                   .u32(2)
                   .u16(1000)
                   .u16(53)
                   .u16(8)
                   .u16(0)
                   .out;
  OpenOptions options;
  options.filter = "udp port 53";
  EXPECT_EQ(read_all(PcapFile(settings).add(udp).bytes(), options).packets.size(), 1u);
}

// What libpcap makes of the same file, with nanoseconds.
std::vector<KeptPacket> witness(const Buffer& file) {
  std::vector<KeptPacket> out;
  std::string copy(as_text(file));
  std::FILE* stream = fmemopen(copy.data(), copy.size(), "rb");
  if (stream == nullptr) {
    return out;
  }
  char message[PCAP_ERRBUF_SIZE] = {};
  pcap_t* handle = pcap_fopen_offline_with_tstamp_precision(
      stream, PCAP_TSTAMP_PRECISION_NANO, message);
  if (handle == nullptr) {
    std::fclose(stream);
    return out;
  }
  pcap_pkthdr* header = nullptr;
  const u_char* data = nullptr;
  while (pcap_next_ex(handle, &header, &data) == 1) {
    KeptPacket packet;
    packet.packet.number = out.size() + 1;
    packet.packet.time_ns =
        std::int64_t{header->ts.tv_sec} * kSecond + header->ts.tv_usec;
    packet.packet.wire_bytes = std::max(header->len, header->caplen);
    packet.data.assign(data, data + header->caplen);
    out.push_back(std::move(packet));
  }
  pcap_close(handle);
  return out;
}

void expect_same(const std::vector<KeptPacket>& ours,
                 const std::vector<KeptPacket>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].packet.time_ns, theirs[i].packet.time_ns) << i;
    EXPECT_EQ(ours[i].packet.wire_bytes, theirs[i].packet.wire_bytes) << i;
    EXPECT_EQ(ours[i].data, theirs[i].data) << i;
  }
}

TEST(PcapReader, ReadsWhatLibpcapReads) {
  for (const std::uint32_t magic : {0xa1b2c3d4u, 0xa1b23c4du, 0xa1b2cd34u}) {
    for (const bool big : {false, true}) {
      SCOPED_TRACE(magic);
      PcapSettings settings;
      settings.magic = magic;
      settings.big_endian = big;
      PcapRecord cut;
      cut.fraction = 999'999;
      cut.data = frame(96);
      cut.original = 1500;
      const Buffer file =
          PcapFile(settings).add(frame(60), 1).add(frame(0), 2).add(cut).bytes();
      expect_same(read_all(file).packets, witness(file));
    }
  }
}

TEST(PcapReader, ReadsEveryCaptureOfTheCorpusAsLibpcapDoes) {
  const std::vector<std::filesystem::path> files = corpus_files("pcap", ".pcap");
  if (files.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  for (const std::filesystem::path& path : files) {
    SCOPED_TRACE(path.filename());
    const Buffer file = read_file(path);
    const ReadCapture ours = read_all(file);
    ASSERT_FALSE(ours.error) << ours.error->what;
    if (ours.info.container != "pcapng") {
      expect_same(ours.packets, witness(file));
    }
  }
}

}  // namespace
}  // namespace capaudit
