// SPDX-License-Identifier: Apache-2.0
#include "reports/text.h"

#include <algorithm>
#include <array>

namespace capaudit {
namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool in_ranges(const std::array<Range, N>& ranges, char32_t value) {
  const auto* const it =
      std::find_if(ranges.begin(), ranges.end(),
                   [value](const Range& range) { return value <= range.last; });
  return it != ranges.end() && value >= it->first;
}

// Ascending. Unicode 15: Cc, Zl, Zp, Bidi_Control, default ignorable, noncharacters.
constexpr std::array<Range, 15> kHidden = {{
    {0x0000, 0x001f},
    {0x007f, 0x009f},
    {0x00ad, 0x00ad},
    {0x061c, 0x061c},
    {0x115f, 0x1160},
    {0x180b, 0x180f},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0x3164, 0x3164},
    {0xfdd0, 0xfdef},
    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},
    {0xfff0, 0xfffb},
    {0xe0000, 0xe0fff},
}};

// Ascending: the larger blocks of combining marks.
constexpr std::array<Range, 11> kCombining = {{
    {0x0300, 0x036f},
    {0x0483, 0x0489},
    {0x0591, 0x05bd},
    {0x0610, 0x061a},
    {0x064b, 0x065f},
    {0x0900, 0x0902},
    {0x0e31, 0x0e31},
    {0x0e34, 0x0e3a},
    {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff},
}};

// Ascending: East Asian Width W and F, and emoji (UAX 11).
constexpr std::array<Range, 11> kWide = {{
    {0x1100, 0x115f},
    {0x231a, 0x231b},
    {0x2e80, 0x303e},
    {0x3041, 0x33ff},
    {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},
    {0xa000, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xffe6},
    {0x1f300, 0x3fffd},
}};

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f;
}

void append_hexadecimal(std::string& out, char32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[value >> shift & 0xf];
  }
}

void append_escape(std::string& out, const CodePoint& point) {
  if (!point.valid || point.value < 0x80) {
    out += "\\x";
    append_hexadecimal(out, point.value, 2);
  } else {
    out += "\\u{";
    append_hexadecimal(out, point.value, point.value > 0xffff ? 6 : 4);
    out += '}';
  }
}

std::size_t width_of(char32_t value) {
  if (value < 0x300) {
    return 1;
  }
  if (in_ranges(kCombining, value)) {
    return 0;
  }
  return in_ranges(kWide, value) ? 2 : 1;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const CodePoint invalid{lead, 1, false};
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) {
    return invalid;
  }
  char32_t value = lead & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const unsigned byte = byte_at(text, i);
    if ((byte & 0xc0) != 0x80) {
      return invalid;
    }
    value = value << 6 | (byte & 0x3f);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kLeast[size] || value > 0x10ffff || surrogate) {
    return invalid;
  }
  return {value, size, true};
}

void append_utf8(std::string& out, char32_t value) {
  const auto byte = [&out](char32_t b) { out += static_cast<char>(b); };
  if (value < 0x80) {
    byte(value);
  } else if (value < 0x800) {
    byte(0xc0 | value >> 6);
    byte(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    byte(0xe0 | value >> 12);
    byte(0x80 | (value >> 6 & 0x3f));
    byte(0x80 | (value & 0x3f));
  } else {
    byte(0xf0 | value >> 18);
    byte(0x80 | (value >> 12 & 0x3f));
    byte(0x80 | (value >> 6 & 0x3f));
    byte(0x80 | (value & 0x3f));
  }
}

bool is_hidden(char32_t value) {
  if (value >= 0x20 && value < 0x7f) {
    return false;
  }
  return in_ranges(kHidden, value) || (value & 0xfffe) == 0xfffe;
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) {
      ++plain;
    }
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) {
      break;
    }
    const CodePoint point = first_code_point(text);
    if (point.valid && !is_hidden(point.value)) {
      out.append(text.substr(0, point.size));
    } else {
      append_escape(out, point);
    }
    text.remove_prefix(point.size);
  }
  return out;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.valid) {
      out.append(text.substr(0, point.size));
    } else {
      append_utf8(out, 0xfffd);
    }
    text.remove_prefix(point.size);
  }
  return out;
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

std::string escape_markdown(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    if (std::string_view("\\`*_[]<>|!#&~").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    width += width_of(point.value);
    text.remove_prefix(point.size);
  }
  return width;
}

std::string cut_middle(std::string_view text, std::size_t width) {
  if (text.size() <= width || display_width(text) <= width) {
    return std::string(text);
  }
  if (width == 0) {
    return {};
  }
  const std::size_t front = (width - 1 + 1) / 2;
  std::size_t at = 0;
  std::size_t used = 0;
  while (at < text.size()) {
    const CodePoint point = first_code_point(text.substr(at));
    if (used + width_of(point.value) > front) {
      break;
    }
    used += width_of(point.value);
    at += point.size;
  }
  std::string_view back = text.substr(at);
  std::size_t left = display_width(back);
  while (!back.empty() && used + 1 + left > width) {
    const CodePoint point = first_code_point(back);
    left -= width_of(point.value);
    back.remove_prefix(point.size);
  }
  return std::string(text.substr(0, at)) + "…" + std::string(back);
}

std::string cut_end(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return std::string(text);
  }
  std::size_t at = bytes;
  while (at > 0 && (byte_at(text, at) & 0xc0) == 0x80) {
    --at;
  }
  return std::string(text.substr(0, at)) + "… (" + std::to_string(text.size()) +
         " bytes in all)";
}

}  // namespace capaudit
