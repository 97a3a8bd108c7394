// SPDX-License-Identifier: Apache-2.0
// What a verdict says of its borders: nothing inside may read as outside, nor the other
// way round, however the numbers are rounded.
#include "reports/audit/borders.h"

#include <array>

#include <gtest/gtest.h>

#include "reports/audit/words.h"

namespace capaudit {
namespace {

/// A verdict on `text`, for which `measured` came out.
struct MadeVerdict {
  ClaimSpec claim;
  ClaimVerdict verdict;

  MadeVerdict(const char* metric, const std::string& text, Relation op, double low,
              double high) {
    claim.metric = find_metric_info(metric);
    claim.value = *parse_quantity(text);
    claim.op = op;
    verdict.claim = &claim;
    verdict.reading.dimension = claim.metric->dimension;
    verdict.chosen.claimed = claim.value.readings.front();
    verdict.chosen.measured = {
        low, (low + high) / 2, high, 8,
        low == high ? IntervalKind::constant : IntervalKind::order_statistics};
    verdict.reading.candidates = {verdict.chosen};
    const Judgement judged = judge(verdict.reading.candidates, op);
    verdict.kind = judged.kind;
    verdict.chosen = verdict.reading.candidates.front();
  }
  std::string range() const { return claimed_range_text(verdict); }
};

std::string range_of(const char* metric, const std::string& text, double measured,
                     Relation op = Relation::equal) {
  return MadeVerdict(metric, text, op, measured, measured).range();
}

TEST(Borders, OfWholeThingsOneNumberIsSaidAsOne) {
  EXPECT_EQ(range_of("content_bytes", "1,326,298 bytes", 2464521), "1,326,298 B");
  EXPECT_EQ(range_of("requests", "9 requests", 9), "9");
  EXPECT_EQ(range_of("unanswered", "0 messages", 0), "0");
  EXPECT_EQ(range_of("content_bytes", "38.1 K", 36415),
            "what the digits of '38.1 K' allow, 38,050 B to 38,150 B");
}

TEST(Borders, AreShownAsExactAsTheyAre) {
  EXPECT_EQ(range_of("total_time", "18.55 s", 124),
            "what the digits of '18.55 s' allow, 18.545 s to 18.555 s");
  EXPECT_EQ(range_of("total_time", "0.874 s", 124),
            "what the digits of '0.874 s' allow, 873.5 ms to 874.5 ms");
  EXPECT_EQ(range_of("bytes_per_row", "117.4 bytes", 200),
            "what the digits of '117.4 bytes' allow, 117.35 B to 117.45 B");
  EXPECT_EQ(range_of("content_bytes", "1.5 KiB", 200),
            "what the digits of '1.5 KiB' allow, 1,484.8 B to 1,587.2 B");
  EXPECT_EQ(range_of("total_time", "0 s", 40), "0, which is anything up to 500 ms");
  EXPECT_EQ(range_of("total_time", "125.5 s", 40, Relation::at_most), "at most 125.5 s");
}

TEST(Borders, APartOfAWholeThingShowsTheRangeThatHoldsIt) {
  const std::string range = "what the digits of '3 requests' allow, 2.5 to 3.5";
  EXPECT_EQ(range_of("requests_per_operation", "3 requests", 3.2), range);
  EXPECT_EQ(MadeVerdict("requests", "3 requests", Relation::equal, 3, 3.5).range(),
            range);
  EXPECT_EQ(range_of("content_bytes", "100 bytes", 100.5),
            "what the digits of '100 bytes' allow, 99.5 B to 100.5 B");
}

TEST(Borders, WhatTheDigitsLeaveOpenIsSaidWhereItDecides) {
  const MadeVerdict open("content_bytes", "38.1 K", Relation::less, 38120, 38120);
  EXPECT_EQ(open.verdict.kind, VerdictKind::inconclusive);
  EXPECT_EQ(open.range(), "less than 38,100 B (up to 38,150 B its digits leave it open)");
  EXPECT_EQ(range_of("content_bytes", "38.1 K", 39000, Relation::less),
            "less than 38,100 B");
  EXPECT_EQ(range_of("content_bytes", "38.1 K", 38060, Relation::at_least),
            "at least 38,100 B (down to 38,050 B its digits leave it open)");
}

/// The texts read again: as close as a double comes, each is on its side of the border.
TEST(Borders, NoRoundingPutsAValueOnTheOtherSide) {
  struct Case {
    const char* metric;
    const char* text;
  };
  const std::array cases = {
      Case{"total_time", "18.55 s"},   Case{"total_time", "0.874 s"},
      Case{"total_time", "1.3 ms"},    Case{"total_time", "31.4 us"},
      Case{"content_bytes", "38.1 K"}, Case{"bytes_per_row", "117.4 bytes"},
      Case{"content_bytes", "9 MB"},   Case{"rows", "2.5 rows"}};
  for (const Case& one : cases) {
    for (const double away : {1e-2, 1e-3, 1e-5, 1e-7, 0.0, -1e-7, -1e-5, -1e-3, -1e-2}) {
      SCOPED_TRACE(std::string(one.text) + " " + std::to_string(away));
      const Reading claimed = parse_quantity(one.text)->readings.front();
      for (const double border : {claimed.low, claimed.high}) {
        const double value = border * (1 + away);
        const MadeVerdict made(one.metric, one.text, Relation::equal, value, value);
        const Dimension dimension = made.claim.metric->dimension;
        const auto back = [](const std::string& text) {
          const Result<Quantity> read = parse_quantity(text);
          EXPECT_TRUE(read.ok()) << text;
          return read ? read->readings.front().value : 0;
        };
        const std::string shown = beside_text(value, borders_of(made.verdict), dimension);
        const std::string edge =
            border_text(border, made.verdict.chosen.measured, dimension);
        if (away == 0) {
          EXPECT_EQ(shown, edge);
        } else {
          EXPECT_EQ(back(shown) > back(edge), value > border) << shown << " " << edge;
          EXPECT_NE(back(shown), back(edge)) << shown << " " << edge;
        }
      }
    }
  }
}

TEST(Borders, OfARatioHaveAsManyDigitsAsKeepTheMeasuredApart) {
  // "45% faster" is 1/1.455 to 1/1.445 of the time: decimals without end.
  const double border = 1 / 1.455;
  EXPECT_EQ(
      border_text(border, {0.5, 0.5, 0.5, 8, IntervalKind::constant}, Dimension::ratio),
      "0.6873");
  const double close = border - 1e-8;
  const Estimate measured{close, close, close, 8, IntervalKind::constant};
  const std::string text = border_text(border, measured, Dimension::ratio);
  EXPECT_GT(parse_quantity(text)->readings.front().value, close) << text;
}

}  // namespace
}  // namespace capaudit
