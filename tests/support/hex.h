// SPDX-License-Identifier: Apache-2.0
// Bytes written as hexadecimal digits; blanks are ignored.
#pragma once

#include <cstdint>
#include <string_view>

#include "decoders/core/bytes.h"

namespace capaudit {

inline Buffer from_hex(std::string_view text) {
  Buffer out;
  unsigned value = 0;
  bool half = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (c < 'a' || c > 'f')) {
      continue;
    }
    value = value << 4 | static_cast<unsigned>(digit ? c - '0' : c - 'a' + 10);
    if (half) {
      out.push_back(static_cast<std::uint8_t>(value));
    }
    half = !half;
  }
  return out;
}

inline Buffer to_buffer(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return Buffer(bytes.begin(), bytes.end());
}

}  // namespace capaudit
