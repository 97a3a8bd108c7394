// SPDX-License-Identifier: Apache-2.0
// Captured text made fit for a screen, a page or a JSON string. Input is any bytes at
// all: the functions decode UTF-8 (RFC 3629) themselves and never trust it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "decoders/core/text.h"

namespace capaudit {

struct CodePoint {
  char32_t value = 0;    ///< the byte itself where it is not valid UTF-8
  std::size_t size = 1;  ///< bytes it takes
  bool valid = false;
};

/// The first code point of `text`, which must not be empty.
CodePoint first_code_point(std::string_view text);

/// Appends `value`, which must be a Unicode scalar value.
void append_utf8(std::string& out, char32_t value);

/// True for what would steer a terminal or deceive a reader: control characters, line and
/// paragraph separators, bidirectional controls, invisible and tag characters,
/// noncharacters.
bool is_hidden(char32_t value);

/// Valid UTF-8 without hidden characters: they are written as \x1b or \u{202e}, bytes
/// that are not UTF-8 as \xff.
std::string visible(std::string_view text);

/// Valid UTF-8: each byte that is not part of it becomes U+FFFD.
std::string to_utf8(std::string_view text);

/// `text` with & < > " ' replaced by character references. Expects visible text.
std::string escape_html(std::string_view text);

/// `text` made visible, with all that Markdown reads escaped.
std::string escape_markdown(std::string_view text);

/// Columns of a terminal that visible text takes: wide East Asian characters and emoji 2,
/// combining marks 0.
std::size_t display_width(std::string_view text);

/// At most `width` columns: the middle gives way to an ellipsis. Expects visible text.
std::string cut_middle(std::string_view text, std::size_t width);

/// At most `bytes` bytes, cut between code points, then an ellipsis and how long the
/// whole is: "abc… (300 bytes in all)".
std::string cut_end(std::string_view text, std::size_t bytes);

}  // namespace capaudit
