// SPDX-License-Identifier: Apache-2.0
#include "reports/page/captured_sizes.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

struct Answer {
  const char* name;
  Format format;
  std::uint64_t rows, encoded, content;
};

Analysis analysis_of(const std::vector<Answer>& answers) {
  Analysis analysis = sample_analysis(static_cast<std::uint32_t>(answers.size()));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Half& half = *analysis.exchanges[i].response;
    half.encoded_bytes = answers[i].encoded;
    half.facts.content_bytes = answers[i].content;
    half.facts.format = answers[i].format;
    half.facts.names = {answers[i].name};
    half.facts.rows = answers[i].rows;
    half.facts.digest = "digest of " + std::to_string(answers[i].rows);
  }
  return analysis;
}

std::vector<CapturedSeries> series_of(const Analysis& analysis) {
  const Selected selected = select(analysis, Selection());
  const ReportOptions options;
  const ReportExtras extras;
  return captured_series({selected.analysis, selected.exchanges, options, extras});
}

/// As sent JSON is the smaller up to 10 rows, decoded up to 1.
std::vector<Answer> crossing() {
  return {{"j", Format::json, 1, 50, 60},      {"j", Format::json, 10, 300, 600},
          {"j", Format::json, 100, 900, 6000}, {"a", Format::amf3, 1, 90, 100},
          {"a", Format::amf3, 10, 310, 400},   {"a", Format::amf3, 100, 800, 2000}};
}

TEST(CapturedSizes, AreOfOneOperationFormatAndCoding) {
  std::vector<Answer> answers = crossing();
  answers.push_back({"j", Format::json, 50, 3000, 3000});
  Analysis analysis = analysis_of(answers);
  analysis.exchanges.back().response->codings.clear();
  const auto series = series_of(analysis);
  ASSERT_EQ(series.size(), 2u) << "one row count without gzip is no series";
  EXPECT_EQ(series[0].name, "json j");
  EXPECT_EQ(series[1].name, "amf3 a");
  ASSERT_EQ(series[0].points.size(), 3u);
  EXPECT_EQ(series[0].points[2].encoded, 900u);
}

TEST(CapturedSizes, AreNamedByTheirCodingWhereCodingsDiffer) {
  std::vector<Answer> answers = crossing();
  for (const Answer& answer : crossing()) {
    answers.push_back({"k", answer.format, answer.rows, answer.content, answer.content});
  }
  Analysis analysis = analysis_of(answers);
  for (std::size_t i = 6; i < 9; ++i) {
    analysis.exchanges[i].response->codings.clear();
  }
  std::set<std::string> names;
  for (const CapturedSeries& one : series_of(analysis)) {
    names.insert(one.name);
  }
  EXPECT_TRUE(names.contains("json j, gzip"));
  EXPECT_TRUE(names.contains("json k, as is"));
}

TEST(CapturedSizes, OfSeveralWithAsManyRowsTheMiddleOneStands) {
  std::vector<Answer> answers = crossing();
  answers.push_back({"j", Format::json, 10, 290, 600});
  answers.push_back({"j", Format::json, 10, 9999, 600});
  const auto series = series_of(analysis_of(answers));
  ASSERT_FALSE(series.empty());
  EXPECT_EQ(series[0].at(10)->encoded, 300u);
}

TEST(CapturedSizes, CrossWhereTheSmallerChanges) {
  const Analysis analysis = analysis_of(crossing());
  const auto series = series_of(analysis);
  const auto crossings = captured_crossings(series);
  ASSERT_EQ(crossings.size(), 2u);
  const CapturedCrossing& sent = crossings[crossings[0].encoded ? 0 : 1];
  EXPECT_TRUE(sent.encoded);
  EXPECT_EQ(sent.from, 10u);
  EXPECT_EQ(sent.to, 100u);
  EXPECT_EQ(crossing_text(sent),
            "from 100 rows on amf3 a is smaller than json j (800 B against "
            "900 B); at 10 rows it is not (310 B against 300 B)");
  const CapturedCrossing& decoded = crossings[crossings[0].encoded ? 1 : 0];
  EXPECT_EQ(decoded.from, 1u);
  EXPECT_EQ(decoded.to, 10u);
}

TEST(CapturedSizes, OfOtherRowsAreNotCompared) {
  Analysis analysis = analysis_of(crossing());
  analysis.exchanges[4].response->facts.digest = "of other rows";
  const auto series = series_of(analysis);
  EXPECT_EQ(series.size(), 2u);
  EXPECT_TRUE(captured_crossings(series).empty());
}

TEST(CapturedSizes, OfOtherCodingsAreNotCompared) {
  Analysis analysis = analysis_of(crossing());
  for (std::size_t i = 3; i < 6; ++i) {
    analysis.exchanges[i].response->codings.clear();
  }
  EXPECT_TRUE(captured_crossings(series_of(analysis)).empty());
}

}  // namespace
}  // namespace capaudit
