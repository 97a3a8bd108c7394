// SPDX-License-Identifier: Apache-2.0
// Base64 and quoted-printable.
#include "decoders/formats/base64.h"

#include "decoders/core/text.h"

namespace capaudit {
namespace {

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') {
    return c - 'A';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 26;
  }
  if (is_digit(c)) {
    return c - '0' + 52;
  }
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

int hex_value(char c) {
  const char lower = to_lower(c);
  return is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

Buffer decode_base64(std::string_view text) {
  Buffer out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int count = 0;
  const auto flush = [&] {
    group <<= 6 * (4 - count);
    for (int i = 0; i + 1 < count; ++i) {
      out.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * i)));
    }
    group = 0;
    count = 0;
  };
  for (const char c : text) {
    const int value = base64_value(c);
    if (value >= 0) {
      group = group << 6 | static_cast<std::uint32_t>(value);
      ++count;
    }
    if (count == 4 || (c == '=' && count != 0)) {
      flush();
    }
  }
  flush();
  return out;
}

Buffer decode_quoted_printable(std::string_view text) {
  Buffer out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("=\r\n")) {
      i += 2;
    } else if (rest.starts_with("=\n")) {
      i += 1;
    } else if (rest.size() >= 3 && rest[0] == '=' && hex_value(rest[1]) >= 0 &&
               hex_value(rest[2]) >= 0) {
      out.push_back(
          static_cast<std::uint8_t>(hex_value(rest[1]) * 16 + hex_value(rest[2])));
      i += 2;
    } else {
      out.push_back(static_cast<std::uint8_t>(rest[0]));
    }
  }
  return out;
}

}  // namespace capaudit
