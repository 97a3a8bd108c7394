// SPDX-License-Identifier: Apache-2.0
// Numbers, dates and texts.
#include "decoders/writers/scalar_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

void append_padded(std::int64_t value, std::size_t width, std::string& out) {
  const std::string digits = std::to_string(value);
  out.append(width > digits.size() ? width - digits.size() : 0, '0');
  out += digits;
}

}  // namespace

void append_double(double value, std::string& out) {
  std::array<char, 64> text{};
  const std::to_chars_result end =
      std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), end.ptr);
}

void append_integer(std::int64_t value, std::string& out) {
  std::array<char, 24> text{};
  const std::to_chars_result end =
      std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), end.ptr);
}

void append_iso_date(Date date, std::string& out) {
  constexpr double kYear0 = -62167219200000.0;
  constexpr double kYear10000 = 253402300800000.0;
  if (!(date.ms >= kYear0 && date.ms < kYear10000) || std::trunc(date.ms) != date.ms) {
    append_double(date.ms, out);
    return;
  }
  constexpr std::int64_t kDay = 86'400'000;
  const std::int64_t ms = static_cast<std::int64_t>(date.ms);
  const std::int64_t days = (ms >= 0 ? ms : ms - (kDay - 1)) / kDay;
  const std::int64_t time = ms - days * kDay;
  // Days to year, month, day in the proleptic Gregorian calendar, in eras of 400 years
  // that begin on 1 March.
  const std::int64_t shifted = days + 719468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const std::int64_t day_of_era = shifted - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_index = (5 * day_of_year + 2) / 153;
  const std::int64_t month = month_index < 10 ? month_index + 3 : month_index - 9;
  append_padded(year_of_era + era * 400 + (month <= 2 ? 1 : 0), 4, out);
  out += '-';
  append_padded(month, 2, out);
  out += '-';
  append_padded(day_of_year - (153 * month_index + 2) / 5 + 1, 2, out);
  out += 'T';
  append_padded(time / 3'600'000, 2, out);
  out += ':';
  append_padded(time / 60'000 % 60, 2, out);
  out += ':';
  append_padded(time / 1000 % 60, 2, out);
  out += '.';
  append_padded(time % 1000, 3, out);
  out += 'Z';
}

void append_json_string(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 0x0f];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_xml_text(std::string_view text, std::string& out) {
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '\r') {
      out += "&#13;";
    } else if (byte < 0x20 && c != '\n' && c != '\t') {
      append_utf8(out, std::uint32_t{0xfffd});
    } else {
      out += c;
    }
  }
}

std::string cell_text(const Cell& cell) {
  struct Writer {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const {
      if (std::isnan(value)) {
        return "NaN";
      }
      if (std::isinf(value)) {
        return value < 0 ? "-INF" : "INF";
      }
      std::string text;
      append_double(value, text);
      return text;
    }
    std::string operator()(Date value) const {
      std::string text;
      append_iso_date(value, text);
      return text;
    }
    std::string operator()(const std::string& value) const { return value; }
  };
  return std::visit(Writer{}, cell);
}

Buffer to_bytes(const std::string& text) {
  const Bytes bytes = as_bytes(text);
  return Buffer(bytes.begin(), bytes.end());
}

}  // namespace capaudit
