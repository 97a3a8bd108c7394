// SPDX-License-Identifier: Apache-2.0
// What a report encodes again, of the recorded captures.
#include "analyzer/encode_again.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

Result<Analysis> analysis_of(const std::string& capture) {
  return analyze({std::string(CAPAUDIT_SOURCE_ROOT) + "/captures/" + capture}, {});
}

EncodedAgain encoded(const Analysis& analysis, const EncodeBounds& bounds) {
  std::vector<const Exchange*> all;
  for (const Exchange& exchange : analysis.exchanges) {
    all.push_back(&exchange);
  }
  return encode_again(analysis, all, {}, bounds);
}

/// JSON as objects, as columns, with enumerations, and AMF3, each of 0 to 12,400 rows:
/// what was captured at smaller row counts comes out when the rows are written again.
TEST(EncodeAgain, WhatWasCapturedAtOtherRowCountsComesOut) {
  const Result<Analysis> analysis = analysis_of("census/ladder.pcapng");
  ASSERT_TRUE(analysis.ok());
  EncodeBounds bounds;
  bounds.rows = 200;
  bounds.operations = 4;
  const EncodedAgain again = encoded(*analysis, bounds);
  ASSERT_EQ(again.answers.size(), 4u);
  EXPECT_EQ(again.beyond, 0u);
  for (const EncodedAnswer& answer : again.answers) {
    SCOPED_TRACE(answer.sizes.id);
    EXPECT_EQ(answer.sizes.rows, 200u);
    EXPECT_TRUE(answer.sizes.reproduction.identical);
    ASSERT_NE(answer.larger, nullptr);
    EXPECT_EQ(*answer.larger->response->facts.rows, 12'400u);
    std::size_t compared = 0;
    for (const MeasuredSize& measured : answer.sizes.measured) {
      for (const SizePoint& point : answer.sizes.curves.at(0).points) {
        if (point.rows == measured.rows) {
          ++compared;
          // The envelope names the request: its digits may be one or two more.
          EXPECT_NEAR(static_cast<double>(point.bytes),
                      static_cast<double>(measured.bytes), 64.0)
              << measured.rows;
        }
      }
    }
    EXPECT_GE(compared, 7u);
  }
}

// The four of the ladder send the same rows: encoded again they are one.
TEST(EncodeAgain, TheSameRowsAreTakenOnceWhereThatIsAsked) {
  const Result<Analysis> analysis = analysis_of("census/ladder.pcapng");
  ASSERT_TRUE(analysis.ok());
  EncodeBounds bounds;
  bounds.rows = 50;
  bounds.distinct_rows = true;
  const EncodedAgain again = encoded(*analysis, bounds);
  ASSERT_EQ(again.answers.size(), 1u);
  EXPECT_EQ(again.same_rows, 3u);
  EXPECT_EQ(again.operations, 4u);
}

TEST(EncodeAgain, BoundsHold) {
  const Result<Analysis> analysis = analysis_of("census/plain.pcapng");
  ASSERT_TRUE(analysis.ok());
  EncodeBounds bounds;
  bounds.operations = 1;
  bounds.content = 30'000;
  const EncodedAgain few = encoded(*analysis, bounds);
  ASSERT_EQ(few.answers.size(), 1u);
  EXPECT_LE(few.answers[0].sizes.captured_bytes, 30'000u);
  EXPECT_EQ(few.operations, few.answers.size() + few.beyond + few.without.size());
  bounds.captures = 1000;
  const EncodedAgain none = encoded(*analysis, bounds);
  EXPECT_TRUE(none.too_large);
  EXPECT_TRUE(none.answers.empty());
}

}  // namespace
}  // namespace capaudit
