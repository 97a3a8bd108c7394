// SPDX-License-Identifier: Apache-2.0
// Escapes in JSON strings (RFC 8259 7).
#include "decoders/formats/json_string.h"

#include <array>
#include <cstdint>
#include <utility>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

class Unescaper {
 public:
  Unescaper(std::string_view text, std::string& out, JsonStringNotes& notes)
      : text_(text), out_(out), notes_(notes) {}

  std::optional<std::size_t> run() {
    while (at_ < text_.size()) {
      const std::size_t escape = std::min(text_.find('\\', at_), text_.size());
      out_.append(text_, at_, escape - at_);
      at_ = escape + 1;
      if (escape < text_.size() && !this->escape()) {
        return at_;
      }
    }
    return std::nullopt;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool escape();
  bool unicode_escape();
  bool hex4(std::uint32_t& unit);

  std::string_view text_;
  std::string& out_;
  JsonStringNotes& notes_;
  std::size_t at_ = 0;
};

bool Unescaper::hex4(std::uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = to_lower(peek());
    const bool letter = c >= 'a' && c <= 'f';
    if (!letter && !is_digit(c)) {
      return false;
    }
    unit = unit << 4 | static_cast<std::uint32_t>(letter ? c - 'a' + 10 : c - '0');
  }
  return true;
}

/// Behind "\u".
bool Unescaper::unicode_escape() {
  std::uint32_t unit = 0;
  if (!hex4(unit)) {
    return false;
  }
  if (unit >= 0xd800 && unit < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
    const std::size_t before = at_;
    std::uint32_t low = 0;
    at_ += 2;
    if (!hex4(low)) {
      return false;
    }
    if (low >= 0xdc00 && low < 0xe000) {
      append_utf8(out_, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
      return true;
    }
    at_ = before;
  }
  notes_.lone_surrogate = notes_.lone_surrogate || (unit >= 0xd800 && unit < 0xe000);
  append_utf8(out_, unit);
  return true;
}

/// Behind the backslash.
bool Unescaper::escape() {
  constexpr std::array<std::pair<char, char>, 9> kEscapes = {{{'"', '"'},
                                                              {'\\', '\\'},
                                                              {'/', '/'},
                                                              {'b', '\b'},
                                                              {'f', '\f'},
                                                              {'n', '\n'},
                                                              {'r', '\r'},
                                                              {'t', '\t'},
                                                              {'\'', '\''}}};
  const char c = peek();
  if (c == 'u') {
    ++at_;
    return unicode_escape();
  }
  for (const auto& [written, meant] : kEscapes) {
    if (c == written) {
      out_ += meant;
      ++at_;
      notes_.lenient = notes_.lenient || c == '\'';
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<std::size_t> decode_json_string(std::string_view inside, std::string& out,
                                              JsonStringNotes& notes) {
  return Unescaper(inside, out, notes).run();
}

}  // namespace capaudit
