// SPDX-License-Identifier: Apache-2.0
// Sides whose every figure is made here; medians and order statistics worked out by hand.
#include "analyzer/cross/two_sides.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

/// Two captures, a single operation for each exchange.
class Made {
 public:
  Made() { analysis_.captures.resize(2); }

  Exchange& add(std::uint32_t capture, const std::string& url, double total_ms,
                std::uint64_t bytes, std::uint64_t rows = 0,
                const std::string& digest = "") {
    const std::uint32_t index = static_cast<std::uint32_t>(analysis_.exchanges.size());
    Exchange& exchange = analysis_.exchanges.emplace_back();
    exchange.capture = capture;
    exchange.number = index + 1;
    exchange.method = "GET";
    exchange.url = url;
    exchange.status = 200;
    exchange.state = State::complete;
    exchange.time.start_ns = std::int64_t{index} * 1'000'000'000;
    exchange.time.total = total_ms;
    exchange.time.wait = total_ms;
    exchange.time.receive = 0;
    exchange.request.emplace().encoded_bytes = 0;
    exchange.request->facts.content_bytes = 0;
    Half& half = exchange.response.emplace();
    half.whole = true;
    half.encoded_bytes = bytes;
    half.facts.content_bytes = bytes;
    half.facts.format = Format::json;
    half.facts.messages = 1;
    if (!digest.empty()) {
      half.facts.rows = rows;
      half.facts.digest = digest;
    }
    Operation& operation = analysis_.operations.emplace_back();
    operation.capture = capture;
    operation.anchor = index;
    operation.parts.push_back({index, PartRole::main});
    exchange.operation = static_cast<std::uint32_t>(analysis_.operations.size() - 1);
    return exchange;
  }
  /// Six of them, `step` ms apart.
  Made& six(std::uint32_t capture, const std::string& url, double first, double step,
            std::uint64_t bytes, std::uint64_t rows, const std::string& digest) {
    for (int i = 0; i < 6; ++i) {
      add(capture, url, first + i * step, bytes, rows, digest);
    }
    return *this;
  }

  TwoSides compare() const {
    return compare_sides(analysis_, {ComparedSide{{0}, {}}, {{1}, {}}});
  }
  Analysis& analysis() { return analysis_; }

 private:
  Analysis analysis_;
};

const ComparedMetric& metric_of(const ComparedOperation& operation,
                                std::string_view name) {
  for (const ComparedMetric& one : operation.metrics) {
    if (one.metric->name == name) {
      return one;
    }
  }
  ADD_FAILURE() << "no metric " << name;
  return operation.metrics.front();
}

TEST(TwoSidesOf, SameRowsGiveDifferenceAndRatio) {
  Made made;
  made.six(0, "http://a.test/rows?x=1", 10, 2, 1000, 5, "d")
      .six(1, "http://b.test/rows?x=2", 30, 2, 250, 5, "d");
  const TwoSides out = made.compare();
  ASSERT_EQ(out.operations.size(), 1u);
  const ComparedOperation& one = out.operations[0];
  EXPECT_EQ(one.names[0], "GET /rows");
  EXPECT_EQ(one.names[1], "GET /rows");
  EXPECT_EQ(one.rows, RowsAgree::same);
  // 10 12 14 16 18 20: the median is 15; of six values the interval is [least, largest].
  const ComparedMetric& time = metric_of(one, "total_time");
  EXPECT_DOUBLE_EQ(time.sides[0].value.middle, 15);
  EXPECT_DOUBLE_EQ(time.sides[0].value.low, 10);
  EXPECT_DOUBLE_EQ(time.sides[0].value.high, 20);
  EXPECT_DOUBLE_EQ(time.sides[1].value.middle, 35);
  ASSERT_TRUE(time.difference && time.ratio);
  EXPECT_DOUBLE_EQ(time.difference->middle, 20);
  EXPECT_DOUBLE_EQ(time.ratio->middle, 35.0 / 15);
  EXPECT_GT(time.difference->low, 0);
  EXPECT_FALSE(time.per_row);
  EXPECT_EQ(time.outcome, SideOutcome::different);
  const ComparedMetric& bytes = metric_of(one, "encoded_bytes");
  EXPECT_DOUBLE_EQ(bytes.difference->middle, -750);
  EXPECT_DOUBLE_EQ(bytes.ratio->middle, 0.25);
  EXPECT_EQ(bytes.outcome, SideOutcome::different);
  EXPECT_EQ(metric_of(one, "rows").outcome, SideOutcome::equal);
}

TEST(TwoSidesOf, AnIntervalAroundZeroIsNoMeasurableDifference) {
  Made made;
  made.six(0, "http://a.test/r", 10, 2, 100, 5, "d")
      .six(1, "http://a.test/r", 11, 2, 100, 5, "d");
  const ComparedOperation one = made.compare().operations.at(0);
  const ComparedMetric& time = metric_of(one, "total_time");
  EXPECT_DOUBLE_EQ(time.difference->middle, 1);
  EXPECT_EQ(time.outcome, SideOutcome::no_measurable_difference);
  EXPECT_EQ(metric_of(one, "content_bytes").outcome, SideOutcome::equal);
}

TEST(TwoSidesOf, OtherRowsAreComparedPerRow) {
  Made made;
  made.six(0, "http://a.test/r", 10, 0, 1000, 10, "ten")
      .six(1, "http://a.test/r", 40, 0, 1000, 20, "twenty");
  const ComparedOperation one = made.compare().operations.at(0);
  EXPECT_EQ(one.rows, RowsAgree::other);
  const ComparedMetric& time = metric_of(one, "total_time");
  EXPECT_TRUE(time.per_row);
  EXPECT_DOUBLE_EQ(time.sides[1].value.middle, 40);  // of whole operations
  EXPECT_DOUBLE_EQ(time.difference->middle, 1);      // 2 ms a row less 1 ms a row
  EXPECT_DOUBLE_EQ(time.ratio->middle, 2);
  EXPECT_DOUBLE_EQ(metric_of(one, "encoded_bytes").ratio->middle, 0.5);
  EXPECT_FALSE(metric_of(one, "rows").ratio);
}

TEST(TwoSidesOf, WithoutRowsThereIsNoRatio) {
  Made made;
  made.six(0, "http://a.test/r", 10, 2, 100, 0, "")
      .six(1, "http://a.test/r", 90, 2, 1, 0, "");
  const ComparedOperation one = made.compare().operations.at(0);
  EXPECT_EQ(one.rows, RowsAgree::none);
  for (const ComparedMetric& metric : one.metrics) {
    EXPECT_FALSE(metric.ratio || metric.difference) << metric.metric->name;
    EXPECT_EQ(metric.outcome, SideOutcome::not_compared);
    EXPECT_FALSE(metric.reason.empty());
  }
  EXPECT_DOUBLE_EQ(metric_of(one, "total_time").sides[1].value.middle, 95);
}

// One side asked for the large rows more often: medians over both would differ tenfold.
TEST(TwoSidesOf, EachSetOfRowsIsComparedWithItself) {
  Made made;
  made.six(0, "http://a.test/r", 10, 0, 100, 1, "small")
      .six(0, "http://a.test/r", 100, 0, 1000, 10, "large")
      .six(0, "http://a.test/r", 100, 0, 1000, 10, "large")
      .six(1, "http://a.test/r", 10, 0, 100, 1, "small")
      .six(1, "http://a.test/r", 10, 0, 100, 1, "small")
      .six(1, "http://a.test/r", 100, 0, 1000, 10, "large");
  const TwoSides out = made.compare();
  ASSERT_EQ(out.operations.size(), 2u);
  for (const ComparedOperation& one : out.operations) {
    EXPECT_EQ(one.rows, RowsAgree::same);
    EXPECT_EQ(metric_of(one, "total_time").outcome, SideOutcome::equal);
    EXPECT_EQ(metric_of(one, "encoded_bytes").outcome, SideOutcome::equal);
  }
}

TEST(TwoSidesOf, FewRunsDecideNothingAboutTimes) {
  Made made;
  made.add(0, "http://a.test/r", 10, 100, 5, "d");
  made.add(1, "http://a.test/r", 90, 50, 5, "d");
  const ComparedOperation one = made.compare().operations.at(0);
  EXPECT_EQ(metric_of(one, "total_time").outcome, SideOutcome::too_few_runs);
  // A size is exact, however often it was seen.
  EXPECT_EQ(metric_of(one, "encoded_bytes").outcome, SideOutcome::different);
}

TEST(TwoSidesOf, DamagedOperationsAreLeftOutAndCounted) {
  Made made;
  made.six(0, "http://a.test/r", 10, 0, 100, 5, "d")
      .six(1, "http://a.test/r", 10, 0, 100, 5, "d");
  made.add(1, "http://a.test/r", 9000, 1, 5, "d").state = State::gap;
  const ComparedOperation one = made.compare().operations.at(0);
  EXPECT_EQ(one.counted[1], 6u);
  EXPECT_EQ(one.left_out[1], 1u);
  EXPECT_EQ(metric_of(one, "encoded_bytes").outcome, SideOutcome::equal);
}

TEST(TwoSidesOf, NamesWithoutACounterpartStandAlone) {
  Made made;
  made.six(0, "http://a.test/r", 10, 0, 1, 5, "d")
      .six(1, "http://a.test/r", 10, 0, 1, 5, "d");
  made.add(0, "http://a.test/only-a", 1, 1);
  made.add(1, "http://a.test/only-b", 1, 1);
  made.add(1, "http://a.test/only-b", 1, 1);
  const TwoSides out = made.compare();
  EXPECT_EQ(out.operations.size(), 1u);
  ASSERT_EQ(out.alone[0].size(), 1u);
  EXPECT_EQ(out.alone[0][0].name, "GET /only-a");
  ASSERT_EQ(out.alone[1].size(), 1u);
  EXPECT_EQ(out.alone[1][0].count, 2u);
}

TEST(TwoSidesOf, OneNameOnEachSideIsComparedWhateverTheNames) {
  Made made;
  made.six(0, "http://a.test/json", 10, 0, 1, 5, "d")
      .six(1, "http://a.test/xml", 10, 0, 1, 5, "d");
  const TwoSides out = made.compare();
  ASSERT_EQ(out.operations.size(), 1u);
  EXPECT_EQ(out.operations[0].names[0], "GET /json");
  EXPECT_EQ(out.operations[0].names[1], "GET /xml");
  EXPECT_TRUE(metric_of(out.operations[0], "total_time").ratio);
}

}  // namespace
}  // namespace capaudit
