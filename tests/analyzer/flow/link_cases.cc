// SPDX-License-Identifier: Apache-2.0
#include "tests/analyzer/flow/link_cases.h"

#include <initializer_list>

#include "tests/support/byte_writer.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

TcpSpec segment(bool v6) {
  TcpSpec spec;
  if (v6) {
    spec.source = "[2001:db8::1]:40000";
    spec.destination = "[2001:db8::2]:80";
  }
  spec.sequence = kLinkSequence;
  spec.flags = kTcpAck | kTcpPsh;
  spec.payload = kLinkPayload;
  return spec;
}

const Buffer kV4 = make_ip_tcp(segment(false));
const Buffer kV6 = make_ip_tcp(segment(true));
const Buffer kFrame = make_ethernet(0x0800, kV4);

Buffer hex(std::string_view text) {
  Buffer out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    out.push_back(static_cast<std::uint8_t>(
        std::stoul(std::string(text.substr(i, 2)), nullptr, 16)));
    i += 2;
  }
  return out;
}

Buffer operator+(const Buffer& a, const Buffer& b) {
  return capaudit::operator+(Buffer(a), Bytes(b));
}

const Buffer kMacs = hex("020000000002 020000000001");
const Buffer kSnapIpv4 = hex("aaaa03 000000 0800");

// An 802.11 data frame's header: frame control, duration, three addresses, sequence.
Buffer wlan(std::string_view control) {
  return hex(control) + hex("0000 020000000002 020000000001 020000000003 1000");
}

Buffer outer_ip(std::uint8_t protocol, const Buffer& payload) {
  Ipv4Spec ip;
  ip.source = "192.0.2.1";
  ip.destination = "192.0.2.2";
  ip.protocol = protocol;
  return make_ipv4(ip, payload);
}

LinkCase in_ip(std::string name, std::uint8_t protocol, const Buffer& payload) {
  return {std::move(name), 101, outer_ip(protocol, payload)};
}

LinkCase in_udp(std::string name, std::uint16_t port, const Buffer& payload) {
  return {std::move(name), 101, outer_ip(17, make_udp(50000, port, payload))};
}

void add_ethernet(std::vector<LinkCase>& out) {
  const Buffer llc_v4 = kSnapIpv4 + kV4;
  const std::initializer_list<LinkCase> cases = {
      {"Ethernet, IPv4", 1, kFrame},
      {"Ethernet, IPv6", 1, make_ethernet(0x86dd, kV6)},
      {"802.1Q", 1, kMacs + hex("8100 0064 0800") + kV4},
      {"802.1ad and 802.1Q", 1, kMacs + hex("88a8 0064 8100 0065 86dd") + kV6},
      {"9100 and 802.1Q", 1, kMacs + hex("9100 0064 8100 0065 0800") + kV4},
      {"802.1ah", 1, kMacs + hex("88e7 00001234") + kFrame},
      {"802.1BR", 1, kMacs + hex("893f 000000000000 0800") + kV4},
      {"VN-Tag", 1, kMacs + hex("8926 00000000 0800") + kV4},
      {"802.3 with SNAP", 1, kMacs + ByteWriter().u16(llc_v4.size()).out + llc_v4},
      {"802.3 with SNAP in a VLAN", 1,
       kMacs + hex("8100 0001") + ByteWriter().u16(llc_v4.size()).out + llc_v4},
      {"802.1H", 1,
       kMacs + ByteWriter().u16(llc_v4.size()).out + hex("aaaa03 0000f8 0800") + kV4},
      {"LLC 06", 1, kMacs + ByteWriter().u16(3 + kV4.size()).out + hex("060603") + kV4},
      {"MPLS, two labels", 1, kMacs + hex("8847 00010040 00020140") + kV4},
      {"MPLS, IPv6", 1, kMacs + hex("8847 00020140") + kV6},
      {"MPLS, pseudowire with control word", 1,
       kMacs + hex("8847 00013140 00000000") + kFrame, false},
      {"PPPoE", 1,
       kMacs + hex("8864 11 00 0001") + ByteWriter().u16(2 + kV4.size()).out +
           hex("0021") + kV4},
      {"PPPoE, IPv6", 1,
       kMacs + hex("8864 11 00 0001") + ByteWriter().u16(2 + kV6.size()).out +
           hex("0057") + kV6},
  };
  out.insert(out.end(), cases);
}

void add_serial(std::vector<LinkCase>& out) {
  const Buffer pppoe =
      hex("11 00 0001") + ByteWriter().u16(2 + kV4.size()).out + hex("0021") + kV4;
  const std::initializer_list<LinkCase> cases = {
      {"PPP", 9, hex("0021") + kV4},
      {"PPP with address", 9, hex("ff03 0057") + kV6},
      {"PPP, protocol in one byte", 9, hex("21") + kV4},
      {"PPP_HDLC", 50, hex("ff03 0021") + kV4},
      {"PPP_HDLC, Cisco", 50, hex("0f00 0800") + kV4},
      {"PPP_ETHER", 51, pppoe, false},
      {"C_HDLC", 104, hex("0f00 0800") + kV4},
      {"C_HDLC, IPv6", 104, hex("8f00 86dd") + kV6},
      {"PPP_WITH_DIR", 204, hex("00 ff03 0021") + kV4},
      {"frame relay, IPv4", 107, hex("1841 03 cc") + kV4},
      {"frame relay, IPv6", 107, hex("1841 03 8e") + kV6},
      {"frame relay, SNAP", 107, hex("1841 03 00 80 000000 0800") + kV4},
      {"frame relay, bridged", 107, hex("1841 03 00 80 0080c2 0007") + kFrame},
      {"frame relay, PPP", 107, hex("1841 03 cf 0021") + kV4},
      {"frame relay, Cisco", 107, hex("1841 0800") + kV4, false},
  };
  out.insert(out.end(), cases);
}

void add_wlan(std::vector<LinkCase>& out) {
  const Buffer data = wlan("0801") + kSnapIpv4 + kV4;
  const Buffer qos = wlan("8801") + hex("0000") + kSnapIpv4 + kV4;
  const Buffer four = wlan("0803") + hex("020000000004") + kSnapIpv4 + kV4;
  const Buffer order = wlan("8881") + hex("0000 00000000") + kSnapIpv4 + kV4;
  const Buffer padded = wlan("8801") + hex("0000 0000") + kSnapIpv4 + kV4;
  const Buffer msdu = kSnapIpv4 + kV4;
  const Buffer several =
      wlan("8801") + hex("8000") + kMacs + ByteWriter().u16(msdu.size()).out + msdu;
  const std::initializer_list<LinkCase> cases = {
      {"802.11", 105, data},
      {"802.11, QoS", 105, qos},
      {"802.11, four addresses", 105, four},
      {"802.11, HT control", 105, order},
      {"802.11, A-MSDU", 105, several},
      {"radiotap", 127, hex("00 00 0800 00000000") + data},
      {"radiotap, clock and FCS flag", 127,
       hex("00 00 1900 03000000 0000000000000000 10 00 000000000000 00") + data +
           hex("deadbeef")},
      {"radiotap, two presence words, padded body", 127,
       hex("00 00 1500 020000a0 00000020 20 0000000000000000") + padded},
      {"Prism", 119, hex("44000000 90000000") + Buffer(136, 0) + data},
      {"Prism, big endian", 119, hex("00000044 00000090") + Buffer(136, 0) + data, false},
      {"AVS under Prism's number", 119, hex("80211001 00000040") + Buffer(56, 0) + data},
      {"AVS", 163, hex("80211001 00000040") + Buffer(56, 0) + data},
      {"PPI, 802.11", 192, hex("00 00 0800 69000000") + data},
      {"PPI, Ethernet", 192, hex("00 00 0c00 01000000 00000000") + kFrame, false},
  };
  out.insert(out.end(), cases);
}

void add_host(std::vector<LinkCase>& out) {
  const Buffer nflog_head = hex("02 00 0000 0800 0100 0800 0000 0600 0a00 6100 0000");
  const Buffer pflog = hex("3d 02 00 00") + Buffer(60, 0);
  const std::initializer_list<LinkCase> cases = {
      {"NULL, little endian", 0, hex("02000000") + kV4},
      {"NULL, big endian", 0, hex("00000002") + kV4},
      {"NULL, IPv6 of macOS", 0, hex("1e000000") + kV6},
      {"NULL, IPv6 of FreeBSD", 0, hex("1c000000") + kV6},
      {"NULL, IPv6 of OpenBSD", 0, hex("18000000") + kV6},
      {"LOOP", 108, hex("00000002") + kV4},
      {"LOOP, IPv6", 108, hex("00000018") + kV6},
      {"RAW 12", 12, kV4, false},
      {"RAW 14", 14, kV6, false},
      {"RAW", 101, kV4},
      {"RAW, IPv6", 101, kV6},
      {"IPV4", 228, kV4},
      {"IPV6", 229, kV6},
      {"ENC", 109, hex("02000000 00000000 00000000") + kV4},
      {"PFLOG", 117, pflog + kV4},
      {"LINUX_SLL", 113, hex("0000 0001 0006 0200000000010000 0800") + kV4},
      {"LINUX_SLL, VLAN", 113,
       hex("0000 0001 0006 0200000000010000 8100 0064 86dd") + kV6},
      {"LINUX_SLL, LLC", 113,
       hex("0000 0001 0006 0200000000010000 0004") + kSnapIpv4 + kV4},
      {"LINUX_SLL2", 276, hex("0800 0000 00000002 0001 00 06 0200000000010000") + kV4},
      {"LINUX_SLL2, IPv6", 276,
       hex("86dd 0000 00000002 0304 00 06 0000000000000000") + kV6},
      {"NFLOG", 239, nflog_head + ByteWriter(false).u16(4 + kV4.size()).u16(9).out + kV4},
      {"NFLOG, big endian", 239,
       hex("0a 00 0000 0008 0001 0800 0000") +
           ByteWriter(true).u16(4 + kV6.size()).u16(9).out + kV6,
       false},
      {"ARCNET_BSD", 7, hex("01 02 d4 00 0000") + kV4},
      {"ARCNET_BSD, old", 7, hex("01 02 f0") + kV4},
      {"ARCNET_BSD, exception", 7, hex("01 02 d4 ff 0000 d4 00 0000") + kV4},
      {"ARCNET_LINUX", 129, hex("01 02 0000 d4 00 0000") + kV4},
      {"ARCNET_LINUX, IPv6", 129, hex("01 02 0000 c4 00 0000") + kV6, false},
  };
  out.insert(out.end(), cases);
}

}  // namespace

std::vector<LinkCase> link_cases() {
  std::vector<LinkCase> out;
  add_ethernet(out);
  add_serial(out);
  add_wlan(out);
  add_host(out);
  return out;
}

std::vector<LinkCase> tunnel_cases() {
  const Buffer gtp_length = ByteWriter().u16(kV4.size()).out;
  const Buffer gtp_more = ByteWriter().u16(kV4.size() + 8).out;
  const Buffer teredo =
      hex("0001 02 03 aabb ccddee 0000000000000000 00") + hex("0000 3fff fefefefe") + kV6;
  Ipv6Spec outer6;
  outer6.next_header = 41;
  Ipv6Spec outer4;
  outer4.next_header = 4;
  return {
      in_ip("IP in IP", 4, kV4),
      in_ip("6in4", 41, kV6),
      {"IPv6 in IPv6", 101, make_ipv6(outer6, kV6)},
      {"IPv4 in IPv6", 101, make_ipv6(outer4, kV4)},
      in_ip("AH", 51,
            hex("06 04 0000 00000001 00000001") + Buffer(12, 0) +
                Buffer(kV4.begin() + 20, kV4.end())),
      in_ip("GRE", 47, hex("0000 0800") + kV4),
      in_ip("GRE, IPv6, all fields", 47,
            hex("b000 86dd 00000000 00000001 00000002") + kV6),
      in_ip("GRE, source routing", 47,
            hex("4000 0800 00000000 0800 0004 c0000201 0000 0000") + kV4),
      in_ip("GRE, Ethernet", 47, hex("0000 6558") + kFrame),
      in_ip("GRE, MPLS", 47, hex("0000 8847 00010140") + kV4),
      in_ip("NVGRE", 47, hex("2000 6558 00000100") + kFrame),
      in_ip("ERSPAN I", 47, hex("0000 88be") + kFrame),
      in_ip("ERSPAN II", 47, hex("1000 88be 00000001 1000000000000000") + kFrame),
      in_ip("ERSPAN III", 47,
            hex("1000 22eb 00000001 200000000000000000000000") + kFrame),
      in_ip("ERSPAN III with subheader", 47,
            hex("1000 22eb 00000001 200000000000000000000001 0000000000000000") + kFrame),
      in_ip("WCCP 2", 47, hex("0000 883e 00000000") + kV4),
      in_ip("PPTP", 47,
            hex("3081 880b") + ByteWriter().u16(kV4.size() + 4).out +
                hex("0001 00000001 00000001 ff03 0021") + kV4),
      in_ip("EtherIP", 97, hex("3000") + kFrame),
      in_ip("MPLS in IP", 137, hex("00010140") + kV4),
      in_udp("VXLAN", 4789, hex("08000000 00000100") + kFrame),
      in_udp("VXLAN, reserved bits set", 4789, hex("f8ffffff 000001ff") + kFrame),
      in_udp("VXLAN-GPE, Ethernet", 4790, hex("0c000003 00000100") + kFrame),
      {"VXLAN, Linux' old port", 101,
       outer_ip(17, make_udp(50000, 8472, hex("08000000 00000100") + kFrame)), false},
      in_udp("VXLAN-GPE, IPv4", 4790, hex("0c000001 00000100") + kV4),
      in_udp("GENEVE, Ethernet", 6081, hex("0000 6558 00000100") + kFrame),
      in_udp("GENEVE, IPv4 with options", 6081,
             hex("0200 0800 00000100 0000 80 01 00000000") + kV4),
      in_udp("GTP-U", 2152, hex("30 ff") + gtp_length + hex("00000001") + kV4),
      in_udp("GTP-U, sequence and extension", 2152,
             hex("36 ff") + gtp_more + hex("00000001 0001 00 85 01 0000 00") + kV4),
      in_udp("Teredo", 3544, kV6),
      in_udp("Teredo, indications", 3544, teredo),
      in_udp("AYIYA", 5072,
             hex("41 52 11 29 00000000") + Buffer(16, 0) + Buffer(20, 0) + kV6),
      // Last: Wireshark takes what comes from its port later for L2TP too.
      in_udp("L2TP", 1701, hex("0002 0001 0002 ff03 0021") + kV4),
      in_udp("L2TP, every field", 1701,
             hex("4b02") + ByteWriter().u16(kV6.size() + 21).out +
                 hex("0001 0002 0000 0000 0003 aaaaaa ff03 0057") + kV6),
  };
}

}  // namespace capaudit
