// SPDX-License-Identifier: Apache-2.0
#include "reports/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Numbers, MillisecondsAreExactDecimals) {
  struct Case {
    double ms;
    const char* expected;
  };
  for (const Case& c : {
           Case{0, "0"},
           Case{-0.0, "0"},
           Case{5, "5"},
           Case{0.000001, "0.000001"},
           Case{1.5, "1.5"},
           Case{1.234567, "1.234567"},
           Case{0.1 + 0.2, "0.3"},
           Case{1234567.890123, "1234567.890123"},
           Case{-2.25, "-2.25"},
           Case{1e12, "1000000000000"},
           Case{std::numeric_limits<double>::quiet_NaN(), ""},
           Case{std::numeric_limits<double>::infinity(), ""},
       }) {
    SCOPED_TRACE(c.expected);
    EXPECT_EQ(exact_ms(c.ms), c.expected);
  }
}

TEST(Numbers, EveryNanosecondCountComesBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const auto ns = static_cast<std::int64_t>(random() >> (13 + i % 40));
    const std::string text = exact_ms(static_cast<double>(ns) / 1e6);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::llround(back * 1e6), ns) << text;
  }
}

TEST(Numbers, BytesHaveThreeDigitsAndDecimalUnits) {
  struct Case {
    std::uint64_t bytes;
    const char* expected;
  };
  for (const Case& c : {
           Case{0, "0 B"},
           Case{999, "999 B"},
           Case{1000, "1.00 kB"},
           Case{1004, "1.00 kB"},
           Case{9994, "9.99 kB"},
           Case{9996, "10.0 kB"},
           Case{12'345, "12.3 kB"},
           Case{999'499, "999 kB"},
           Case{999'500, "1.00 MB"},
           Case{1'500'000'000, "1.50 GB"},
           Case{std::numeric_limits<std::uint64_t>::max(), "18.4 EB"},
       }) {
    EXPECT_EQ(short_bytes(c.bytes), c.expected);
  }
  EXPECT_EQ(full_bytes(12'345), "12,345 B (12.3 kB)");
  EXPECT_EQ(full_bytes(999), "999 B");
}

TEST(Numbers, DurationsHaveThreeDigitsAndAUnit) {
  struct Case {
    double ms;
    const char* expected;
  };
  for (const Case& c : {
           Case{0, "0 ms"},
           Case{0.000001, "1 ns"},
           Case{0.0005, "0.500 µs"},
           Case{0.05, "50.0 µs"},
           Case{0.5, "0.500 ms"},
           Case{12.34, "12.3 ms"},
           Case{999.4, "999 ms"},
           Case{999.6, "1.00 s"},
           Case{75'200, "75.2 s"},
           Case{125'000, "2 min 5 s"},
           Case{7'260'000, "2 h 1 min"},
           Case{-12.34, "-12.3 ms"},
       }) {
    EXPECT_EQ(short_ms(c.ms), c.expected);
  }
  EXPECT_EQ(short_ms(std::optional<double>()), "unknown");
}

TEST(Numbers, SharesNeverLookLikeNothingOrEverything) {
  EXPECT_EQ(percent(1, 3), "33.3%");
  EXPECT_EQ(percent(0, 3), "0.0%");
  EXPECT_EQ(percent(3, 3), "100.0%");
  EXPECT_EQ(percent(1, 1'000'000), "< 0.1%");
  EXPECT_EQ(percent(999'999, 1'000'000), "> 99.9%");
  EXPECT_EQ(percent(0, 0), "–");
}

TEST(Numbers, DigitsAreGroupedByThree) {
  EXPECT_EQ(grouped(std::uint64_t{0}), "0");
  EXPECT_EQ(grouped(std::uint64_t{999}), "999");
  EXPECT_EQ(grouped(std::uint64_t{1000}), "1,000");
  EXPECT_EQ(grouped(std::uint64_t{1'234'567}), "1,234,567");
  EXPECT_EQ(grouped(std::int64_t{-1234}), "-1,234");
  EXPECT_EQ(grouped(std::optional<std::uint64_t>()), "unknown");
}

}  // namespace
}  // namespace capaudit
