// SPDX-License-Identifier: Apache-2.0
// Percent-encoding (RFC 3986 2.1): a byte as "%" and two hexadecimal digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "decoders/core/text.h"

namespace capaudit {

inline int hex_digit(char c) {
  const char lower = to_lower(c);
  return is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The byte that the three characters at `at` stand for; none if they stand for
/// themselves.
inline std::optional<char> percent_byte(std::string_view text, std::size_t at) {
  if (text.size() - at < 3 || text[at] != '%') {
    return std::nullopt;
  }
  const int high = hex_digit(text[at + 1]);
  const int low = hex_digit(text[at + 2]);
  return high < 0 || low < 0 ? std::nullopt
                             : std::optional(static_cast<char>(high * 16 + low));
}

inline std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::optional<char> byte = percent_byte(text, at);
    out += byte.value_or(text[at]);
    at += byte ? 2U : 0U;
  }
  return out;
}

}  // namespace capaudit
