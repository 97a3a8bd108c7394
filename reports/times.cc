// SPDX-License-Identifier: Apache-2.0
#include "reports/times.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "reports/numbers.h"

namespace capaudit {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400;

struct Date {
  std::int64_t year = 1970;
  unsigned month = 1, day = 1;
};

/// Days since 1970-01-01 to the proleptic Gregorian calendar, counted in 400-year eras
/// that begin in March.
Date date_of(std::int64_t days) {
  days += 719'468;
  const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
  const auto of_era = static_cast<unsigned>(days - era * 146'097);
  const unsigned year =
      (of_era - of_era / 1460 + of_era / 36'524 - of_era / 146'096) / 365;
  const unsigned of_year = of_era - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * of_year + 2) / 153;
  Date date;
  date.day = of_year - (153 * month + 2) / 5 + 1;
  date.month = month < 10 ? month + 3 : month - 9;
  date.year = era * 400 + year + (date.month <= 2 ? 1 : 0);
  return date;
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

/// Nanoseconds after the full second.
std::uint64_t fraction_of(std::int64_t ns) {
  const std::int64_t rest = ns % kSecond;
  return static_cast<std::uint64_t>(rest < 0 ? rest + kSecond : rest);
}

/// "2026-11-30<between>15:25:00" of seconds since 1970.
std::string clock_text(std::int64_t seconds, char between) {
  const std::int64_t days = floor_divide(seconds, kDay);
  const auto of_day = static_cast<std::uint64_t>(seconds - days * kDay);
  const Date date = date_of(days);
  std::string out;
  if (date.year < 0) {
    out += '-';
  }
  append_padded(out, static_cast<std::uint64_t>(std::abs(date.year)), 4);
  out += '-';
  append_padded(out, date.month, 2);
  out += '-';
  append_padded(out, date.day, 2);
  out += between;
  append_padded(out, of_day / 3600, 2);
  out += ':';
  append_padded(out, of_day / 60 % 60, 2);
  out += ':';
  append_padded(out, of_day % 60, 2);
  return out;
}

bool is_offset(const std::string& name) {
  const auto digit = [&name](std::size_t i, char most) {
    return name[i] >= '0' && name[i] <= most;
  };
  return name.size() == 6 && (name[0] == '+' || name[0] == '-') && digit(1, '1') &&
         digit(2, '9') && name[3] == ':' && digit(4, '5') && digit(5, '9');
}

bool is_zone_name(const std::string& name) {
  const auto bad = [](char c) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      (c >= '0' && c <= '9') || c == '/' || c == '_' || c == '-' ||
                      c == '+';
    return !fine;
  };
  if (name.empty() || name[0] == '/' ||
      std::find_if(name.begin(), name.end(), bad) != name.end()) {
    return false;
  }
  std::error_code error;
  return std::filesystem::is_regular_file("/usr/share/zoneinfo/" + name, error);
}

}  // namespace

std::string utc_time(std::int64_t ns) {
  const std::int64_t seconds = floor_divide(ns, kSecond);
  std::string out = clock_text(seconds, 'T');
  out += '.';
  append_padded(out, fraction_of(ns), 9);
  out += 'Z';
  return out;
}

TimeZone TimeZone::fixed(int offset_seconds) {
  TimeZone zone;
  zone.kind_ = Kind::fixed;
  zone.offset_seconds_ = offset_seconds;
  return zone;
}

TimeZone TimeZone::system() {
  TimeZone zone;
  zone.kind_ = Kind::system;
  return zone;
}

int TimeZone::offset_at(std::int64_t seconds) const {
  if (kind_ != Kind::system) {
    return offset_seconds_;
  }
  const std::time_t when = seconds;
  std::tm parts{};
  return localtime_r(&when, &parts) == nullptr ? 0 : static_cast<int>(parts.tm_gmtoff);
}

std::string TimeZone::time(std::int64_t ns) const {
  const std::int64_t seconds = floor_divide(ns, kSecond);
  const int offset = offset_at(seconds);
  std::string out = clock_text(seconds + offset, ' ');
  out += '.';
  append_padded(out, fraction_of(ns) / 1000, 6);
  if (kind_ == Kind::utc) {
    return out + " UTC";
  }
  const auto minutes = static_cast<unsigned>(std::abs(offset) / 60);
  out += offset < 0 ? " -" : " +";
  append_padded(out, minutes / 60, 2);
  out += ':';
  append_padded(out, minutes % 60, 2);
  return out;
}

std::optional<TimeZone> parse_time_zone(const std::string& name) {
  if (name == "UTC" || name == "utc" || name == "Z") {
    return TimeZone();
  }
  if (is_offset(name)) {
    const int hours = (name[1] - '0') * 10 + (name[2] - '0');
    const int minutes = (name[4] - '0') * 10 + (name[5] - '0');
    const int offset = hours * 3600 + minutes * 60;
    return TimeZone::fixed(name[0] == '-' ? -offset : offset);
  }
  if (name == "local") {
    tzset();
    return TimeZone::system();
  }
  if (!is_zone_name(name) || setenv("TZ", name.c_str(), 1) != 0) {
    return std::nullopt;
  }
  tzset();
  return TimeZone::system();
}

}  // namespace capaudit
