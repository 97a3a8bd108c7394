// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/date.h"

#include <chrono>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kLastSecond = INT64_MAX / kNanoseconds;

/// Takes fixed parts off the front; anything unexpected makes it fail for good.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  int number(std::size_t digits) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (rest_.empty() || !is_digit(rest_.front())) {
        ok_ = false;
        return 0;
      }
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }
  bool take_any(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) {
      return false;
    }
    last_ = rest_.front();
    rest_.remove_prefix(1);
    return true;
  }
  void need(std::string_view characters) { ok_ = take_any(characters) && ok_; }
  void need_that(bool holds) { ok_ = ok_ && holds; }
  std::int64_t fraction() {
    std::int64_t value = 0;
    std::int64_t unit = kNanoseconds / 10;
    need_that(!rest_.empty() && is_digit(rest_.front()));
    for (; !rest_.empty() && is_digit(rest_.front()); unit /= 10) {
      value += unit * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }
  char last() const { return last_; }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  char last_ = 0;
  bool ok_ = true;
};

// "Z", "+01:00", "-0800"; in seconds.
std::int64_t zone_seconds(Parts& parts) {
  if (parts.take_any("Zz")) {
    return 0;
  }
  parts.need("+-");
  const std::int64_t sign = parts.last() == '-' ? -1 : 1;
  const int hours = parts.number(2);
  parts.take_any(":");
  const int minutes = parts.number(2);
  parts.need_that(hours < 24 && minutes < 60);
  return sign * (hours * 3600 + minutes * 60);
}

}  // namespace

std::optional<std::int64_t> parse_har_date(std::string_view text) {
  Parts parts(text);
  const int year = parts.number(4);
  parts.need("-");
  const int month = parts.number(2);
  parts.need("-");
  const int day = parts.number(2);
  parts.need("Tt ");
  const int hour = parts.number(2);
  parts.need(":");
  const int minute = parts.number(2);
  parts.need(":");
  const int second = parts.number(2);
  const std::int64_t nanoseconds = parts.take_any(".,") ? parts.fraction() : 0;
  const std::int64_t zone = zone_seconds(parts);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!parts.ok() || !parts.at_end() || !date.ok() || hour > 23 || minute > 59 ||
      second > 60) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t seconds = days * 86400 + hour * 3600 + minute * 60 + second - zone;
  if (seconds >= kLastSecond || seconds <= -kLastSecond) {
    return std::nullopt;
  }
  return seconds * kNanoseconds + nanoseconds;
}

}  // namespace capaudit
