// SPDX-License-Identifier: Apache-2.0
// The section of parse times and the answer made of it, on times made by hand.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/page/parse_answer.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

Timing timing_of(const std::string& engine, double ns) {
  Timing timing;
  timing.engine = engine;
  timing.digest_ok = true;
  timing.quantum_ns = 1;
  timing.passes = 1;
  for (int i = 0; i < 20; ++i) {
    timing.batches_ns.push_back(ns * (1 + 0.001 * (i % 5)));
  }
  timing.pass_ns = estimate_median(timing.batches_ns);
  return timing;
}

Timing failed(const std::string& engine, const std::string& problem) {
  Timing timing;
  timing.engine = engine;
  timing.problem = problem;
  return timing;
}

/// #1 is JSON, #2 has its rows as AMF3.
class ParseSection : public testing::Test {
 protected:
  void SetUp() override {
    for (Exchange& exchange : analysis_.exchanges) {
      exchange.response->facts.digest = "rows";
    }
    analysis_.exchanges[1].response->facts.format = Format::amf3;
    extras_.encoded.emplace();
    extras_.encoded->operations = 1;
  }

  void time(double json_ns, double amf_ns) {
    extras_.times_asked = true;
    extras_.parsed.emplace();
    add(0, timing_of("simdjson", json_ns), PayloadKind::json);
    add(1, timing_of("capaudit", amf_ns), PayloadKind::amf);
  }

  void add(std::size_t exchange, Timing timing, PayloadKind kind) {
    ParsedAnswer& answer = extras_.parsed->answers.emplace_back();
    answer.exchange = &analysis_.exchanges[exchange];
    answer.figures.name = "a.pcap#" + std::to_string(exchange + 1);
    answer.figures.kind = kind;
    answer.figures.bytes = 1000;
    answer.figures.rows = 5;
    answer.figures.works.emplace_back();
    answer.figures.works[0].floor = Estimate{0.98, 1, 1.02, 20, IntervalKind::bootstrap};
    answer.figures.works[0].timings.push_back(std::move(timing));
  }

  template <class Make>
  auto make(Make function) {
    const Selected selected = select(analysis_, Selection());
    const ReportOptions options;
    return function({selected.analysis, selected.exchanges, options, extras_});
  }
  Section section() { return make(parse_section); }
  std::optional<Answer> answer() { return make(parse_answer); }

  template <class Block>
  static std::vector<Block> blocks_of(const Section& section) {
    std::vector<Block> out;
    for (const auto& block : section.blocks) {
      if (const Block* one = std::get_if<Block>(&block)) {
        out.push_back(*one);
      }
    }
    return out;
  }

  Analysis analysis_ = sample_analysis(2);
  ReportExtras extras_;
};

TEST_F(ParseSection, SaysHowToGetTimesThatWereNotAskedFor) {
  const Section out = section();
  EXPECT_FALSE(out.measured);
  ASSERT_EQ(out.blocks.size(), 1u);
  EXPECT_THAT(blocks_of<Paragraph>(out).at(0).text, HasSubstr("capaudit report --parse"));
  ASSERT_TRUE(answer());
  EXPECT_FALSE(answer()->measured);
  EXPECT_THAT(answer()->answer, HasSubstr("--parse"));
}

TEST_F(ParseSection, IsLeftOutWhereNoRowsWereCaptured) {
  extras_.encoded->operations = 0;
  EXPECT_TRUE(section().blocks.empty());
}

TEST_F(ParseSection, ShowsEachBatchAndTheNoiseFloorAroundTheFastest) {
  time(1e6, 2e6);
  const Section out = section();
  EXPECT_TRUE(out.measured);
  const auto charts = blocks_of<Chart>(out);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].kind, Chart::Kind::strips);
  ASSERT_EQ(charts[0].series.size(), 1u);
  EXPECT_EQ(charts[0].series[0].values.size(), 20u);
  ASSERT_TRUE(charts[0].band);
  EXPECT_NEAR(charts[0].band->low, 1.002 / 1.02, 1e-3);
  EXPECT_NEAR(charts[0].band->high, 1.002 * 1.02, 1e-3);
  const auto tables = blocks_of<PageTable>(out);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(charts[0].numbers_in, tables[0].id);
  // 1,000 bytes in 1.002 ms are 1.0 MB/s; 1,002,000 ns by 5 rows.
  const std::vector<PageCell>& cells = tables[0].rows.at(0).cells;
  EXPECT_EQ(cells.at(3).text, "1.0");
  EXPECT_EQ(cells.at(4).text, "200,400");
}

TEST_F(ParseSection, WrongIsWrongAndAbsentIsAbsent) {
  time(1e6, 2e6);
  std::vector<WorkFigures>& works = extras_.parsed->answers[0].figures.works;
  works[0].timings.push_back(failed("broken", "wrong: 4 rows, not 5"));
  works[0].timings.push_back(failed("yajl", "is not installed"));
  works[0].timings.back().absent = true;
  works.push_back({Work::generate, {works[0].timings.back()}, "", {}});
  works[1].timings.push_back(failed("simdjson", "does not generate"));
  works[1].timings.back().unable = true;
  const PageTable table = blocks_of<PageTable>(section()).at(0);
  ASSERT_EQ(table.rows.size(), 3u) << "absent once, what an engine cannot do not at all";
  EXPECT_THAT(table.rows[1].cells.back().text, HasSubstr("wrong"));
  EXPECT_EQ(table.rows[1].cells.back().tone, Tone::bad);
  EXPECT_EQ(table.rows[1].cells[2].text, "none");
  EXPECT_EQ(table.rows[2].cells[1].text, "absent");
}

TEST_F(ParseSection, TheAnswerComparesTheSameRows) {
  time(1e6, 2e6);
  ASSERT_TRUE(answer());
  EXPECT_TRUE(answer()->measured);
  EXPECT_THAT(answer()->answer,
              testing::AllOf(HasSubstr("Not here."), HasSubstr("JSON takes 0.500 times"),
                             HasSubstr("simdjson"), HasSubstr("capaudit")));
  analysis_.exchanges[1].response->facts.digest = "others";
  EXPECT_THAT(answer()->answer, HasSubstr("Not shown"));
}

TEST_F(ParseSection, WhatIsInsideTheNoiseIsNoDifference) {
  time(1.01e6, 1e6);
  EXPECT_THAT(answer()->answer, HasSubstr("No measurable difference here."));
  extras_.parsed.reset();
  time(2e6, 1e6);
  EXPECT_THAT(answer()->answer, HasSubstr("Here it is."));
}

TEST_F(ParseSection, TheQuestionNeedsTwoFormats) {
  analysis_.exchanges[1].response->facts.format = Format::json;
  EXPECT_FALSE(answer());
}

TEST_F(ParseSection, TheSameRowsAreFoundInOtherFormats) {
  const std::vector<const Exchange*> all = {&analysis_.exchanges[0],
                                            &analysis_.exchanges[1]};
  EXPECT_THAT(same_rows_otherwise(*all[0], all, 2), testing::ElementsAre(all[1]));
  EXPECT_TRUE(same_rows_otherwise(*all[0], all, 0).empty());
  analysis_.exchanges[1].response->whole = false;
  EXPECT_TRUE(same_rows_otherwise(*all[0], all, 2).empty()) << "only whole answers";
}

TEST_F(ParseSection, NothingIsMeasuredWhenAReportIsVerified) {
  extras_.times_asked = true;
  EXPECT_TRUE(section().measured);
  EXPECT_TRUE(blocks_of<PageTable>(section()).empty());
  EXPECT_TRUE(answer()->measured);
}

}  // namespace
}  // namespace capaudit
