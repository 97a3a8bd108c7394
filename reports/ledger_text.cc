// SPDX-License-Identifier: Apache-2.0
#include "reports/ledger_text.h"

#include <array>

namespace capaudit {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, kFates> kTexts = {
    "TCP payload that is part of a request or a response",
    "TCP payload after 101 or a granted CONNECT that is no HTTP/1",
    "TCP payload between HTTP messages that belongs to none",
    "TCP payload in which no HTTP was found",
    "TLS records without a key",
    "TCP payload that was seen before",
    "whole frames that the capture holds twice",
    "TCP payload that fits no stream: far outside the window, text in a reset",
    "frames of TCP without payload: handshakes, acknowledgements, ends",
    "link, IP and TCP headers of frames with payload",
    "bytes after the IP datagram: Ethernet padding, frame check sequence",
    "IP fragments that never became a datagram",
    "frames of other transports, such as UDP",
    "frames of other network layers, such as ARP",
    "frames of a link type or encapsulation not known here",
    "frames whose headers contradict themselves",
    "was on the wire and is not in the file: cut by the snapshot length",
};

}  // namespace

std::string_view describe(Fate fate) {
  return kTexts[static_cast<std::size_t>(fate)];
}

}  // namespace capaudit
