// SPDX-License-Identifier: Apache-2.0
// Which sum of components comes nearest, and when several do.
#include "analyzer/audit/explain.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Explain, FindsTheSumThatComesNearest) {
  // The theory of an audit of 2008: a "transfer" that is transfer and parse.
  const Explanation why =
      explain_by({{"server", 255}, {"transfer", 680}, {"parse", 187}}, 874, 0.5);
  ASSERT_FALSE(why.nearest.empty());
  EXPECT_EQ(why.nearest[0].parts, (std::vector<std::string>{"transfer", "parse"}));
  EXPECT_NEAR(why.nearest[0].distance_ms, 7, 1e-9);
  EXPECT_EQ(why.nearest[1].parts, (std::vector<std::string>{"server", "transfer"}));
  EXPECT_TRUE(why.ambiguous) << "935 and 867 both lie within a tenth";
  EXPECT_FALSE(why.none_near);
}

TEST(Explain, SaysWhenOneStandsAloneAndWhenNoneIsNear) {
  EXPECT_FALSE(explain_by({{"a", 100}, {"b", 900}}, 101, 1).ambiguous);
  const Explanation far = explain_by({{"a", 1}, {"b", 2}}, 1300, 50);
  EXPECT_TRUE(far.none_near);
  EXPECT_FALSE(far.ambiguous);
}

TEST(Explain, WhatTakesNoTimeExplainsNothing) {
  const Explanation why = explain_by({{"a", 0}, {"b", 5}}, 5, 1);
  ASSERT_EQ(why.nearest.size(), 1u);
  EXPECT_EQ(why.nearest[0].parts, std::vector<std::string>{"b"});
  EXPECT_TRUE(explain_by({}, 5, 1).nearest.empty());
}

TEST(Explain, ManyComponentsStayBounded) {
  std::vector<Component> many;
  for (int i = 0; i < 64; ++i) {
    many.push_back({"c" + std::to_string(i), 1});
  }
  EXPECT_LE(explain_by(many, 3, 0).nearest.size(), 5u);
}

}  // namespace
}  // namespace capaudit
