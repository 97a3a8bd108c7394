// SPDX-License-Identifier: Apache-2.0
// Cursor over JSON text: white space, strings with their escapes (RFC 8259 7).
#include "decoders/formats/json_lexer.h"

#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

/// Bytes that end a run of plain string text: quotes, backslash and controls.
constexpr std::array<bool, 256> make_stops() {
  std::array<bool, 256> stops{};
  for (std::size_t c = 0; c < 0x20; ++c) {
    stops[c] = true;
  }
  stops['"'] = stops['\''] = stops['\\'] = true;
  return stops;
}
constexpr std::array<bool, 256> kStops = make_stops();

int hex_digit(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

bool JsonLexer::fail(std::string_view expected) {
  if (at_end()) {
    builder_.fail(ErrorCode::truncated, at_,
                  "JSON ends where " + std::string(expected) + " must stand");
  } else {
    builder_.fail(ErrorCode::malformed, at_,
                  "JSON has no " + std::string(expected) + " here");
  }
  return false;
}

void JsonLexer::note(std::string_view code) {
  if (std::find(findings_.begin(), findings_.end(), code) == findings_.end()) {
    findings_.push_back(code);
  }
}

void JsonLexer::skip_comments() {
  while (text_.substr(at_).starts_with("/*") || text_.substr(at_).starts_with("//")) {
    const bool block = text_[at_ + 1] == '*';
    const std::size_t end = text_.find(block ? "*/" : "\n", at_ + 2);
    lenient();
    at_ = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 1);
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
  }
}

bool JsonLexer::hex4(std::uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_digit(peek());
    if (digit < 0) {
      return fail("hexadecimal digit");
    }
    unit = unit << 4 | static_cast<std::uint32_t>(digit);
    ++at_;
  }
  return true;
}

bool JsonLexer::unicode_escape(std::string& out) {
  std::uint32_t unit = 0;
  if (!hex4(unit)) {
    return false;
  }
  const bool high = unit >= 0xd800 && unit < 0xdc00;
  if (high && text_.substr(at_).starts_with("\\u")) {
    const std::size_t before = at_;
    std::uint32_t low = 0;
    at_ += 2;
    if (!hex4(low)) {
      return false;
    }
    if (low >= 0xdc00 && low < 0xe000) {
      append_utf8(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
      return true;
    }
    at_ = before;
  }
  if (unit >= 0xd800 && unit < 0xe000) {
    note("lone_surrogate");
  }
  append_utf8(out, unit);
  return true;
}

bool JsonLexer::escape(std::string& out) {
  if (at_end()) {
    return fail("escape");
  }
  const char c = text_[at_++];
  switch (c) {
  case '"':
  case '\\':
  case '/':
    out += c;
    return true;
  case 'b':
    out += '\b';
    return true;
  case 'f':
    out += '\f';
    return true;
  case 'n':
    out += '\n';
    return true;
  case 'r':
    out += '\r';
    return true;
  case 't':
    out += '\t';
    return true;
  case 'u':
    return unicode_escape(out);
  case '\'':
    lenient();
    out += c;
    return true;
  default:
    --at_;
    return fail("known escape");
  }
}

bool JsonLexer::quoted(TextRef& ref, bool& stored) {
  const char quote = text_[at_++];
  if (quote == '\'') {
    lenient();
  }
  const std::size_t begin = at_;
  std::string& store = builder_.store_text();
  const std::size_t store_begin = store.size();
  std::size_t run = at_;
  stored = false;
  for (;;) {
    while (at_ < text_.size() && !kStops[static_cast<unsigned char>(text_[at_])]) {
      ++at_;
    }
    if (at_end()) {
      return fail("end of a string");
    }
    const char c = text_[at_];
    if (c == quote) {
      break;
    }
    if (c == '\\') {
      store.append(text_, run, at_ - run);
      stored = true;
      ++at_;
      if (!escape(store)) {
        return false;
      }
      run = at_;
      continue;
    }
    if (c != '"' && c != '\'') {
      lenient();  // a control character that should have been escaped
    }
    ++at_;
  }
  if (stored) {
    store.append(text_, run, at_ - run);
    ref = {static_cast<std::uint32_t>(store_begin),
           static_cast<std::uint32_t>(store.size() - store_begin)};
  } else {
    ref = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_ - begin)};
  }
  ++at_;
  return true;
}

}  // namespace capaudit
