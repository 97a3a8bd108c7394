// SPDX-License-Identifier: Apache-2.0
// Medians and intervals against figures from tables of the binomial distribution.
#include "analyzer/audit/statistics.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

std::vector<double> up_to(std::size_t n) {
  std::vector<double> out(n);
  std::iota(out.begin(), out.end(), 1.0);
  return out;
}

TEST(Statistics, IntervalOfAMedianHasTheRanksOfTheTables) {
  struct Case {
    std::size_t n, low, high;
  };
  // Ranks for 95%, as in Conover, Practical Nonparametric Statistics, and elsewhere.
  const Case cases[] = {{6, 1, 6},   {7, 1, 7},   {8, 1, 8},   {9, 2, 8},   {10, 2, 9},
                        {12, 3, 10}, {15, 4, 12}, {20, 6, 15}, {25, 8, 18}, {50, 18, 33}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.n);
    const Estimate estimate = estimate_median(up_to(one.n));
    EXPECT_EQ(estimate.kind, IntervalKind::order_statistics);
    EXPECT_EQ(estimate.low, static_cast<double>(one.low));
    EXPECT_EQ(estimate.high, static_cast<double>(one.high));
    EXPECT_EQ(estimate.n, one.n);
  }
}

TEST(Statistics, FewerThanSixRunsHaveARangeAndNoInterval) {
  for (std::size_t n = 2; n < kFewestRuns; ++n) {
    EXPECT_EQ(estimate_median(up_to(n)).kind, IntervalKind::range) << n;
  }
}

TEST(Statistics, ConstantSamplesHaveNoWidth) {
  const Estimate estimate = estimate_median(std::vector<double>(9, 4.5));
  EXPECT_EQ(estimate.kind, IntervalKind::constant);
  EXPECT_EQ(estimate.low, 4.5);
  EXPECT_EQ(estimate.high, 4.5);
}

TEST(Statistics, WhatIsNotANumberTakesNoPart) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Estimate estimate = estimate_median({nan, 3, inf, 1, -inf, 2});
  EXPECT_EQ(estimate.n, 3u);
  EXPECT_EQ(estimate.middle, 2);
  EXPECT_EQ(estimate_median({nan}).n, 0u);
  EXPECT_EQ(estimate_median({}).kind, IntervalKind::none);
}

TEST(Statistics, NoRatioWithZeroOrBelow) {
  EXPECT_FALSE(estimate_ratio({0, 1, 2, 3, 4, 5}, up_to(6)).has_value());
  EXPECT_FALSE(estimate_ratio(up_to(6), {1, 2, 3, 4, 5, 0}).has_value());
  EXPECT_FALSE(estimate_ratio(up_to(6), {}).has_value());
  EXPECT_TRUE(estimate_difference({0, 0, 0}, {0, 0, 0}).has_value());
}

TEST(Statistics, RatioOfFewRunsIsTheRangeOfAllPairs) {
  const auto ratio = estimate_ratio({2, 4}, {1, 2});
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->kind, IntervalKind::range);
  EXPECT_EQ(ratio->low, 1);
  EXPECT_EQ(ratio->middle, 2);
  EXPECT_EQ(ratio->high, 4);
}

TEST(Statistics, BootstrapIsTheSameEveryTime) {
  const auto first = estimate_ratio(up_to(20), up_to(15));
  const auto second = estimate_ratio(up_to(20), up_to(15));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->kind, IntervalKind::bootstrap);
  EXPECT_EQ(first->low, second->low);
  EXPECT_EQ(first->high, second->high);
  EXPECT_LT(first->low, first->middle);
  EXPECT_GT(first->high, first->middle);
}

TEST(Statistics, WarmUpIsWhatIsUnlikeTheLastHalf) {
  std::vector<double> runs = {90, 60, 40, 20, 12};
  for (int i = 0; i < 20; ++i) {
    runs.push_back(10 + 0.1 * (i % 3));
  }
  const WarmUp warm_up = find_warm_up(runs);
  EXPECT_EQ(warm_up.state, WarmUp::State::steady);
  EXPECT_GE(warm_up.runs, 2u) << "a window of five with three slow ones strays";
  EXPECT_LE(warm_up.runs, 5u);

  std::vector<double> falling(20);
  for (std::size_t i = 0; i < falling.size(); ++i) {
    falling[i] = 100.0 * std::pow(0.7, static_cast<double>(i));
  }
  EXPECT_EQ(find_warm_up(falling).state, WarmUp::State::never_steady);
  EXPECT_EQ(find_warm_up({1, 2, 3}).state, WarmUp::State::too_few);
  const WarmUp constant = find_warm_up(std::vector<double>(12, 1.0));
  EXPECT_EQ(constant.state, WarmUp::State::steady);
  EXPECT_EQ(constant.runs, 0u);
}

TEST(Statistics, OutliersAreFarFromTheMedian) {
  EXPECT_EQ(find_outliers({10, 11, 10, 12, 11, 100}), std::vector<std::size_t>{5});
  EXPECT_TRUE(find_outliers({10, 11, 10, 12, 11, 13}).empty());
  EXPECT_TRUE(find_outliers({1, 1, 1, 1, 9}).empty()) << "no spread to judge by";
  EXPECT_TRUE(find_outliers({}).empty());
}

TEST(Statistics, SaysHowManyRunsItTakes) {
  // cv 20%, 5% either way: (1.96 * 0.2 / 0.05)^2 = 61.5.
  std::vector<double> runs;
  for (int i = 0; i < 500; ++i) {
    runs.push_back(i % 2 == 0 ? 80 : 120);
  }
  EXPECT_EQ(runs_needed(runs, 0.05), std::optional<std::size_t>(62));
  EXPECT_FALSE(runs_needed({5}, 0.05).has_value());
}

TEST(Statistics, DriftIsRankCorrelationWithOrder) {
  EXPECT_NEAR(drift(up_to(10)).value_or(0), 1, 1e-12);
  EXPECT_NEAR(drift({5, 4, 3, 2, 1}).value_or(0), -1, 1e-12);
  // Spearman by hand: ranks 1 3 2 5 4, sum of squared differences 4, 1 - 6*4/120.
  EXPECT_NEAR(drift({10, 30, 20, 50, 40}).value_or(0), 0.8, 1e-12);
  EXPECT_FALSE(drift({1, 1, 1}).has_value());
}

}  // namespace
}  // namespace capaudit
