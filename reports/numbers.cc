// SPDX-License-Identifier: Apache-2.0
#include "reports/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace capaudit {
namespace {

template <class T>
void append_integer(std::string& out, T value) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

std::string group_digits(std::string digits) {
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

/// Three significant digits, at most `most_decimals` after the point.
std::string significant(double value, int most_decimals) {
  int decimals = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  decimals = std::min(decimals, most_decimals);
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::fixed, decimals);
  return {digits.data(), end.ptr};
}

/// So many significant digits, the whole part never fewer than it has.
std::string fixed_digits(double value, int digits) {
  const double magnitude = value > 0 ? std::floor(std::log10(value)) : 0;
  const int decimals = std::clamp(digits - 1 - static_cast<int>(magnitude), 0, 15);
  std::array<char, 400> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value,
                                 std::chars_format::fixed, decimals);
  return {room.data(), end.ptr};
}

}  // namespace

void append_number(std::string& out, std::uint64_t value) {
  append_integer(out, value);
}

void append_number(std::string& out, std::int64_t value) {
  append_integer(out, value);
}

void append_padded(std::string& out, std::uint64_t value, std::size_t width) {
  std::string digits;
  append_integer(digits, value);
  out.append(width > digits.size() ? width - digits.size() : 0, '0');
  out += digits;
}

std::string grouped(std::uint64_t value) {
  return group_digits(std::to_string(value));
}

std::string grouped(std::int64_t value) {
  const std::string digits = std::to_string(value);
  return value < 0 ? "-" + group_digits(digits.substr(1)) : group_digits(digits);
}

std::string grouped(std::optional<std::uint64_t> value) {
  return value ? grouped(*value) : std::string(kUnknown);
}

std::string counted(std::uint64_t value, std::string_view one) {
  return grouped(value) + " " + std::string(one) + (value == 1 ? "" : "s");
}

std::string short_bytes(std::uint64_t bytes) {
  if (bytes < 1000) {
    return std::to_string(bytes) + " B";
  }
  constexpr std::array<std::string_view, 6> kUnits = {" kB", " MB", " GB",
                                                      " TB", " PB", " EB"};
  double value = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return significant(value, 2).append(kUnits[unit]);
}

std::string full_bytes(std::uint64_t bytes) {
  std::string out = grouped(bytes) + " B";
  return bytes < 1000 ? out : out + " (" + short_bytes(bytes) + ")";
}

std::string exact_ms(double ms) {
  if (!std::isfinite(ms)) {
    return {};
  }
  // Beyond 2^51 ns (26 days) a double is coarser than the clock.
  if (std::abs(ms) >= 2.25e9) {
    std::array<char, 400> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), ms,
                                   std::chars_format::fixed);
    return {digits.data(), end.ptr};
  }
  const std::int64_t ns = std::llround(ms * 1e6);
  std::string out = ns < 0 ? "-" : "";
  const auto magnitude = static_cast<std::uint64_t>(std::abs(ns));
  append_integer(out, magnitude / 1'000'000);
  if (magnitude % 1'000'000 != 0) {
    out += '.';
    append_padded(out, magnitude % 1'000'000, 6);
    while (out.back() == '0') {
      out.pop_back();
    }
  }
  return out;
}

std::string column_ms(double ms) {
  if (!std::isfinite(ms) || std::abs(ms) > 9e15) {
    return std::string(kUnknown);
  }
  const std::int64_t us = std::llround(ms * 1000);
  const auto magnitude = static_cast<std::uint64_t>(std::abs(us));
  std::string out = us < 0 ? "-" : "";
  out += grouped(magnitude / 1000) + ".";
  append_padded(out, magnitude % 1000, 3);
  return out;
}

std::string short_ms(double ms) {
  if (!std::isfinite(ms)) {
    return std::string(kUnknown);
  }
  if (ms < 0) {
    return "-" + short_ms(-ms);
  }
  if (ms == 0) {
    return "0 ms";
  }
  if (ms < 0.0000995) {
    return significant(ms * 1e6, 0) + " ns";
  }
  if (ms < 0.0995) {
    return significant(ms * 1000, 3) + " µs";
  }
  if (ms < 999.5) {
    return significant(ms, 3) + " ms";
  }
  if (ms < 119'500) {
    return significant(ms / 1000, 2) + " s";
  }
  const auto seconds =
      static_cast<std::uint64_t>(std::llround(std::min(ms, 9e15) / 1000));
  if (seconds < 7200) {
    return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  }
  return grouped(seconds / 3600) + " h " + std::to_string(seconds / 60 % 60) + " min";
}

std::string short_ms(std::optional<double> ms) {
  return ms ? short_ms(*ms) : std::string(kUnknown);
}

std::string tick_text(double value, std::string_view unit) {
  std::string text =
      unit == "B" ? short_bytes(static_cast<std::uint64_t>(value)) : short_ms(value);
  const std::size_t space = text.find(' ');
  std::size_t end = space;
  if (text.find('.') < space) {
    end = text.find_last_not_of('0', space - 1) + 1;
    end -= text[end - 1] == '.' ? 1u : 0u;
  }
  return text.erase(end, space - end);
}

double tick_step(double most) {
  if (!(most > 4e-6) || !std::isfinite(most)) {
    return 1e-6;
  }
  const double power = std::pow(10.0, std::floor(std::log10(most / 4)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (most / (power * factor) <= 8) {
      return power * factor;
    }
  }
  return power * 10;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) {
    return "–";
  }
  const double value = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part != 0 && value < 0.05) {
    return "< 0.1%";
  }
  if (part != whole && value > 99.95) {
    return "> 99.9%";
  }
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::fixed, 1);
  return std::string(digits.data(), end.ptr) + "%";
}

std::string significant_text(double value, int digits) {
  const std::string text = fixed_digits(value, digits);
  const std::size_t point = text.find('.');
  std::string decimals = point == std::string::npos ? "" : text.substr(point);
  while (!decimals.empty() && (decimals.back() == '0' || decimals.back() == '.')) {
    decimals.pop_back();
  }
  return group_digits(text.substr(0, point)) + decimals;
}

double significant_value(double value, int digits) {
  const std::string text = fixed_digits(value, digits);
  double out = value;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

std::string hundredths(double value) {
  const std::int64_t scaled = std::llround(value * 100);
  const std::uint64_t size = static_cast<std::uint64_t>(std::abs(scaled));
  std::string out = (scaled < 0 ? "-" : "") + grouped(size / 100) + ".";
  append_padded(out, size % 100, 2);
  return out;
}

std::string short_ratio(double value) {
  return significant(value, 3);
}

}  // namespace capaudit
