// SPDX-License-Identifier: Apache-2.0
// Operations: what the user did, with every request it took and why they belong together.
#include <algorithm>
#include <vector>

#include "analyzer/metrics/metric.h"
#include "reports/numbers.h"
#include "reports/operation_record.h"
#include "reports/page/build.h"
#include "reports/page/operation_groups.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostLinks = 12;
/// The table by name has them all; these are to look at.
constexpr std::size_t kMostOperations = 60;

std::optional<double> measured(const ReportInput& input, std::string_view name,
                               const std::vector<std::uint32_t>& exchanges) {
  return measure(*find_metric(name), {input.analysis, exchanges}).value;
}

PageCell count_cell(const std::optional<double>& value, std::string_view none) {
  if (!value) {
    return text_cell(std::string(none));
  }
  return number_cell(static_cast<std::uint64_t>(*value));
}

PageCell bytes_of(const std::optional<double>& value) {
  return exact_bytes_cell(value ? std::optional(static_cast<std::uint64_t>(*value))
                                : std::nullopt);
}

PageCell state_cell(const Operation& operation) {
  std::string text = operation.complete ? "complete" : "open";
  text += operation.start == Start::none
              ? ""
              : ", start " + std::string(to_string(operation.start));
  PageCell cell = text_cell(text + (operation.inferred ? ", inferred" : ""));
  cell.tone = operation.complete && !operation.inferred ? Tone::plain : Tone::warning;
  return cell;
}

PageCell exchanges_cell(const ReportInput& input, const Operation& operation) {
  PageCell cell;
  const std::size_t shown = std::min(operation.parts.size(), kMostLinks);
  for (std::size_t i = 0; i < shown; ++i) {
    const Exchange& exchange = input.analysis.exchanges[operation.parts[i].exchange];
    const PartRole role = operation.parts[i].role;
    std::string text = "#" + std::to_string(exchange.number);
    text += role == PartRole::main ? "" : " " + std::string(to_string(role));
    cell.links.push_back({text, exchange_anchor(exchange)});
  }
  if (shown < operation.parts.size()) {
    cell.note = "and " + grouped(std::uint64_t{operation.parts.size() - shown}) + " more";
  }
  return cell;
}

PageRow row_of(const ReportInput& input, const Operation& operation) {
  const std::vector<std::uint32_t> parts = exchanges_of(operation, true);
  const auto of = [&](std::string_view name) { return measured(input, name, parts); };
  PageRow row;
  PageCell id = text_cell("op" + std::to_string(operation.number));
  id.order = static_cast<double>(operation.capture) * 1e10 + operation.number;
  if (input.analysis.captures.size() > 1) {
    id.note =
        cut_middle(visible(input.analysis.captures[operation.capture].source.name), 20);
  }
  row.cells = {
      id,
      cut_cell(
          visible(input.options.redactor.text(operation_name(input.analysis, operation))),
          60),
      text_cell(
          std::string(kOperationRules[static_cast<std::size_t>(operation.kind)].name)),
      text_cell(grouped_because(operation)),
      state_cell(operation),
      number_cell(std::uint64_t{operation.parts.size()}),
      count_cell(of("messages"), kUnknown),
      count_cell(of("unanswered"), kUnknown),
      count_cell(of("rows"), "none"),
      bytes_of(of("response_bytes")),
      ms_cell(of("server_time")),
      ms_cell(of("think_time")),
      ms_cell(of("total_time")),
      exchanges_cell(input, operation)};
  return row;
}

/// Indices of the operations that hold an exchange of the report.
std::vector<std::uint32_t> operations_of(const ReportInput& input) {
  std::vector<std::uint32_t> out;
  for (const Exchange* const exchange : input.exchanges) {
    if (exchange->operation) {
      out.push_back(*exchange->operation);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

Section operations_section(const ReportInput& input) {
  Section section{"operations", "Operations", {}};
  PageTable table;
  table.id = "operations-table";
  table.caption = "Operations of more than one request or message, and those held back";
  table.sortable = true;
  table.filterable = true;
  table.columns = {{"Operation", false},       {"Name", false},      {"Kind", false},
                   {"Grouped because", false}, {"State", false},     {"Requests", true},
                   {"Messages", true},         {"Unanswered", true}, {"Rows", true},
                   {"Answers, B", true},       {"Server, ms", true}, {"Think, ms", true},
                   {"Total, ms", true},        {"Exchanges", false}};
  const std::vector<std::uint32_t> operations = operations_of(input);
  if (operations.empty()) {
    return section;
  }
  PageTable groups = operation_groups(input, operations);
  for (const std::uint32_t index : operations) {
    const Operation& operation = input.analysis.operations[index];
    if (!tells_more(operation)) {
      continue;
    }
    if (table.rows.size() == kMostOperations) {
      ++table.left_out;
      continue;
    }
    table.rows.push_back(row_of(input, operation));
  }
  table.left_out_hint = "capaudit info --format json lists them all";
  const std::uint64_t told = table.rows.size() + table.left_out;
  std::string text =
      counted(input.exchanges.size(), "exchange") + " in " +
      counted(operations.size(), "operation") + "; " +
      counted(operations.size() - told, "operation") +
      " of a single request and message, which the second table leaves out.";
  section.blocks.push_back(Paragraph{std::move(text)});
  section.blocks.push_back(std::move(groups));
  if (!table.rows.empty()) {
    section.blocks.push_back(std::move(table));
  }
  return section;
}

}  // namespace capaudit
