// SPDX-License-Identifier: Apache-2.0
// The table of link types (tcpdump.org/linktypes). Another one is one function and one
// line.
#include <algorithm>
#include <iterator>

#include "analyzer/flow/link/layers.h"

namespace capaudit {
namespace {

// Sorted by number.
constexpr LinkType kLinkTypes[] = {
    {0, "NULL", bsd_null},
    {1, "ETHERNET", ethernet},
    {7, "ARCNET_BSD", arcnet_bsd},
    {9, "PPP", ppp},
    {12, "RAW", raw_ip},
    {14, "RAW", raw_ip},
    {50, "PPP_HDLC", ppp_hdlc},
    {51, "PPP_ETHER", pppoe},
    {101, "RAW", raw_ip},
    {104, "C_HDLC", cisco_hdlc},
    {105, "IEEE802_11", wlan},
    {107, "FRELAY", frame_relay},
    {108, "LOOP", bsd_loop},
    {109, "ENC", bsd_enc},
    {113, "LINUX_SLL", linux_sll},
    {117, "PFLOG", pflog},
    {119, "IEEE802_11_PRISM", prism},
    {127, "IEEE802_11_RADIOTAP", radiotap},
    {129, "ARCNET_LINUX", arcnet_linux},
    {163, "IEEE802_11_AVS", avs},
    {192, "PPI", ppi},
    {204, "PPP_WITH_DIR", ppp_with_direction},
    {228, "IPV4", ipv4},
    {229, "IPV6", ipv6},
    {239, "NFLOG", nflog},
    {276, "LINUX_SLL2", linux_sll2},
};

}  // namespace

const LinkType* find_link_type(std::uint32_t number) {
  const auto* const found = std::lower_bound(
      std::begin(kLinkTypes), std::end(kLinkTypes), number,
      [](const LinkType& type, std::uint32_t value) { return type.number < value; });
  return found != std::end(kLinkTypes) && found->number == number ? found : nullptr;
}

}  // namespace capaudit
