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

/// The metrics that a line shows; it unfolds into all of them.
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
  row.cells.push_back(number_cell(scenario.scenario.runs.size()));
  row.cells.resize(2 + kShownMetrics.size(), text_cell("none"));
  std::array<Detail, 3> blocks{
      Detail{"Counts", {}, ""}, {"Bytes", {}, ""}, {"Times", {}, ""}};
  for (const ScenarioMetric& metric : scenario.metrics) {
    if (is_timed_here(metric.name) != timed) {
      continue;
    }
    block_of(metric.dimension, blocks)
        .facts.emplace_back(std::string(metric.name),
                            estimate_text(metric.value, metric.dimension));
    const auto* const shown =
        std::find(kShownMetrics.begin(), kShownMetrics.end(), metric.name);
    if (shown != kShownMetrics.end()) {
      PageCell cell = text_cell(median_text(metric));
      cell.order = metric.value.middle;
      row.cells[2 + static_cast<std::size_t>(shown - kShownMetrics.begin())] =
          std::move(cell);
    }
  }
  for (Detail& block : blocks) {
    if (!block.facts.empty()) {
      row.details.push_back(std::move(block));
    }
  }
  return row.details.empty() ? std::nullopt : std::optional(std::move(row));
}

}  // namespace

Section scenarios_section(const Audit& audit) {
  Section section{"scenarios", "What was measured", {}};
  PageTable table;
  table.id = "scenarios-table";
  table.caption =
      "Each scenario: medians over its runs. A line unfolds into every metric: median, "
      "interval or range where the runs differ, and how many runs";
  table.columns = {{"scenario", false}, {"runs", true}};
  for (const std::string_view name : kShownMetrics) {
    table.columns.push_back({std::string(name), true});
  }
  table.sortable = true;
  table.unfolds = 0;
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
