// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/repair.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

constexpr std::size_t kDigitsOf64Bits = 18;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// The code unit of a \uXXXX escape at the start of `text`.
std::optional<std::uint32_t> escaped_unit(std::string_view text) {
  if (text.size() < 6 || !text.starts_with("\\u")) {
    return std::nullopt;
  }
  std::uint32_t unit = 0;
  const char* const end = text.data() + 6;
  const auto [stop, error] = std::from_chars(text.data() + 2, end, unit, 16);
  if (error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return unit;
}

bool is_high(std::uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low(std::uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

bool is_json_number(std::string_view word) {
  std::string_view rest = word;
  rest.remove_prefix(rest.starts_with('-') ? 1 : 0);
  if (rest.empty() || !is_digit(rest.front()) ||
      (rest.size() > 1 && rest[0] == '0' && is_digit(rest[1]))) {
    return false;
  }
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  const bool has_digits_everywhere = word.find(".e") == std::string_view::npos &&
                                     word.find(".E") == std::string_view::npos &&
                                     word.back() != '.';
  return error == std::errc() && stop == end && std::isfinite(value) &&
         has_digits_everywhere;
}

class Repair {
 public:
  explicit Repair(std::string_view json) : rest_(json) { out_.reserve(json.size()); }

  std::string run() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"') {
        copy(1);
        string();
      } else if (is_blank(c) || c == '{' || c == '[' || c == ':' || c == ',') {
        copy(1);
      } else if (c == '}' || c == ']') {
        drop_comma();
        copy(1);
      } else {
        word();
      }
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t count) {
    out_ += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }
  void replace(std::size_t count, std::string_view with) {
    out_ += with;
    rest_.remove_prefix(count);
  }

  void drop_comma() {
    const std::size_t last = out_.find_last_not_of(" \t\r\n");
    if (last != std::string::npos && out_[last] == ',') {
      out_.resize(last);
    }
  }

  // A number or literal; whatever else stands there becomes null.
  void word() {
    const std::size_t end =
        std::min(rest_.find_first_of(" \t\r\n,:{}[]\""), rest_.size());
    const std::string_view text = rest_.substr(0, end);
    if (text == "true" || text == "false" || text == "null") {
      copy(end);
    } else if (is_json_number(text)) {
      copy(end);
      if (end > kDigitsOf64Bits && text.find_first_of(".eE") == std::string_view::npos) {
        out_ += "e0";  // an integer that the parser does not hold; a double does
      }
    } else {
      replace(end, "null");
    }
  }

  // What stands behind an opening quote, with the closing one.
  void string() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"') {
        copy(1);
        return;
      }
      if (c == '\\') {
        escape();
      } else if (static_cast<unsigned char>(c) < 0x20) {
        control(c);
      } else if (static_cast<unsigned char>(c) < 0x80) {
        copy(1);
      } else {
        character();
      }
    }
  }

  void control(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out_ += "\\u00";
    out_ += kDigits[static_cast<unsigned char>(c) >> 4];
    out_ += kDigits[static_cast<unsigned char>(c) & 15];
    rest_.remove_prefix(1);
  }

  void character() {
    constexpr std::size_t kLongest = 4;
    for (std::size_t size = 2; size <= kLongest && size <= rest_.size(); ++size) {
      if (is_utf8(rest_.substr(0, size))) {
        copy(size);
        return;
      }
    }
    replace(1, kReplacement);
  }

  void escape() {
    const std::optional<std::uint32_t> unit = escaped_unit(rest_);
    if (unit && is_high(*unit)) {
      const std::optional<std::uint32_t> next = escaped_unit(rest_.substr(6));
      if (next && is_low(*next)) {
        copy(12);
      } else {
        replace(6, kReplacement);
      }
    } else if (unit && is_low(*unit)) {
      replace(6, kReplacement);
    } else if (unit) {
      copy(6);
    } else if (rest_.size() > 1 &&
               std::string_view("\"\\/bfnrt").find(rest_[1]) != std::string_view::npos) {
      copy(2);
    } else {
      replace(1, kReplacement);  // a backslash before nothing that it can escape
    }
  }

  std::string_view rest_;
  std::string out_;
};

}  // namespace

std::string repair_json(std::string_view json) {
  return Repair(json).run();
}

}  // namespace capaudit
