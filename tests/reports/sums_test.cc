// SPDX-License-Identifier: Apache-2.0
#include "reports/sums.h"

#include <numeric>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Sums, UnknownIsCountedAndNotAdded) {
  KnownSum sum;
  sum.add(5);
  sum.add(std::nullopt);
  sum.add(0);
  EXPECT_EQ(sum.bytes, 5u);
  EXPECT_EQ(sum.known, 2u);
  EXPECT_EQ(sum.unknown, 1u);
}

// Expected: R's median() and quantile(type = 1).
TEST(Sums, DistributionsAreOfTheSortedValues) {
  EXPECT_FALSE(distribution_of({}));
  const auto odd = distribution_of({3, 1, 2});
  EXPECT_EQ(odd->n, 3u);
  EXPECT_EQ(odd->least, 1);
  EXPECT_EQ(odd->median, 2);
  EXPECT_EQ(odd->most, 3);
  EXPECT_EQ(odd->sum, 6);
  EXPECT_FALSE(odd->p95) << "too few";
  EXPECT_EQ(distribution_of({4, 1, 2, 3})->median, 2.5);
  std::vector<double> many(100);
  std::iota(many.begin(), many.end(), 1.0);
  EXPECT_EQ(distribution_of(many)->p95, 95);
  many.resize(20);
  EXPECT_EQ(distribution_of(many)->p95, 19);
  many.resize(21, 21.0);
  EXPECT_EQ(distribution_of(many)->p95, 20);
}

}  // namespace
}  // namespace capaudit
