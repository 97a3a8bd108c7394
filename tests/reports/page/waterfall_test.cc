// SPDX-License-Identifier: Apache-2.0
#include "reports/page/waterfall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/page/html.h"
#include "tests/reports/page/markup.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t kMs = 1'000'000;

/// Request at 10 ms to 11 ms, response at 15 ms to 20 ms, of which the server took 3 ms.
Exchange clocked(std::uint32_t number) {
  Exchange exchange = sample_exchange(number);
  const std::int64_t q0 = kSampleStart + 10 * kMs;
  exchange.time = {};
  exchange.time.start_ns = q0;
  exchange.request->first_ns = q0;
  exchange.request->last_ns = q0 + kMs;
  exchange.response->first_ns = q0 + 5 * kMs;
  exchange.response->last_ns = q0 + 10 * kMs;
  exchange.time.send = 1.0;
  exchange.time.wait = 4.0;
  exchange.time.server = 3.0;
  exchange.time.receive = 5.0;
  return exchange;
}

WaterfallChoice choice_of(const Analysis& analysis) {
  const Selected selected = select(analysis, Selection());
  const ReportOptions options;
  return waterfall_of({selected.analysis, selected.exchanges, options, ReportExtras()});
}

TEST(Waterfall, PhasesStandOneBehindTheOther) {
  Analysis analysis = sample_analysis(0);
  analysis.exchanges = {clocked(1)};
  const WaterfallChoice choice = choice_of(analysis);
  ASSERT_EQ(choice.waterfall.lanes.size(), 1u);
  ASSERT_EQ(choice.waterfall.lanes[0].bars.size(), 1u);
  const auto& phases = choice.waterfall.lanes[0].bars[0].phases;
  ASSERT_EQ(phases.size(), 4u);
  constexpr Phase kOrder[] = {Phase::send, Phase::network, Phase::server, Phase::receive};
  constexpr double kLengths[] = {1, 1, 3, 5};
  double at = phases[0].start_ms;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    EXPECT_EQ(phases[i].phase, kOrder[i]);
    EXPECT_DOUBLE_EQ(phases[i].ms, kLengths[i]);
    EXPECT_DOUBLE_EQ(phases[i].start_ms, at);
    EXPECT_FALSE(phases[i].uncertain);
    at += phases[i].ms;
  }
  EXPECT_DOUBLE_EQ(choice.waterfall.lanes[0].end_ms, at);
}

TEST(Waterfall, WhatIsNotKnownIsStriped) {
  Analysis analysis = sample_analysis(0);
  Exchange no_handshake = clocked(1);
  no_handshake.time.server.reset();
  Exchange cut = clocked(2);
  cut.time.receive.reset();
  cut.state = State::cut_short;
  analysis.exchanges = {no_handshake, cut};
  const WaterfallChoice choice = choice_of(analysis);
  const auto& bars = choice.waterfall.lanes.at(0).bars;
  EXPECT_EQ(bars[0].phases[1].phase, Phase::wait);
  EXPECT_TRUE(bars[0].phases[1].uncertain);
  EXPECT_TRUE(bars[1].phases.back().uncertain);
  EXPECT_EQ(bars[1].note, "cut_short");
}

TEST(Waterfall, SaysWhatItLeavesOut) {
  Analysis analysis = sample_analysis(0);
  for (std::uint32_t connection = 2; connection <= 20; ++connection) {
    Connection next = analysis.captures[0].connections[0];
    next.number = connection;
    analysis.captures[0].connections.push_back(next);
  }
  std::uint32_t number = 0;
  for (std::uint32_t connection = 1; connection <= 20; ++connection) {
    for (int i = 0; i < 30; ++i) {
      analysis.exchanges.push_back(clocked(++number));
      analysis.exchanges.back().connection = connection;
    }
  }
  const WaterfallChoice choice = choice_of(analysis);
  EXPECT_EQ(choice.waterfall.lanes.size(), kMostLanes);
  EXPECT_EQ(choice.lanes_left_out, 20 - kMostLanes);
  EXPECT_EQ(choice.bars_left_out, 600 - kMostLanes * kMostLaneBars);
  const Report report = build_report(select(analysis, Selection()), {}, {});
  StringOutput out;
  write_sections(report, {}, out);
  EXPECT_THAT(out.text(), HasSubstr("The waterfall leaves out 472 exchanges, among them "
                                    "all of 12 connections"));
}

TEST(Waterfall, WithoutTimesThereIsNone) {
  Analysis analysis = sample_analysis(1);
  analysis.exchanges[0].time = {};
  EXPECT_TRUE(choice_of(analysis).waterfall.lanes.empty());
}

TEST(Html, LinksToWhatIsNotOnThePageAreText) {
  Report report;
  PageTable table;
  table.id = "t";
  table.columns = {{"a", false}};
  table.rows.resize(1);
  table.rows[0].cells.resize(1);
  table.rows[0].cells[0].text = "see";
  table.rows[0].cells[0].links = {{"#1", "x1-1"}, {"#9", "x1-9"}};
  table.rows[0].id = "x1-1";
  report.sections.push_back({"s", "S", {table}});
  StringOutput out;
  write_sections(report, {}, out);
  EXPECT_THAT(out.text(), HasSubstr("<a href=\"#x1-1\">#1</a>, #9"));
  EXPECT_THAT(out.text(), Not(HasSubstr("#x1-9")));
}

}  // namespace
}  // namespace capaudit
