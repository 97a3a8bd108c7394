// SPDX-License-Identifier: Apache-2.0
// Percentages in both ways that people mean them, and tolerances.
#include "analyzer/audit/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

std::vector<double> values(const char* text, bool rate) {
  const Result<Quantity> quantity = parse_quantity(text);
  EXPECT_TRUE(quantity.ok());
  std::vector<double> out;
  for (const Reading& reading : ratio_readings(*quantity, rate)) {
    EXPECT_LE(reading.low, reading.value);
    EXPECT_LE(reading.value, reading.high);
    out.push_back(reading.value);
  }
  return out;
}

void expect_two(const char* text, bool rate, double first, double second) {
  SCOPED_TRACE(text);
  const std::vector<double> found = values(text, rate);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], first, 1e-9);
  EXPECT_NEAR(found[1], second, 1e-9);
}

TEST(Comparison, FasterIsLessTimeOrMoreSpeed) {
  expect_two("45% faster", false, 0.55, 1 / 1.45);
  expect_two("45% slower", false, 1.45, 1 / 0.55);
  expect_two("45% faster", true, 1.45, 1 / 0.55);
  expect_two("45% slower", true, 0.55, 1 / 1.45);
}

TEST(Comparison, SmallerIsOfEitherSide) {
  expect_two("22% smaller", false, 0.78, 1 / 1.22);
  const std::vector<double> more = values("400% more", false);
  EXPECT_NEAR(more.at(0), 5, 1e-9);
  EXPECT_TRUE(std::isinf(more.at(1))) << "the reference cannot be 400% less";
}

TEST(Comparison, APercentageAloneIsOneRatio) {
  EXPECT_EQ(values("78%", false), std::vector<double>{0.78});
  EXPECT_EQ(values("7.22 x", true), std::vector<double>{7.22});
}

TEST(Comparison, TimesFasterIsTheInverseForTimes) {
  EXPECT_NEAR(values("4 times faster", false).at(0), 0.25, 1e-12);
  EXPECT_NEAR(values("4 times faster", true).at(0), 4, 1e-12);
  EXPECT_NEAR(values("9x slower", false).at(0), 9, 1e-12);
}

TEST(Comparison, ADifferenceHasTheSignOfItsWord) {
  const std::vector<Reading> faster =
      difference_readings(*parse_quantity("0.2 s faster"), false);
  ASSERT_EQ(faster.size(), 1u);
  EXPECT_NEAR(faster[0].value, -200, 1e-9);
  EXPECT_NEAR(faster[0].low, -250, 1e-9);
  EXPECT_NEAR(faster[0].high, -150, 1e-9);
  EXPECT_NEAR(difference_readings(*parse_quantity("4 s more"), false)[0].value, 4000,
              1e-9);
}

TEST(Comparison, ADifferenceOfZeroIsOneEitherWay) {
  for (const char* text : {"0 s", "0 s faster", "0 s more"}) {
    SCOPED_TRACE(text);
    const Reading reading = difference_readings(*parse_quantity(text), false).at(0);
    EXPECT_EQ(reading.low, -500);
    EXPECT_EQ(reading.value, 0);
    EXPECT_EQ(reading.high, 500);
  }
}

TEST(Comparison, AToleranceOnlyWidens) {
  const Reading reading{"", 1250, 1300, 1350};
  const Reading wide = widened(reading, *parse_tolerance("10%"));
  EXPECT_NEAR(wide.low, 1170, 1e-9);
  EXPECT_NEAR(wide.high, 1430, 1e-9);
  const Reading narrow = widened(reading, *parse_tolerance("1 ms"));
  EXPECT_EQ(narrow.low, 1250);
  EXPECT_EQ(narrow.high, 1350);
  EXPECT_FALSE(parse_tolerance("1 kB").ok()) << "1,000 or 1,024?";
}

}  // namespace
}  // namespace capaudit
