// SPDX-License-Identifier: Apache-2.0
// Points in time as text: in records always UTC, for readers in a zone of their choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace capaudit {

/// "2026-11-30T15:25:00.123456789Z".
std::string utc_time(std::int64_t ns);

/// How times are shown to a reader; records are always in UTC.
class TimeZone {
 public:
  /// UTC.
  TimeZone() = default;
  static TimeZone fixed(int offset_seconds);
  /// The rules the C library was set up with (TZ).
  static TimeZone system();

  /// "2026-11-30 15:25:00.123456 UTC", "… +02:00".
  std::string time(std::int64_t ns) const;

 private:
  enum class Kind : std::uint8_t { utc, fixed, system };
  int offset_at(std::int64_t seconds) const;
  Kind kind_ = Kind::utc;
  int offset_seconds_ = 0;
};

/// "UTC", "+02:00", "local" or a name of the time zone database. None: not known. For
/// the last two the process's TZ decides, so this sets it.
std::optional<TimeZone> parse_time_zone(const std::string& name);

}  // namespace capaudit
