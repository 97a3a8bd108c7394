// SPDX-License-Identifier: Apache-2.0
// The layers below TCP. Each function takes its own header off the walk and goes on with
// the next layer, or ends the walk. link_types.cc has the table of what a frame begins
// with; ethernet.cc and ip.cc have those of what follows.
#pragma once

#include <cstdint>
#include <string_view>

#include "analyzer/flow/link/walk.h"

namespace capaudit {

using Layer = void (*)(Walk& walk);

struct LinkType {
  std::uint32_t number;  ///< LINKTYPE_ value
  std::string_view name;
  Layer layer;
};
/// nullptr for a link type that is not known here.
const LinkType* find_link_type(std::uint32_t number);

// ethernet.cc: IEEE 802.3, 802.1Q, 802.1ad, 802.1ah, 802.1BR, 802.2 with SNAP, MPLS
void ethernet(Walk& walk);
void ethertype(Walk& walk, std::uint16_t type);
void llc(Walk& walk);
void mpls(Walk& walk);

// ppp.cc: RFC 1661, 1662, 2516, 2427
void ppp(Walk& walk);
void ppp_hdlc(Walk& walk);
void ppp_with_direction(Walk& walk);
void cisco_hdlc(Walk& walk);
void pppoe(Walk& walk);
void pppoe_session(Walk& walk);
void frame_relay(Walk& walk);

// wlan.cc: IEEE 802.11 and the capture headers before it
void wlan(Walk& walk);
void radiotap(Walk& walk);
void prism(Walk& walk);
void avs(Walk& walk);
void ppi(Walk& walk);

// host.cc: headers that a capturing host makes up
void bsd_null(Walk& walk);
void bsd_loop(Walk& walk);
void raw_ip(Walk& walk);
void bsd_enc(Walk& walk);
void pflog(Walk& walk);
void linux_sll(Walk& walk);
void linux_sll2(Walk& walk);
void nflog(Walk& walk);

// arcnet.cc: RFC 1201
void arcnet_bsd(Walk& walk);
void arcnet_linux(Walk& walk);

// ip.cc: RFC 791, 8200
void ipv4(Walk& walk);
void ipv6(Walk& walk);
void ip_payload(Walk& walk, std::uint8_t protocol);

// transport.cc: RFC 9293, 768
void tcp(Walk& walk);
void udp(Walk& walk);

// tunnel.cc: tunnels that are IP protocols
void gre(Walk& walk);
void ipv4_in_ip(Walk& walk);
void ipv6_in_ip(Walk& walk);
void ethernet_in_ip(Walk& walk);
void mpls_in_ip(Walk& walk);
void l2tp_version_3(Walk& walk);

// udp_tunnel.cc: tunnels in UDP. False, and nothing taken, when the ports or the content
// say that it is none of them.
bool udp_tunnel(Walk& walk, std::uint16_t source, std::uint16_t destination);

}  // namespace capaudit
