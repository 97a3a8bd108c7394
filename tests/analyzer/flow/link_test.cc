// SPDX-License-Identifier: Apache-2.0
// Link layers and tunnels: the segment inside is found, whole, and nothing else is.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/analyzer/flow/link_cases.h"
#include "tests/support/capture_files.h"
#include "tests/support/checked_dissector.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

std::vector<LinkCase> all_cases() {
  std::vector<LinkCase> out = link_cases();
  for (LinkCase& c : tunnel_cases()) {
    out.push_back(std::move(c));
  }
  return out;
}

void expect_segment(const std::vector<KeptSegment>& found, std::string_view payload) {
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].payload, payload);
  EXPECT_EQ(found[0].segment.payload_bytes, std::string_view(kLinkPayload).size());
  EXPECT_EQ(found[0].segment.sequence, kLinkSequence);
  EXPECT_EQ(found[0].segment.source.port, 40000);
  EXPECT_EQ(found[0].segment.destination.port, 80);
  const std::string source = to_string(found[0].segment.source);
  EXPECT_TRUE(source == "10.0.0.1:40000" || source == "192.0.2.1:40000" ||
              source == "[2001:db8::1]:40000")
      << source;
}

TEST(Link, EveryLayerLeadsToTheSegmentInside) {
  for (const LinkCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    CheckedDissector checked;
    expect_segment(checked.feed(c.link_type, c.frame), kLinkPayload);
    EXPECT_EQ(checked.dissector.counts().tcp, 1u);
    EXPECT_EQ(checked.dissector.counts().malformed, 0u);
    EXPECT_EQ(checked.dissector.counts().unsupported, 0u);
  }
}

TEST(Link, BytesBehindTheDatagramAreNoPayload) {
  for (const LinkCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    Buffer frame = c.frame;
    frame.insert(frame.end(), 11, 'p');
    CheckedDissector checked;
    expect_segment(checked.feed(c.link_type, frame), kLinkPayload);
    EXPECT_GE(checked.ledger.of(Fate::padding), 11u);
  }
}

TEST(Link, EveryCutBySnaplenKeepsWhatIsCaptured) {
  const std::string payload = kLinkPayload;
  for (const LinkCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    for (std::size_t size = 0; size < c.frame.size(); ++size) {
      CheckedDissector checked;
      const std::vector<KeptSegment> found =
          checked.feed(c.link_type, Bytes(c.frame).first(size), c.frame.size());
      EXPECT_EQ(checked.dissector.counts().malformed, 0u) << size;
      EXPECT_EQ(checked.ledger.of(Fate::snaplen_cut), c.frame.size() - size);
      EXPECT_EQ(checked.dissector.counts().snaplen_cut, 1u);
      if (!found.empty()) {
        expect_segment(found, payload.substr(0, found[0].payload.size()));
      }
    }
  }
}

TEST(Link, EveryFrameThatEndsEarlyOnTheWireIsHandled) {
  for (const LinkCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    for (std::size_t size = 0; size < c.frame.size(); ++size) {
      CheckedDissector checked;
      checked.feed(c.link_type, Bytes(c.frame).first(size));
      checked.close();
    }
  }
}

TEST(Link, EveryBitFlipIsHandled) {
  for (const LinkCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    CheckedDissector checked;
    const std::size_t head = c.frame.size() - std::string_view(kLinkPayload).size();
    for (std::size_t bit = 0; bit < head * 8; ++bit) {
      Buffer frame = c.frame;
      frame[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
      checked.feed(c.link_type, frame);
    }
    checked.close();
  }
}

TEST(Link, AFrameCheckSequenceIsPadding) {
  Packet packet;
  packet.number = 1;
  packet.link_type = 1;
  const Buffer frame = link_cases()[0].frame;
  Buffer with_fcs = frame;
  with_fcs.insert(with_fcs.end(), {1, 2, 3, 4});
  packet.data = with_fcs;
  packet.wire_bytes = with_fcs.size();
  packet.fcs_bytes = 4;
  CheckedDissector checked;
  expect_segment(checked.feed(packet), kLinkPayload);
  EXPECT_EQ(checked.ledger.of(Fate::padding), 4u);
  packet.fcs_bytes = 1000;  // says nothing
  expect_segment(checked.feed(packet), kLinkPayload);
}

TEST(Link, AnAggregateHoldsSeveralSegmentsEachWithItsBytes) {
  TcpSpec spec;
  Buffer frame = ByteWriter().u16(0x8801).zeros(22).u16(0x8000).out;
  for (const char* payload : {"one", "two!", "three"}) {
    spec.payload = payload;
    const Buffer msdu =
        ByteWriter().u32(0xaaaa0300).u16(0).u16(0x0800).bytes(make_ip_tcp(spec)).out;
    frame = std::move(frame) + ByteWriter().zeros(12).u16(msdu.size()).bytes(msdu).out;
    const bool last = std::string_view(payload) == "three";
    frame.insert(frame.end(), last ? 0 : (4 - (14 + msdu.size()) % 4) % 4, 0);
  }
  CheckedDissector checked;
  const std::vector<KeptSegment> found = checked.feed(105, frame);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].payload, "one");
  EXPECT_EQ(found[1].payload, "two!");
  EXPECT_EQ(found[2].payload, "three");
  for (std::size_t size = 0; size < frame.size(); ++size) {
    CheckedDissector cut;
    EXPECT_LE(cut.feed(105, Bytes(frame).first(size), frame.size()).size(), 3u);
    CheckedDissector early;
    early.feed(105, Bytes(frame).first(size));
  }
}

TEST(Link, WhatIsNotTcpHasItsFateAndCount) {
  struct Case {
    const char* name;
    std::uint32_t link_type;
    Buffer frame;
    Fate fate;
    std::uint64_t LayerCounts::*count;
  };
  Ipv4Spec icmp;
  icmp.protocol = 1;
  Ipv4Spec udp;
  udp.protocol = 17;
  Ipv6Spec esp;
  esp.next_header = 50;
  Ipv6Spec nothing;
  nothing.next_header = 59;
  Ipv4Spec hop;
  hop.protocol = 0;  // an extension header in IPv6, none in IPv4
  const Buffer tcp_behind = ByteWriter().u16(0x0600).zeros(6).bytes(make_tcp({})).out;
  const Buffer protected_frame = ByteWriter().u16(0x0841).zeros(60).out;
  const Buffer fragment = ByteWriter().u16(0x0805).zeros(60).out;
  const auto outer = [](std::uint8_t protocol, const Buffer& payload) {
    Ipv4Spec ip;
    ip.protocol = protocol;
    return make_ipv4(ip, payload);
  };
  const Case cases[] = {
      {"ARP", 1, make_ethernet(0x0806, Buffer(46, 0)), Fate::not_ip, &LayerCounts::arp},
      {"LLDP", 1, make_ethernet(0x88cc, Buffer(46, 0)), Fate::not_ip,
       &LayerCounts::other_network},
      {"PPPoE discovery", 1, make_ethernet(0x8863, Buffer(46, 0)), Fate::not_ip,
       &LayerCounts::other_network},
      {"spanning tree", 1, make_ethernet(38, ByteWriter().u24(0x424203).zeros(43).out),
       Fate::not_ip, &LayerCounts::other_network},
      {"ICMP", 1, make_ethernet(0x0800, make_ipv4(icmp, Buffer(8, 0))), Fate::not_tcp,
       &LayerCounts::other_transport},
      {"UDP", 1, make_ethernet(0x0800, make_ipv4(udp, make_udp(53, 53, Buffer(9, 0)))),
       Fate::not_tcp, &LayerCounts::udp},
      {"UDP on a tunnel's port", 1,
       make_ethernet(0x0800, make_ipv4(udp, make_udp(4789, 53, Buffer(60, 0x55)))),
       Fate::not_tcp, &LayerCounts::udp},
      {"ESP", 1, make_ethernet(0x86dd, make_ipv6(esp, Buffer(40, 0))), Fate::not_tcp,
       &LayerCounts::other_transport},
      {"no next header", 1, make_ethernet(0x86dd, make_ipv6(nothing, Buffer(40, 0))),
       Fate::not_tcp, &LayerCounts::other_transport},
      {"protocol 0 of IPv4", 1, make_ethernet(0x0800, make_ipv4(hop, tcp_behind)),
       Fate::not_tcp, &LayerCounts::other_transport},
      {"beacon", 105, ByteWriter().u16(0x8000).zeros(60).out, Fate::not_ip,
       &LayerCounts::other_network},
      {"802.11 acknowledgment", 105, ByteWriter().u16(0xd400).zeros(8).out, Fate::not_ip,
       &LayerCounts::other_network},
      {"encrypted 802.11", 105, protected_frame, Fate::unsupported,
       &LayerCounts::unsupported},
      {"802.11 fragment", 105, fragment, Fate::unsupported, &LayerCounts::unsupported},
      {"MACsec", 1, make_ethernet(0x88e5, Buffer(46, 0)), Fate::unsupported,
       &LayerCounts::unsupported},
      {"L2TP version 3", 101, outer(115, Buffer(40, 1)), Fate::unsupported,
       &LayerCounts::unsupported},
      {"L2TP version 3 in UDP", 101,
       outer(17, make_udp(50000, 1701, ByteWriter().u16(3).u16(0).zeros(44).out)),
       Fate::unsupported, &LayerCounts::unsupported},
      {"L2TP, setting up", 101,
       outer(17, make_udp(1701, 1701, ByteWriter().u16(0xc802).u16(12).zeros(8).out)),
       Fate::not_tcp, &LayerCounts::udp},
      {"L2TP's port, another protocol", 101,
       outer(17, make_udp(50000, 1701, Buffer(40, 0x41))), Fate::not_tcp,
       &LayerCounts::udp},
      {"USB", 220, Buffer(64, 0), Fate::unsupported, &LayerCounts::unsupported},
      {"raw IP of version 9", 101, Buffer(64, 0x99), Fate::malformed,
       &LayerCounts::malformed},
      {"a length beyond its frame", 1, make_ethernet(1500, Buffer(46, 0)),
       Fate::malformed, &LayerCounts::malformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    CheckedDissector checked;
    EXPECT_TRUE(checked.feed(c.link_type, c.frame).empty());
    EXPECT_EQ(checked.ledger.of(c.fate), c.frame.size());
    EXPECT_EQ(checked.dissector.counts().*c.count, 1u);
    EXPECT_EQ(checked.dissector.counts().frames, 1u);
  }
}

TEST(Link, AnUnknownLinkTypeIsToldOnceEach) {
  CheckedDissector checked;
  for (const std::uint32_t type : {220u, 253u, 220u, 147u}) {
    checked.feed(type, Buffer(10, 0));
  }
  const std::vector<Finding> findings = checked.dissector.findings();
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].code, "unsupported_link_type");
  EXPECT_EQ(findings[0].count, 2u);
  EXPECT_EQ(findings[0].frame, 1u);
  EXPECT_NE(findings[1].text.find("253"), std::string::npos);
}

TEST(Link, NestingEnds) {
  const Buffer tcp = make_ip_tcp({});
  Buffer vlans = make_ethernet(0x0800, tcp);
  Buffer tunnels = tcp;
  for (int i = 0; i < 1000; ++i) {
    vlans.insert(vlans.begin() + 12, {0x81, 0x00, 0x00, 0x01});
    if (tunnels.size() < 60'000) {
      Ipv4Spec ip;
      ip.protocol = 4;
      tunnels = make_ipv4(ip, tunnels);
    }
  }
  CheckedDissector checked;
  EXPECT_TRUE(checked.feed(1, vlans).empty());
  EXPECT_TRUE(checked.feed(101, tunnels).empty());
  EXPECT_EQ(checked.dissector.counts().unsupported, 2u);
  EXPECT_EQ(checked.ledger.of(Fate::unsupported), vlans.size() + tunnels.size());
  EXPECT_EQ(checked.dissector.findings().at(0).code, "nesting_too_deep");
}

TEST(Link, ThirtyTagsAreRead) {
  Buffer frame = make_frame({});
  for (int i = 0; i < 30; ++i) {
    frame.insert(frame.begin() + 12, {0x81, 0x00, 0x00, 0x01});
  }
  CheckedDissector checked;
  EXPECT_EQ(checked.feed(1, frame).size(), 1u);
}

TEST(Link, TunnelledFramesAreCounted) {
  for (const LinkCase& c : tunnel_cases()) {
    if (c.name == "AH") {
      continue;  // no IP header inside another
    }
    SCOPED_TRACE(c.name);
    CheckedDissector checked;
    checked.feed(c.link_type, c.frame);
    EXPECT_EQ(checked.dissector.counts().tunnelled, 1u);
  }
}

// Wireshark's own view of the cases it can read, as "frame -> tcp.len".
std::map<std::size_t, std::string> ask_tshark(const std::string& path) {
  std::map<std::size_t, std::string> out;
  const std::string command = "tshark -r '" + path +
                              "' -T fields -e frame.number -e tcp.seq_raw -e tcp.payload "
                              "-Y tcp 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return out;
  }
  char line[4096];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    const std::string text = line;
    const std::size_t tab = text.find('\t');
    out[std::stoul(text)] = text.substr(tab + 1, text.find('\n') - tab - 1);
  }
  pclose(pipe);
  return out;
}

TEST(Link, WiresharkFindsTheSame) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "capaudit-link-cases.pcapng").string();
  const std::vector<LinkCase> cases = all_cases();
  PcapngFile file;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    file.interface({static_cast<std::uint16_t>(cases[i].link_type), 0, {}});
    file.enhanced(static_cast<std::uint32_t>(i), 1, cases[i].frame);
  }
  std::ofstream(path, std::ios::binary) << as_text(file.bytes());
  const std::map<std::size_t, std::string> theirs = ask_tshark(path);
  std::filesystem::remove(path);
  if (theirs.empty()) {
    GTEST_SKIP() << "skipped: no tshark";
  }
  std::string expected = std::to_string(kLinkSequence) + "\t";
  for (const char c : std::string_view(kLinkPayload)) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(c));
    expected += digits;
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].witness) {
      const auto found = theirs.find(i + 1);
      EXPECT_TRUE(found != theirs.end() && found->second == expected)
          << cases[i].name << ": " << (found == theirs.end() ? "no TCP" : found->second);
    }
  }
}

}  // namespace
}  // namespace capaudit
