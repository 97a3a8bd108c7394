// SPDX-License-Identifier: Apache-2.0
// UTF-8 (RFC 3629).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace capaudit {

/// Appends a code point; a lone surrogate in the three bytes it would have.
void append_utf8(std::string& text, std::uint32_t code_point);

/// Length of the longest well-formed start of `text`.
std::size_t utf8_length(std::string_view text);

inline bool is_utf8(std::string_view text) {
  return utf8_length(text) == text.size();
}

}  // namespace capaudit
