// SPDX-License-Identifier: Apache-2.0
#include "reports/times.h"

#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Times, TimesAreRecordForm) {
  struct Case {
    std::int64_t ns;
    const char* expected;
  };
  // Expected: `date -u -d @SECONDS`.
  for (const Case& c : {
           Case{0, "1970-01-01T00:00:00.000000000Z"},
           Case{1, "1970-01-01T00:00:00.000000001Z"},
           Case{-1, "1969-12-31T23:59:59.999999999Z"},
           Case{951'827'696'000'000'000, "2000-02-29T12:34:56.000000000Z"},
           Case{1'709'210'096'123'456'789, "2024-02-29T12:34:56.123456789Z"},
           Case{4'102'444'799'999'999'999, "2099-12-31T23:59:59.999999999Z"},
           Case{std::numeric_limits<std::int64_t>::max(),
                "2262-04-11T23:47:16.854775807Z"},
           Case{std::numeric_limits<std::int64_t>::min(),
                "1677-09-21T00:12:43.145224192Z"},
       }) {
    EXPECT_EQ(utc_time(c.ns), c.expected);
  }
}

TEST(Times, TimesForReadersNameTheirZone) {
  constexpr std::int64_t kNs = 1'709'210'096'123'456'789;
  EXPECT_EQ(TimeZone().time(kNs), "2024-02-29 12:34:56.123456 UTC");
  EXPECT_EQ(parse_time_zone("+05:30")->time(kNs), "2024-02-29 18:04:56.123456 +05:30");
  EXPECT_EQ(parse_time_zone("-08:00")->time(kNs), "2024-02-29 04:34:56.123456 -08:00");
  for (const char* bad : {"", "Mars/Olympus", "+5:30", "+25:00", "../../etc/passwd",
                          "/etc/passwd", "UTC\n", "+05:60"}) {
    EXPECT_FALSE(parse_time_zone(bad)) << bad;
  }
}

TEST(Times, ANamedZoneFollowsItsRules) {
  const auto zone = parse_time_zone("Europe/Berlin");
  if (!zone) {
    GTEST_SKIP() << "skipped: no time zone database";
  }
  EXPECT_EQ(zone->time(1'720'000'000'000'000'000), "2024-07-03 11:46:40.000000 +02:00");
  EXPECT_EQ(zone->time(1'700'000'000'000'000'000), "2023-11-14 23:13:20.000000 +01:00");
  unsetenv("TZ");
}

}  // namespace
}  // namespace capaudit
