// SPDX-License-Identifier: Apache-2.0
#include "reports/page/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "reports/page/build.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

/// Operations of one exchange each: `names` in turn.
Analysis operations_of(const std::vector<std::string>& names) {
  Analysis analysis = sample_analysis(static_cast<std::uint32_t>(names.size()));
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    Operation operation;
    operation.number = i + 1;
    operation.anchor = i;
    operation.parts = {{i, PartRole::main}};
    analysis.operations.push_back(operation);
    Exchange& exchange = analysis.exchanges[i];
    exchange.operation = i;
    exchange.request->facts.names = {names[i]};
    exchange.request->facts.messages = 1;
  }
  return analysis;
}

std::vector<SideRuns> sides_of(const Analysis& analysis) {
  const Selected selected = select(analysis, Selection());
  const ReportOptions options;
  const ReportExtras extras;
  return sides_by_name({selected.analysis, selected.exchanges, options, extras});
}

TEST(Comparison, OperationsOfOneNameAreRunsOfOneSide) {
  const auto sides = sides_of(operations_of({"a", "b", "a"}));
  ASSERT_EQ(sides.size(), 2u);
  EXPECT_EQ(sides[0].name, "a");
  EXPECT_EQ(sides[0].runs_in_all, 2u);
  EXPECT_EQ(sides[1].runs.size(), 1u);
}

TEST(Comparison, ColdAndWarmAreTwoSides) {
  Analysis analysis = operations_of({"a", "a"});
  analysis.operations[0].start = Start::cold;
  analysis.operations[1].start = Start::warm;
  EXPECT_EQ(sides_of(analysis).size(), 2u);
}

TEST(Comparison, OperationsThatAreNotWholeTakeNoPart) {
  Analysis analysis = operations_of({"a", "b"});
  analysis.operations[0].complete = false;
  ASSERT_EQ(sides_of(analysis).size(), 1u);
}

TEST(Comparison, MoreRunsThanAreMeasuredAreCounted) {
  const auto sides = sides_of(operations_of(std::vector<std::string>(70, "a")));
  ASSERT_EQ(sides.size(), 1u);
  EXPECT_EQ(sides[0].runs.size(), kMostRuns);
  EXPECT_EQ(sides[0].runs_in_all, 70u);
}

TEST(Comparison, PartsAddUpToTheTotal) {
  const Analysis analysis = operations_of({"a", "b"});
  for (const SideRuns& side : sides_of(analysis)) {
    for (const auto& run : bytes_of_runs(analysis, side)) {
      EXPECT_DOUBLE_EQ(run.parts[0] + run.parts[1] + run.parts[2], run.total);
    }
    for (const auto& run : times_of_runs(analysis, side)) {
      double sum = 0;
      for (const double part : run.parts) {
        sum += part;
      }
      EXPECT_NEAR(sum, run.total, 1e-6);
    }
  }
}

TEST(Comparison, ARunWithAnUnknownPartHasNoBytes) {
  Analysis analysis = operations_of({"a", "b"});
  analysis.exchanges[0].response->head_bytes.reset();
  const auto sides = sides_of(analysis);
  ASSERT_EQ(sides.size(), 2u);
  for (const SideRuns& side : sides) {
    if (side.name == "a") {
      EXPECT_TRUE(bytes_of_runs(analysis, side).empty());
    }
  }
}

}  // namespace
}  // namespace capaudit
