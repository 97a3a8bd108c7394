// SPDX-License-Identifier: Apache-2.0
// References in XML text.
#include "decoders/formats/xml_text.h"

#include <algorithm>
#include <array>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

/// REC-xml 2.2, Char.
bool is_char(std::uint32_t code) {
  return code >= 0x20 ? (code < 0xd800 || code >= 0xe000) && code != 0xfffe &&
                            code != 0xffff && code <= 0x10ffff
                      : code == '\t' || code == '\n' || code == '\r';
}

}  // namespace

bool XmlText::number_reference(std::string_view digits, std::string& out) {
  const bool capital = digits.starts_with('X');
  const bool hex = digits.starts_with('x') || capital;
  if (hex) {
    digits.remove_prefix(1);
  }
  std::uint32_t code = 0;
  for (const char c : digits) {
    const char lower = to_lower(c);
    const bool letter = hex && lower >= 'a' && lower <= 'f';
    if ((!is_digit(c) && !letter) || code > 0x10ffff) {
      return false;
    }
    code = code * (hex ? 16 : 10) +
           static_cast<std::uint32_t>(letter ? lower - 'a' + 10 : c - '0');
  }
  if (digits.empty() || code > 0x10ffff) {
    return false;
  }
  broken_ = broken_ || !is_char(code) || capital;
  if (high_surrogate_ != 0 && code >= 0xdc00 && code < 0xe000) {
    // The pair was meant as one character; what the first half left is taken back.
    out.resize(out.size() - 3);
    code = 0x10000 + ((high_surrogate_ - 0xd800) << 10) + (code - 0xdc00);
  }
  high_surrogate_ = code >= 0xd800 && code < 0xdc00 ? code : 0;
  append_utf8(out, code);
  return true;
}

/// Decodes the reference at `at`, which is a "&"; returns where the text goes on.
std::size_t XmlText::reference(std::string_view text, std::size_t at, std::string& out) {
  struct Entity {
    std::string_view name;
    char character;
  };
  constexpr std::array<Entity, 5> kEntities = {
      {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
  constexpr std::size_t kMaxReference = 64;
  const std::size_t stop = std::min(text.size(), at + kMaxReference);
  const std::size_t semicolon = text.substr(0, stop).find(';', at);
  if (semicolon != std::string_view::npos) {
    const std::string_view inside = text.substr(at + 1, semicolon - at - 1);
    if (inside.starts_with('#') && number_reference(inside.substr(1), out)) {
      return semicolon + 1;
    }
    high_surrogate_ = 0;
    for (const Entity& entity : kEntities) {
      if (inside == entity.name) {
        out += entity.character;
        return semicolon + 1;
      }
    }
    unresolved_ = true;
  } else {
    broken_ = true;
  }
  out += '&';
  return at + 1;
}

bool XmlText::decode(std::string_view text, std::size_t begin, std::size_t end,
                     std::string& out) {
  std::size_t run = begin;
  bool decoded = false;
  const std::string_view whole = text.substr(0, end);
  for (std::size_t at = whole.find('&', begin); at != std::string_view::npos;
       at = whole.find('&', run)) {
    if (at != run) {
      high_surrogate_ = 0;
    }
    out.append(whole, run, at - run);
    run = reference(whole, at, out);
    decoded = true;
  }
  high_surrogate_ = 0;
  if (decoded) {
    out.append(whole, run, end - run);
  }
  return decoded;
}

}  // namespace capaudit
