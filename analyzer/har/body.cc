// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/body.h"

#include <algorithm>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/formats/base64.h"
#include "decoders/formats/media_type.h"

namespace capaudit {
namespace {

bool is_base64_character(char c) {
  return is_alpha(c) || is_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

// Bytes of a text whose characters are all below U+0100, one each; none where one is not.
std::optional<Buffer> as_latin1(std::string_view text) {
  Buffer bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<std::uint8_t>(text[i]);
    if (lead < 0x80) {
      bytes.push_back(lead);
    } else if ((lead == 0xc2 || lead == 0xc3) && i + 1 < text.size()) {
      ++i;
      bytes.push_back(static_cast<std::uint8_t>(
          (lead & 3) << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3f)));
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

bool names_utf8(std::string_view charset) {
  return charset.empty() || equal_ignoring_case(charset, "utf-8") ||
         equal_ignoring_case(charset, "utf8") || equal_ignoring_case(charset, "us-ascii");
}

Buffer copy_of(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

HarBodyBytes from_base64(std::string_view text, std::string_view content_type,
                         std::string_view note) {
  return {decode_base64(text), std::string(content_type), false, note};
}

// The bytes are UTF-8, whatever charset the type names.
HarBodyBytes as_utf8(HarBodyBytes body) {
  const std::string_view type = body.content_type;
  const std::string charset =
      std::string(media_type_parameter(type, "charset").value_or(""));
  if (!names_utf8(charset) && !starts_with_ignoring_case(type, "multipart/")) {
    // Of ASCII the other charsets make the same bytes, those of two or four do not.
    body.converted = charset.find("16") != std::string::npos ||
                     charset.find("32") != std::string::npos ||
                     std::any_of(body.bytes.begin(), body.bytes.end(),
                                 [](std::uint8_t byte) { return byte >= 0x80; });
    body.content_type = std::string(type.substr(0, type.find(';'))) + "; charset=utf-8";
  }
  return body;
}

// Text as text, or as the bytes that it was made of where the size proves it.
HarBodyBytes from_text(std::string_view text, std::string_view content_type,
                       std::optional<std::uint64_t> expected, std::string_view note) {
  if (expected && *expected < text.size()) {
    std::optional<Buffer> bytes = as_latin1(text);
    if (bytes && bytes->size() == *expected) {
      return {std::move(*bytes), std::string(content_type), false,
              note.empty() ? "har_body_from_latin1" : note};
    }
  }
  return as_utf8({copy_of(text), std::string(content_type), false, note});
}

}  // namespace

bool is_base64(std::string_view text) {
  std::size_t characters = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (is_blank(c)) {
      continue;
    }
    if (c == '=') {
      ++padding;
    } else if (padding > 0 || !is_base64_character(c)) {
      return false;
    }
    ++characters;
  }
  return characters % 4 == 0 && padding <= 2;
}

HarBodyBytes har_attached_bytes(Buffer content, std::string_view content_type) {
  HarBodyBytes body{std::move(content), std::string(content_type), false, {}};
  return is_utf8(as_text(body.bytes)) ? as_utf8(std::move(body)) : body;
}

HarBodyBytes har_body_bytes(std::string_view text, std::string_view encoding,
                            std::string_view content_type,
                            std::optional<std::uint64_t> expected) {
  if (equal_ignoring_case(trim(encoding), "base64")) {
    const bool is_text_by_size = expected && *expected == text.size() && !text.empty();
    return is_base64(text) && !is_text_by_size
               ? from_base64(text, content_type, {})
               : from_text(text, content_type, expected, "har_base64_mislabelled");
  }
  constexpr std::size_t kFewest = 16;
  if (expected && *expected < text.size() && text.size() >= kFewest &&
      (text.size() + 3) / 4 * 3 >= *expected && is_base64(text)) {
    HarBodyBytes body = from_base64(text, content_type, "har_base64_unflagged");
    if (body.bytes.size() == *expected) {
      return body;
    }
  }
  return from_text(text, content_type, expected, {});
}

}  // namespace capaudit
