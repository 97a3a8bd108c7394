// SPDX-License-Identifier: Apache-2.0
#include "reports/page/operation_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "analyzer/metrics/metric.h"
#include "reports/numbers.h"
#include "reports/sums.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostGroups = 60;
constexpr std::size_t kNameWidth = 60;

constexpr std::array<std::string_view, 6> kMetrics = {
    "requests", "messages", "rows", "response_bytes", "server_time", "total_time"};

struct OperationGroup {
  std::string name, kind, start;
  const Operation* first = nullptr;
  std::uint64_t operations = 0;
  std::array<std::vector<double>, kMetrics.size()> values;
};

using Groups = std::map<std::string, OperationGroup>;

Groups groups_of(const ReportInput& input, const std::vector<std::uint32_t>& operations) {
  std::array<const Metric*, kMetrics.size()> metrics{};
  std::transform(kMetrics.begin(), kMetrics.end(), metrics.begin(), find_metric);
  Groups groups;
  for (const std::uint32_t index : operations) {
    const Operation& operation = input.analysis.operations[index];
    const std::string name = operation_name(input.analysis, operation);
    const std::string kind(
        kOperationRules[static_cast<std::size_t>(operation.kind)].name);
    const std::string start(operation.start == Start::none ? "–"
                                                           : to_string(operation.start));
    OperationGroup& group = groups[name + "\n" + kind + "\n" + start];
    if (group.first == nullptr) {
      group = {name, kind, start, &operation, 0, {}};
    }
    ++group.operations;
    const std::vector<std::uint32_t> parts = exchanges_of(operation, true);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const Measured measured = measure(*metrics[m], {input.analysis, parts});
      if (measured.value) {
        group.values[m].push_back(*measured.value);
      }
    }
  }
  return groups;
}

/// The median, and the range where there is one.
PageCell spread_cell(const std::vector<double>& values, bool time) {
  const std::optional<Distribution> spread = distribution_of(values);
  if (!spread) {
    return text_cell(std::string(kUnknown));
  }
  const auto text = [time](double value) {
    return time ? column_ms(value)
                : grouped(static_cast<std::uint64_t>(std::max(0.0, value)));
  };
  PageCell cell = text_cell(text(spread->median));
  cell.order = spread->median;
  if (spread->least != spread->most) {
    cell.note = text(spread->least) + " to " + text(spread->most);
  }
  return cell;
}

PageRow row_of(const ReportInput& input, const OperationGroup& group) {
  PageRow row;
  const Exchange& first = input.analysis.exchanges[group.first->parts.front().exchange];
  const PageLink to = exchange_link(input.analysis, first);
  PageCell link = text_cell(to.text);
  link.link = to.id;
  row.cells = {
      cut_cell(input.options.redactor.text(group.name), kNameWidth),
      text_cell(group.kind),
      text_cell(group.start),
      number_cell(group.operations),
      spread_cell(group.values[0], false),
      spread_cell(group.values[1], false),
      group.values[2].empty() ? text_cell("none") : spread_cell(group.values[2], false),
      spread_cell(group.values[3], false),
      spread_cell(group.values[4], true),
      spread_cell(group.values[5], true),
      link};
  return row;
}

}  // namespace

PageTable operation_groups(const ReportInput& input,
                           const std::vector<std::uint32_t>& operations) {
  PageTable table;
  table.id = "operations-by-name";
  table.caption = "What one operation takes: median, and the range below it";
  table.sortable = true;
  table.columns = {{"Name", false},      {"Kind", false},      {"Start", false},
                   {"Operations", true}, {"Requests", true},   {"Messages", true},
                   {"Rows", true},       {"Answers, B", true}, {"Server, ms", true},
                   {"Total, ms", true},  {"First", false}};
  const Groups groups = groups_of(input, operations);
  std::vector<const OperationGroup*> order;
  for (const auto& [key, group] : groups) {
    order.push_back(&group);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->operations > b->operations;
  });
  const std::size_t shown = std::min(order.size(), kMostGroups);
  for (std::size_t i = 0; i < shown; ++i) {
    table.rows.push_back(row_of(input, *order[i]));
  }
  table.left_out = order.size() - shown;
  table.left_out_hint = "capaudit info --format json lists every operation";
  return table;
}

}  // namespace capaudit
