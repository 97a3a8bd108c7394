// SPDX-License-Identifier: Apache-2.0
// IPv4 and IPv6 headers that say the truth, nothing, or lies.
#include <gtest/gtest.h>

#include "tests/support/byte_writer.h"
#include "tests/support/checked_dissector.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

constexpr std::uint32_t kRaw = 101;

TcpSpec with_payload(std::string payload) {
  TcpSpec spec;
  spec.payload = std::move(payload);
  return spec;
}

const Finding* find(const CheckedDissector& checked, std::string_view code) {
  static std::vector<Finding> findings;
  findings = checked.dissector.findings();
  for (const Finding& finding : findings) {
    if (finding.code == code) {
      return &finding;
    }
  }
  return nullptr;
}

TEST(Ipv4, LengthsThatCannotBeAreMalformed) {
  struct Case {
    const char* name;
    Ipv4Spec spec;
  };
  std::vector<Case> cases;
  for (const int total : {1, 19, 20, 39}) {
    cases.push_back({"total length", {}});
    cases.back().spec.total_length = static_cast<std::uint16_t>(total);
  }
  for (const int first : {0x40, 0x41, 0x44, 0xf5, 0x65}) {
    cases.push_back({"version and header length", {}});
    cases.back().spec.first_byte = static_cast<std::uint8_t>(first);
  }
  const Buffer tcp = make_tcp(with_payload("data"));
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    CheckedDissector checked;
    EXPECT_TRUE(checked.feed(1, make_ethernet(0x0800, make_ipv4(c.spec, tcp))).empty());
    EXPECT_EQ(checked.dissector.counts().malformed, 1u);
    EXPECT_NE(find(checked, "malformed_frame"), nullptr);
  }
}

TEST(Ipv4, ALengthWithinTheFrameIsBelieved) {
  const Buffer tcp = make_tcp(with_payload("data"));
  for (const int bytes : {0, 1, 3}) {
    Ipv4Spec spec;
    spec.total_length = static_cast<std::uint16_t>(40 + bytes);
    CheckedDissector checked;
    const auto found = checked.feed(kRaw, make_ipv4(spec, tcp));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].payload,
              std::string("data").substr(0, static_cast<size_t>(bytes)));
    EXPECT_EQ(checked.ledger.of(Fate::padding), 4u - static_cast<unsigned>(bytes));
  }
}

TEST(Ipv4, ALengthBeyondTheFrameIsTheFramesAndTold) {
  Ipv4Spec spec;
  spec.total_length = 65535;
  CheckedDissector checked;
  const auto found = checked.feed(kRaw, make_ipv4(spec, make_tcp(with_payload("data"))));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].payload, "data");
  EXPECT_EQ(found[0].segment.payload_bytes, 4u);
  EXPECT_NE(find(checked, "ip_length_exceeds_frame"), nullptr);
}

TEST(Ipv4, LengthZeroIsSegmentationOffloadAndTakesTheFrames) {
  Ipv4Spec spec;
  spec.total_length = 0;
  const Buffer packet = make_ipv4(spec, make_tcp(with_payload(std::string(70'000, 'x'))));
  CheckedDissector checked;
  auto found = checked.feed(kRaw, packet);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].segment.payload_bytes, 70'000u);
  EXPECT_TRUE(found[0].segment.length_estimated);
  EXPECT_EQ(checked.dissector.counts().length_estimated, 1u);
  EXPECT_NE(find(checked, "length_estimated"), nullptr);
  found = checked.feed(kRaw, Bytes(packet).first(100), packet.size());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].segment.payload_bytes, 70'000u);
  EXPECT_EQ(found[0].payload.size(), 60u);
}

TEST(Ipv4, LengthZeroInAFrameNoCardWouldTakeIsMalformed) {
  Ipv4Spec spec;
  spec.total_length = 0;
  CheckedDissector checked;
  EXPECT_TRUE(checked.feed(kRaw, make_ipv4(spec, make_tcp(with_payload("x"))), 0xffffffff)
                  .empty());
  EXPECT_EQ(checked.dissector.counts().malformed, 1u);
}

TEST(Ipv4, OptionsArePassedOver) {
  for (const Buffer& options : {Buffer{1, 1, 1, 0}, Buffer{7, 0, 4, 0},
                                Buffer{0x83, 7, 4, 1, 2, 3, 4, 0}, Buffer(40, 1)}) {
    Ipv4Spec spec;
    spec.options = options;
    CheckedDissector checked;
    const auto found = checked.feed(kRaw, make_ipv4(spec, make_tcp(with_payload("d"))));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].payload, "d");
  }
}

TEST(Ipv4, EthernetPaddingIsNoPayload) {
  Buffer frame = make_frame({});
  frame.resize(60, 0);
  CheckedDissector checked;
  const auto found = checked.feed(1, frame);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].segment.payload_bytes, 0u);
  EXPECT_EQ(checked.ledger.of(Fate::tcp_control), 54u);
  EXPECT_EQ(checked.ledger.of(Fate::padding), 6u);
}

TEST(Ipv6, ExtensionHeadersAreWalked) {
  const Buffer tcp = make_tcp(with_payload("data"));
  struct Case {
    const char* name;
    std::uint8_t first;
    Buffer headers;
  };
  Buffer thousand;
  for (int i = 0; i < 1000; ++i) {
    thousand = std::move(thousand) + ByteWriter().u8(i == 999 ? 6 : 60).zeros(7).out;
  }
  const Case cases[] = {
      {"hop by hop", 0, ByteWriter().u8(6).u8(0).zeros(6).out},
      {"routing", 43, ByteWriter().u8(6).u8(2).u8(0).u8(1).zeros(20).out},
      {"destination, 16 bytes", 60, ByteWriter().u8(6).u8(1).zeros(14).out},
      {"AH, 24 bytes", 51, ByteWriter().u8(6).u8(4).zeros(22).out},
      {"atomic fragment", 44, ByteWriter().u8(6).u8(0).u16(0).u32(7).out},
      {"all in a row", 0,
       ByteWriter()
           .u8(60)
           .u8(0)
           .zeros(6)
           .u8(43)
           .u8(0)
           .zeros(6)
           .u8(44)
           .u8(0)
           .zeros(6)
           .u8(51)
           .u8(0)
           .u16(0)
           .u32(9)
           .u8(6)
           .u8(0)
           .zeros(6)
           .out},
      {"a thousand", 60, thousand},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Ipv6Spec spec;
    spec.next_header = c.first;
    CheckedDissector checked;
    const auto found = checked.feed(kRaw, make_ipv6(spec, Buffer(c.headers) + tcp));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].payload, "data");
  }
}

TEST(Ipv6, AnExtensionLongerThanItsPacketIsMalformed) {
  Ipv6Spec spec;
  spec.next_header = 60;
  CheckedDissector checked;
  const Buffer packet = make_ipv6(spec, ByteWriter().u8(6).u8(255).zeros(50).out);
  EXPECT_TRUE(checked.feed(kRaw, packet).empty());
  EXPECT_EQ(checked.dissector.counts().malformed, 1u);
  EXPECT_TRUE(
      checked.feed(kRaw, packet, 40 + 2048).empty());  // its length speaks against
  EXPECT_EQ(checked.dissector.counts().malformed, 2u);
}

TEST(Ipv6, JumbogramsHaveTheirLengthInAnOption) {
  const std::string payload(100'000, 'j');
  const Buffer tcp = make_tcp(with_payload(payload));
  ByteWriter body;
  // Next header, length, jumbo payload option (RFC 2675 2).
  body.u8(6).u8(0).u8(0xc2).u8(4).u32(tcp.size() + 8).bytes(tcp);
  Ipv6Spec spec;
  spec.next_header = 0;
  spec.payload_length = 0;
  Buffer packet = make_ipv6(spec, body.out);
  packet.insert(packet.end(), 9, 0);
  CheckedDissector checked;
  const auto found = checked.feed(kRaw, packet);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].payload, payload);
  EXPECT_FALSE(found[0].segment.length_estimated);
  EXPECT_EQ(checked.ledger.of(Fate::padding), 9u);
}

TEST(Ipv6, LengthZeroWithoutOptionTakesTheFrames) {
  Ipv6Spec spec;
  spec.payload_length = 0;
  CheckedDissector checked;
  const auto found =
      checked.feed(kRaw, make_ipv6(spec, make_tcp(with_payload("offload"))));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].payload, "offload");
  EXPECT_TRUE(found[0].segment.length_estimated);
}

}  // namespace
}  // namespace capaudit
