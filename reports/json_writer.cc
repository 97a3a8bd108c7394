// SPDX-License-Identifier: Apache-2.0
#include "reports/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

bool is_plain(char c, JsonPlace place) {
  if (c < ' ' || c > '~' || c == '"' || c == '\\') {
    return false;
  }
  return place == JsonPlace::file || (c != '<' && c != '>' && c != '&');
}

void append_unit(std::string& out, unsigned unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[unit >> shift & 0xf];
  }
}

std::string escape_of(char32_t value) {
  switch (value) {
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    break;
  }
  std::string out;
  if (value > 0xffff) {
    const auto rest = static_cast<unsigned>(value - 0x10000);
    append_unit(out, 0xd800 + (rest >> 10));
    append_unit(out, 0xdc00 + (rest & 0x3ff));
  } else {
    append_unit(out, static_cast<unsigned>(value));
  }
  return out;
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) {
    out_.put(',');
  }
}

void JsonWriter::open(char bracket) {
  separate();
  out_.put(bracket);
  comma_ = false;
}

void JsonWriter::close(char bracket) {
  out_.put(bracket);
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  out_.put('"');
  out_.write(name);
  out_.write("\":");
  comma_ = false;
}

void JsonWriter::escaped(std::string_view value) {
  while (!value.empty()) {
    std::size_t plain = 0;
    while (plain < value.size() && is_plain(value[plain], place_)) {
      ++plain;
    }
    out_.write(value.substr(0, plain));
    value.remove_prefix(plain);
    if (value.empty()) {
      return;
    }
    const CodePoint point = first_code_point(value);
    if (!point.valid) {
      out_.write("\xef\xbf\xbd");
    } else if (point.value < 0x80 || is_hidden(point.value)) {
      out_.write(escape_of(point.value));
    } else {
      out_.write(value.substr(0, point.size));
    }
    value.remove_prefix(point.size);
  }
}

void JsonWriter::text(std::string_view value) {
  separate();
  out_.put('"');
  escaped(value);
  out_.put('"');
  comma_ = true;
}

void JsonWriter::null() {
  separate();
  out_.write("null");
  comma_ = true;
}

void JsonWriter::boolean(bool value) {
  separate();
  out_.write(value ? "true" : "false");
  comma_ = true;
}

void JsonWriter::number(std::uint64_t value) {
  separate();
  std::string digits;
  append_number(digits, value);
  out_.write(digits);
  comma_ = true;
}

void JsonWriter::number(std::int64_t value) {
  separate();
  std::string digits;
  append_number(digits, value);
  out_.write(digits);
  comma_ = true;
}

void JsonWriter::real(double value) {
  if (!std::isfinite(value)) {
    text(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    return;
  }
  separate();
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out_.write({digits.data(), static_cast<std::size_t>(end - digits.data())});
  comma_ = true;
}

void JsonWriter::ms(double value) {
  const std::string digits = exact_ms(value);
  if (digits.empty()) {
    null();
    return;
  }
  separate();
  out_.write(digits);
  comma_ = true;
}

void JsonWriter::known_text(std::string_view value) {
  if (value.empty()) {
    null();
  } else {
    text(value);
  }
}

void JsonWriter::known_number(const std::optional<std::uint64_t>& value) {
  if (value) {
    number(*value);
  } else {
    null();
  }
}

void JsonWriter::known_ms(const std::optional<double>& value) {
  if (value) {
    ms(*value);
  } else {
    null();
  }
}

void JsonWriter::new_line() {
  out_.put('\n');
  comma_ = false;
}

void JsonWriter::next_line(std::size_t depth) {
  separate();
  comma_ = false;
  out_.put('\n');
  out_.indent(depth);
}

}  // namespace capaudit
