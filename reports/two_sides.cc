// SPDX-License-Identifier: Apache-2.0
#include "reports/two_sides.h"

#include <cmath>
#include <utility>

#include "reports/json_writer.h"
#include "reports/numbers.h"
#include "reports/page/cells.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string hundredths(double size) {
  const std::uint64_t scaled = static_cast<std::uint64_t>(std::llround(size * 100));
  std::string out = grouped(scaled / 100);
  if (scaled % 100 != 0) {
    out += '.';
    append_padded(out, scaled % 100, 2);
  }
  return out;
}

/// Of a size that is not negative.
std::string amount(const Metric& metric, double size) {
  return metric.unit == Unit::milliseconds ? short_ms(size) : hundredths(size);
}

std::string signed_amount(const Metric& metric, double value) {
  return (value < 0 ? "-" : "+") + amount(metric, std::abs(value));
}

/// "12.3 ms (11 ms to 14 ms)"; one figure where the interval is a point.
template <class Text>
std::string with_interval(const Estimate& estimate, Text text) {
  return estimate.low == estimate.high
             ? text(estimate.middle)
             : text(estimate.middle) + " (" + text(estimate.low) + " to " +
                   text(estimate.high) + ")";
}

PageCell side_cell(const Metric& metric, const SideFigure& figure) {
  if (figure.value.kind == IntervalKind::none) {
    PageCell cell = text_cell(std::string(kUnknown));
    cell.title = std::string(figure.why);
    return cell;
  }
  PageCell cell = text_cell(with_interval(
      figure.value, [&metric](double value) { return amount(metric, value); }));
  cell.order = figure.value.middle;
  return cell;
}

std::string outcome_text(const ComparedMetric& metric) {
  switch (metric.outcome) {
  case SideOutcome::not_compared:
    return std::string(metric.reason);
  case SideOutcome::too_few_runs:
    return "too few runs: ranges, no level";
  case SideOutcome::equal:
  case SideOutcome::no_measurable_difference:
  case SideOutcome::different:
    break;
  }
  return std::string(to_string(metric.outcome)) + (metric.per_row ? ", per row" : "");
}

PageRow row_of(const ComparedMetric& one) {
  const Metric& metric = *one.metric;
  PageRow row;
  row.cells.push_back(text_cell(std::string(metric.name)));
  for (const SideFigure& side : one.sides) {
    row.cells.push_back(number_cell(side.value.n));
    row.cells.push_back(side_cell(metric, side));
  }
  const std::string per_row = one.per_row ? " per row" : "";
  row.cells.push_back(text_cell(
      one.difference
          ? with_interval(*one.difference,
                          [&](double value) { return signed_amount(metric, value); }) +
                per_row
          : "none"));
  row.cells.push_back(
      text_cell(one.ratio ? with_interval(*one.ratio, short_ratio) + per_row : "none"));
  row.cells.push_back(text_cell(outcome_text(one)));
  return row;
}

std::string rows_text(const ComparedOperation& operation) {
  if (operation.counted[0] == 0 || operation.counted[1] == 0) {
    return "One side has none with such rows.";
  }
  switch (operation.rows) {
  case RowsAgree::same:
    return "Both sides carried the same rows: their digests agree.";
  case RowsAgree::other:
    return "The sides carried other rows: difference and ratio are per row.";
  case RowsAgree::none:
    break;
  }
  return "Nothing proves that both sides carried the same data, as answers carry no "
         "rows: "
         "there is no difference and no ratio.";
}

std::string names_text(const ComparedOperation& operation, const Redactor& redactor) {
  const std::string first = visible(redactor.text(operation.names[0]));
  const std::string names =
      operation.names[0] == operation.names[1]
          ? first
          : first + " against " + visible(redactor.text(operation.names[1]));
  return names + (operation.rows == RowsAgree::same    ? ", the same rows"
                  : operation.rows == RowsAgree::other ? ", other rows"
                                                       : "");
}

Section section_of(const ComparedOperation& operation, std::size_t number,
                   const Redactor& redactor) {
  Section section;
  section.id = "operation-" + std::to_string(number);
  section.title = names_text(operation, redactor);
  std::string counts;
  for (std::size_t i = 0; i < 2; ++i) {
    counts += std::string(i == 0 ? "A: " : " B: ") +
              counted(operation.counted[i], "operation") +
              (operation.left_out[i] == 0 ? std::string()
                                          : ", " + grouped(operation.left_out[i]) +
                                                " left out as the capture has not all "
                                                "of them") +
              ".";
  }
  section.blocks.emplace_back(Paragraph{counts + " " + rows_text(operation)});
  PageTable table;
  table.id = section.id + "-figures";
  table.caption = "Medians of operations, with their intervals";
  table.columns = {{"quantity", false},
                   {"n", true},
                   {"A", true},
                   {"n", true},
                   {"B", true},
                   {"B less A", true},
                   {"B divided by A", true},
                   {"outcome", false}};
  for (const ComparedMetric& metric : operation.metrics) {
    table.rows.push_back(row_of(metric));
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

Section alone_section(const std::vector<LoneOperation>& alone, std::string_view side,
                      const Redactor& redactor) {
  Section section;
  section.id = "only-" + std::string(side);
  section.title = "Only in " + std::string(side);
  if (alone.empty()) {
    return section;
  }
  PageTable table;
  table.id = section.id + "-operations";
  table.caption = "Operations without one of that name on the other side";
  table.columns = {{"operation", false}, {"times", true}};
  for (const LoneOperation& one : alone) {
    table.rows.emplace_back().cells = {text_cell(visible(redactor.text(one.name))),
                                       number_cell(one.count)};
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

class SidesJson {
 public:
  SidesJson(const Redactor& redactor, Output& out) : redactor_(redactor), json_(out) {}

  void write(const TwoSides& sides, const SideNames& names) {
    json_.begin_object();
    text("a", names[0]);
    text("b", names[1]);
    json_.key("operations");
    json_.begin_array();
    for (const ComparedOperation& one : sides.operations) {
      operation(one);
    }
    json_.end_array();
    alone("only_a", sides.alone[0]);
    alone("only_b", sides.alone[1]);
    json_.end_object();
    json_.new_line();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.known_text(value);
  }
  void number(std::string_view key, std::uint64_t value) {
    json_.key(key);
    json_.number(value);
  }

  void operation(const ComparedOperation& one) {
    json_.begin_object();
    text("name_a", redactor_.text(one.names[0]));
    text("name_b", redactor_.text(one.names[1]));
    number("operations_a", one.counted[0]);
    number("operations_b", one.counted[1]);
    number("left_out_a", one.left_out[0]);
    number("left_out_b", one.left_out[1]);
    text("rows", to_string(one.rows));
    json_.key("metrics");
    json_.begin_array();
    for (const ComparedMetric& metric_of : one.metrics) {
      metric(metric_of);
    }
    json_.end_array();
    json_.end_object();
  }

  void metric(const ComparedMetric& one) {
    json_.begin_object();
    text("name", one.metric->name);
    text("unit", to_string(one.metric->unit));
    side("a", one.sides[0]);
    side("b", one.sides[1]);
    json_.key("per_row");
    json_.boolean(one.per_row);
    estimate("difference", one.difference);
    estimate("ratio", one.ratio);
    text("outcome", to_string(one.outcome));
    text("reason", one.reason);
    json_.end_object();
  }

  void side(std::string_view key, const SideFigure& figure) {
    estimate(key, figure.value.kind == IntervalKind::none
                      ? std::nullopt
                      : std::optional<Estimate>(figure.value));
    const std::string unknown = std::string("unknown_") + std::string(key);
    number(unknown, figure.unknown);
  }

  void estimate(std::string_view key, const std::optional<Estimate>& value) {
    json_.key(key);
    if (!value) {
      json_.null();
      return;
    }
    json_.begin_object();
    json_.key("low");
    json_.ms(value->low);
    json_.key("middle");
    json_.ms(value->middle);
    json_.key("high");
    json_.ms(value->high);
    number("n", value->n);
    text("interval", to_string(value->kind));
    json_.end_object();
  }

  void alone(std::string_view key, const std::vector<LoneOperation>& operations) {
    json_.key(key);
    json_.begin_array();
    for (const LoneOperation& one : operations) {
      json_.begin_object();
      text("name", redactor_.text(one.name));
      number("operations", one.count);
      json_.end_object();
    }
    json_.end_array();
  }

  const Redactor& redactor_;
  JsonWriter json_;
};

}  // namespace

Report sides_report(const TwoSides& sides, const SideNames& names,
                    const Redactor& redactor) {
  Report report;
  report.title = "Two sides compared";
  Section& about = report.sections.emplace_back();
  about.id = "sides";
  about.title = "A is " + visible(names[0]) + ", B is " + visible(names[1]);
  about.blocks.emplace_back(Paragraph{
      "Figures are medians of whole operations. Intervals cover the median with 95% from "
      "six operations on; with fewer they reach from the least to the largest, and no "
      "time is called different."});
  if (sides.operations.empty()) {
    about.blocks.emplace_back(
        Notice{Tone::warning, "No operation has the same name on both sides."});
  }
  for (std::size_t i = 0; i < sides.operations.size(); ++i) {
    report.sections.push_back(section_of(sides.operations[i], i + 1, redactor));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    Section section = alone_section(sides.alone[i], i == 0 ? "A" : "B", redactor);
    if (!section.blocks.empty()) {
      report.sections.push_back(std::move(section));
    }
  }
  return report;
}

void write_sides_json(const TwoSides& sides, const SideNames& names,
                      const Redactor& redactor, Output& out) {
  SidesJson(redactor, out).write(sides, names);
}

}  // namespace capaudit
