// SPDX-License-Identifier: Apache-2.0
// UTF-8 (RFC 3629 4: the bytes that may follow each lead byte).
#include "decoders/core/utf8.h"

#include "decoders/core/bytes.h"

namespace capaudit {
namespace {

/// Bytes of the character that begins with `lead`; 0: none does.
std::size_t character_length(std::uint8_t lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xc2 || lead > 0xf4) {
    return 0;
  }
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

/// Shuts out overlong forms, surrogates and what lies beyond U+10FFFF.
bool second_fits(std::uint8_t lead, std::uint8_t second) {
  return (lead != 0xe0 || second >= 0xa0) && (lead != 0xed || second < 0xa0) &&
         (lead != 0xf0 || second >= 0x90) && (lead != 0xf4 || second < 0x90);
}

}  // namespace

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xc0 | code_point >> 6);
    put(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    put(0xe0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3f));
    put(0x80 | (code_point & 0x3f));
  } else {
    put(0xf0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3f));
    put(0x80 | (code_point >> 6 & 0x3f));
    put(0x80 | (code_point & 0x3f));
  }
}

std::size_t utf8_length(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t length = character_length(bytes[at]);
    if (length == 0 || length > bytes.size() - at ||
        (length > 1 && !second_fits(bytes[at], bytes[at + 1]))) {
      return at;
    }
    for (std::size_t i = 1; i < length; ++i) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return at;
      }
    }
    at += length;
  }
  return at;
}

}  // namespace capaudit
