// SPDX-License-Identifier: Apache-2.0
#include "reports/page/operation_groups.h"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

PageTable groups_of(Analysis& analysis) {
  group_operations(analysis);
  const Selected selected = select(analysis, Selection());
  const ReportExtras extras;
  const ReportOptions options;
  std::vector<std::uint32_t> all(analysis.operations.size());
  std::iota(all.begin(), all.end(), 0u);
  return operation_groups({selected.analysis, selected.exchanges, options, extras}, all);
}

TEST(OperationGroups, GiveTheMedianAndTheRange) {
  Analysis analysis = sample_analysis(3);
  analysis.exchanges[0].time.total = 1.0;
  analysis.exchanges[1].time.total = 9.0;
  analysis.exchanges[2].time.total = 2.0;
  const PageTable table = groups_of(analysis);
  ASSERT_EQ(table.rows.size(), 1u);
  const auto& cells = table.rows[0].cells;
  ASSERT_EQ(cells.size(), table.columns.size());
  EXPECT_EQ(cells[0].text, "GET http://example.com/rows");
  EXPECT_EQ(cells[3].text, "3");
  EXPECT_EQ(cells[4].text, "1");
  EXPECT_EQ(cells[4].note, "") << "no range where all are equal";
  EXPECT_EQ(cells[10].text, "#1");
  EXPECT_EQ(cells[10].link, exchange_anchor(analysis.exchanges[0]));
}

TEST(OperationGroups, TheMostFrequentStandsFirst) {
  Analysis analysis = sample_analysis(4);
  analysis.exchanges[0].url = "http://example.com/once";
  const PageTable table = groups_of(analysis);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].cells[3].text, "3");
  EXPECT_EQ(table.rows[1].cells[0].text, "GET http://example.com/once");
}

TEST(OperationGroups, ManyNamesAreCutAndCounted) {
  Analysis analysis = sample_analysis(100);
  for (Exchange& exchange : analysis.exchanges) {
    exchange.url = "http://example.com/" + std::to_string(exchange.number);
  }
  const PageTable table = groups_of(analysis);
  EXPECT_EQ(table.rows.size() + table.left_out, 100u);
  EXPECT_GT(table.left_out, 0u);
}

}  // namespace
}  // namespace capaudit
