// SPDX-License-Identifier: Apache-2.0
// Every way in which a TCP segment may be packed below IP and in tunnels: one frame each,
// written by hand from the specification named. All hold the same segment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoders/core/bytes.h"

namespace capaudit {

struct LinkCase {
  std::string name;
  std::uint32_t link_type = 1;
  Buffer frame;
  /// Wireshark reads it too, without being told how.
  bool witness = true;
};

inline constexpr const char* kLinkPayload = "GET /in-a-tunnel HTTP/1.1\r\n\r\n";
inline constexpr std::uint32_t kLinkSequence = 0x01020304;

std::vector<LinkCase> link_cases();
std::vector<LinkCase> tunnel_cases();

}  // namespace capaudit
