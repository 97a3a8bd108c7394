// SPDX-License-Identifier: Apache-2.0
// Figures as they are printed, read in every way.
#include "analyzer/audit/quantity.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

struct Case {
  const char* text;
  Dimension dimension;
  double low, value, high;
};

TEST(Quantity, DigitsSayHowExactAFigureIs) {
  const Case cases[] = {
      {"1.3 s", Dimension::milliseconds, 1250, 1300, 1350},
      {"0.874s", Dimension::milliseconds, 873.5, 874, 874.5},
      {"187 ms", Dimension::milliseconds, 186.5, 187, 187.5},
      {"250 us", Dimension::milliseconds, 0.2495, 0.25, 0.2505},
      {"250 \xc2\xb5s", Dimension::milliseconds, 0.2495, 0.25, 0.2505},
      {"1,326,298 bytes", Dimension::bytes, 1326297.5, 1326298, 1326298.5},
      {"38.1 KiB", Dimension::bytes, 38.05 * 1024, 38.1 * 1024, 38.15 * 1024},
      {"78%", Dimension::ratio, 0.775, 0.78, 0.785},
      {"7.22 x", Dimension::ratio, 7.215, 7.22, 7.225},
      {"10x", Dimension::ratio, 9.5, 10, 10.5},
      {"62/s", Dimension::per_second, 61.5, 62, 62.5},
      {"62 messages per second", Dimension::per_second, 61.5, 62, 62.5},
      {"9 requests", Dimension::count, 8.5, 9, 9.5},
      {"9", Dimension::count, 8.5, 9, 9.5},
      {"1.0", Dimension::count, 0.95, 1, 1.05},
      {"~ 30 KiB", Dimension::bytes, 29.5 * 1024, 30 * 1024, 30.5 * 1024},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.text);
    const Result<Quantity> quantity = parse_quantity(one.text);
    ASSERT_TRUE(quantity.ok()) << quantity.error().what;
    EXPECT_EQ(quantity->dimension, one.dimension);
    ASSERT_EQ(quantity->readings.size(), 1u);
    EXPECT_NEAR(quantity->readings[0].low, one.low, 1e-6);
    EXPECT_NEAR(quantity->readings[0].value, one.value, 1e-6);
    EXPECT_NEAR(quantity->readings[0].high, one.high, 1e-6);
  }
}

TEST(Quantity, KIsAThousandOr1024) {
  for (const char* text : {"38.1 K", "38.1 kB", "38.1 KB", "38.1k"}) {
    SCOPED_TRACE(text);
    const Result<Quantity> quantity = parse_quantity(text);
    ASSERT_TRUE(quantity.ok());
    ASSERT_EQ(quantity->readings.size(), 2u);
    EXPECT_NEAR(quantity->readings[0].value, 38100, 1e-6);
    EXPECT_NEAR(quantity->readings[1].value, 39014.4, 1e-6);
    EXPECT_NE(quantity->readings[0].name, quantity->readings[1].name);
  }
  const Result<Quantity> mega = parse_quantity("9 MB");
  ASSERT_TRUE(mega.ok());
  EXPECT_NEAR(mega->readings[1].value, 9 * 1048576.0, 1e-6);
}

TEST(Quantity, ZeroIsWhatTheDigitsCouldNotShow) {
  const Result<Quantity> zero = parse_quantity("0 s");
  ASSERT_TRUE(zero.ok());
  EXPECT_TRUE(zero->zero);
  EXPECT_EQ(zero->readings[0].low, 0);
  EXPECT_EQ(zero->readings[0].high, 500);
  const Result<Quantity> finer = parse_quantity("0.000 s");
  ASSERT_TRUE(finer.ok());
  EXPECT_NEAR(finer->readings[0].high, 0.5, 1e-9);
}

TEST(Quantity, ATimeOfZeroIsBelowAQuantumTheFinestFirst) {
  Quantity seconds = *parse_quantity("0 s");
  read_as_quantum(seconds);
  ASSERT_EQ(seconds.readings.size(), 3u);
  EXPECT_EQ(seconds.readings[0].high, 1);
  EXPECT_EQ(seconds.readings[1].high, 15.625);
  EXPECT_EQ(seconds.readings[2].high, 500);
  Quantity finer = *parse_quantity("0.000 s");
  read_as_quantum(finer);
  EXPECT_NEAR(finer.readings[0].high, 0.5, 1e-9)
      << "its digits are finer than the clocks";
  for (const Reading& reading : finer.readings) {
    EXPECT_EQ(reading.low, 0);
    EXPECT_NE(reading.name.find("0.000 s = below "), std::string::npos) << reading.name;
  }
}

TEST(Quantity, SaysWhatAFigureIsDividedBy) {
  EXPECT_EQ(parse_quantity("17 B/row")->per, Per::row);
  EXPECT_EQ(parse_quantity("17 bytes per row")->per, Per::row);
  EXPECT_EQ(parse_quantity("2 ms per call")->per, Per::call);
  EXPECT_EQ(parse_quantity("2 ms a message")->per, Per::message);
  EXPECT_EQ(parse_quantity("2 ms")->per, Per::nothing);
}

TEST(Quantity, HearsTheWordsOfAComparison) {
  EXPECT_EQ(parse_quantity("45% faster")->than, Than::faster);
  EXPECT_EQ(parse_quantity("45% slower")->than, Than::slower);
  EXPECT_EQ(parse_quantity("400% more")->than, Than::more);
  EXPECT_EQ(parse_quantity("22% smaller")->than, Than::less);
  EXPECT_EQ(parse_quantity("0.2 s faster")->than, Than::faster);
  EXPECT_TRUE(parse_quantity("about 4 s more")->about);
}

TEST(Quantity, RefusesWhatItDoesNotUnderstandAndSaysWhere) {
  struct Bad {
    const char* text;
    std::size_t offset;
  };
  const Bad cases[] = {
      {"", 0},
      {"fast", 0},
      {"1.3 parsecs", 4},
      {"1.3 s quickly", 6},
      {"-3 s", 0},
      {"1e9 B", 1},
      {"3 s per week", 8},
      {"3 s/s", 5},
      {"9 times faster than 0 s", 15},
      {"12,34 B", 2},
      {"nan s", 0},
      {"inf", 0},
      {"1.2.3 s", 3},
  };
  for (const Bad& one : cases) {
    SCOPED_TRACE(one.text);
    const Result<Quantity> quantity = parse_quantity(one.text);
    ASSERT_FALSE(quantity.ok());
    EXPECT_EQ(quantity.error().offset, one.offset) << quantity.error().what;
  }
}

}  // namespace
}  // namespace capaudit
