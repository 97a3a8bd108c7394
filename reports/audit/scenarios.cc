// SPDX-License-Identifier: Apache-2.0
// What each scenario measured: a line each, which unfolds into every metric.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "reports/audit/sections.h"
#include "reports/audit/words.h"
#include "reports/numbers.h"
#include "reports/page/cells.h"

namespace capaudit {
namespace {

std::string median_text(const ScenarioMetric& metric) {
  return metric.value.kind == IntervalKind::none
             ? std::string(kUnknown)
             : value_text(metric.value.middle, metric.dimension);
}

/// " (range 3 to 4, n = 5)"; n only where it is not every run; empty: nothing to say.
std::string around_text(const ScenarioMetric& metric, std::size_t runs) {
  std::string out = spread_text(metric.value, metric.dimension);
  if (metric.value.n != runs) {
    out += (out.empty() ? "n = " : ", n = ") + grouped(std::uint64_t{metric.value.n});
  }
  return out.empty() ? out : " (" + out + ")";
}

constexpr std::size_t kUnfolds = 1, kCellsBefore = 3;

/// The metrics that a line shows; it unfolds into the others.
constexpr std::array<std::string_view, 6> kShownMetrics = {
    "requests", "rows", "wire_bytes", "encoded_bytes", "server_time", "total_time"};

/// Metrics of a kind, as a block of what unfolds.
Detail& block_of(Dimension dimension, std::array<Detail, 3>& blocks) {
  switch (dimension) {
  case Dimension::count:
  case Dimension::ratio:
  case Dimension::per_second:
    return blocks[0];
  case Dimension::bytes:
    return blocks[1];
  case Dimension::milliseconds:
    return blocks[2];
  }
  return blocks[0];
}

/// Of one scenario; `timed`: those that the captured bytes were parsed again for, which
/// are a line of their own. None: it has no such metrics.
std::optional<PageRow> scenario_row(const ScenarioResult& scenario, bool timed) {
  PageRow row;
  row.measured = timed;
  row.cells.push_back(cut_cell(scenario.scenario.spec->id, 40));
  row.cells.back().text += timed ? ", parsed here" : "";
  row.cells.push_back(text_cell(""));  // how many unfold, below
  row.cells.push_back(number_cell(scenario.scenario.runs.size()));
  row.cells.resize(kCellsBefore + kShownMetrics.size(), text_cell("none"));
  std::array<Detail, 3> blocks{
      Detail{"Counts", {}, ""}, {"Bytes", {}, ""}, {"Times", {}, ""}};
  for (const ScenarioMetric& metric : scenario.metrics) {
    if (is_timed_here(metric.name) != timed) {
      continue;
    }
    const std::string around = around_text(metric, scenario.scenario.runs.size());
    const auto* const shown =
        std::find(kShownMetrics.begin(), kShownMetrics.end(), metric.name);
    if (shown == kShownMetrics.end()) {
      block_of(metric.dimension, blocks)
          .facts.emplace_back(std::string(metric.name), median_text(metric) + around);
      continue;
    }
    PageCell cell = text_cell(median_text(metric));
    cell.note = around.empty() ? around : around.substr(2, around.size() - 3);
    cell.order = metric.value.middle;
    row.cells[kCellsBefore + static_cast<std::size_t>(shown - kShownMetrics.begin())] =
        std::move(cell);
  }
  std::size_t others = 0;
  for (Detail& block : blocks) {
    others += block.facts.size();
    if (!block.facts.empty()) {
      row.details.push_back(std::move(block));
    }
  }
  row.cells[kUnfolds].text = grouped(std::uint64_t{others}) + " more";
  return row.details.empty() ? std::nullopt : std::optional(std::move(row));
}

}  // namespace

Section scenarios_section(const Audit& audit) {
  Section section{"scenarios", "What was measured", {}};
  PageTable table;
  table.id = "scenarios-table";
  table.caption =
      "Each scenario: medians over its runs; beside them the interval or range where "
      "the runs differ, and n where it is not every run. A line unfolds into the other "
      "metrics";
  table.columns = {{"scenario", false}, {"metrics", false}, {"runs", true}};
  for (const std::string_view name : kShownMetrics) {
    table.columns.push_back({std::string(name), true});
  }
  table.sortable = true;
  table.unfolds = kUnfolds;
  for (const bool timed : {false, true}) {
    for (const ScenarioResult& one : audit.scenarios) {
      if (std::optional<PageRow> row = scenario_row(one, timed)) {
        table.rows.push_back(std::move(*row));
      }
    }
  }
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace capaudit
