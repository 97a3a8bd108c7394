// SPDX-License-Identifier: Apache-2.0
// Scenarios, or operations by name, side by side: bytes and times stacked by what they
// were spent on, per row, per operation, and as ratios with their intervals.
#include <algorithm>
#include <utility>

#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/comparison.h"

namespace capaudit {
namespace {

/// What bytes and times have in words.
template <std::size_t kParts>
struct Words {
  std::string_view id, title, unit, caption;
  std::array<std::string_view, kParts> parts;
  std::array<unsigned, kParts> colors;
};

constexpr Words<kByteParts> kBytes = {"compared-bytes",
                                      "Where the bytes of one run went",
                                      "B",
                                      "Bytes on the wire of one run",
                                      {"layers' headers", "HTTP heads", "bodies as sent"},
                                      {8, 2, 1}};

constexpr Words<kTimeParts> kTimes = {
    "compared-times",
    "Where the time of one run went",
    "ms",
    "Milliseconds of one run",
    {"connect", "server", "transfer", "think", "send and network"},
    {5, 2, 1, 4, 8}};

template <std::size_t kParts>
struct Side {
  std::string name;
  std::uint64_t runs_in_all = 0;
  std::vector<RunParts<kParts>> runs;

  /// The run with the middle total: parts of one run add up, medians of parts do not.
  const RunParts<kParts>& middle() const {
    std::vector<const RunParts<kParts>*> order;
    for (const RunParts<kParts>& run : runs) {
      order.push_back(&run);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* a, const auto* b) { return a->total < b->total; });
    return *order[(order.size() - 1) / 2];
  }
  std::vector<double> totals() const {
    std::vector<double> out;
    for (const RunParts<kParts>& run : runs) {
      out.push_back(run.total);
    }
    return out;
  }
};

std::string amount(double value, bool bytes) {
  return bytes ? grouped(static_cast<std::uint64_t>(value)) : column_ms(value);
}

PageCell amount_cell(double value, bool bytes) {
  PageCell cell = text_cell(amount(value, bytes));
  cell.order = value;
  return cell;
}

PageCell total_cell(const Estimate& total, bool bytes) {
  PageCell cell = amount_cell(total.middle, bytes);
  if (total.low != total.high) {
    cell.note = amount(total.low, bytes) + " to " + amount(total.high, bytes) +
                (total.kind == IntervalKind::range ? ", range" : "");
  }
  return cell;
}

/// By what a run holds of it; "none" where it holds none.
PageCell per_cell(double value, const std::optional<double>& of, bool bytes) {
  if (!of) {
    return text_cell("none");
  }
  PageCell cell = text_cell(bytes ? hundredths(value / *of) : column_ms(value / *of));
  cell.order = value / *of;
  return cell;
}

PageCell ratio_cell(const std::vector<double>& of, const std::vector<double>& reference) {
  const std::optional<Estimate> ratio = estimate_ratio(of, reference);
  if (!ratio) {
    return text_cell("none");
  }
  PageCell cell = text_cell(short_ratio(ratio->middle) + "×");
  cell.order = ratio->middle;
  if (ratio->low != ratio->high) {
    cell.note = short_ratio(ratio->low) + " to " + short_ratio(ratio->high) +
                (ratio->kind == IntervalKind::range ? ", range" : "");
  }
  return cell;
}

template <std::size_t kParts>
PageTable table_of(const Analysis& analysis, const std::vector<Side<kParts>>& sides,
                   const Words<kParts>& words) {
  const bool bytes = words.unit == "B";
  PageTable table;
  table.id = words.id;
  table.caption = std::string(words.caption) +
                  ": the parts of the run with the middle total; that total with the "
                  "interval of the median; and the ratio to the first line";
  table.columns = {{"Of", false}, {"Runs", true}};
  for (const std::string_view part : words.parts) {
    table.columns.push_back({std::string(part), true});
  }
  for (const char* const name : {"Total", "Per row", "Per operation"}) {
    table.columns.push_back({name, true});
  }
  table.columns.push_back({"× " + sides.front().name, true});
  table.columns.push_back({"The run", false});
  for (const Side<kParts>& side : sides) {
    const RunParts<kParts>& middle = side.middle();
    PageRow& row = table.rows.emplace_back();
    row.cells = {text_cell(side.name), number_cell(side.runs.size())};
    if (side.runs.size() < side.runs_in_all) {
      row.cells.back().note = "of " + grouped(side.runs_in_all);
    }
    for (const double part : middle.parts) {
      row.cells.push_back(amount_cell(part, bytes));
    }
    row.cells.push_back(total_cell(estimate_median(side.totals()), bytes));
    row.cells.push_back(per_cell(middle.total, middle.rows, bytes));
    row.cells.push_back(
        per_cell(middle.total, static_cast<double>(middle.operations), bytes));
    row.cells.push_back(&side == &sides.front()
                            ? text_cell("1")
                            : ratio_cell(side.totals(), sides.front().totals()));
    PageCell first = text_cell("");
    first.links = {exchange_link(analysis, *middle.first)};
    row.cells.push_back(std::move(first));
  }
  return table;
}

template <std::size_t kParts>
Chart chart_of(const std::vector<Side<kParts>>& sides, const Words<kParts>& words) {
  const bool bytes = words.unit == "B";
  Chart chart;
  chart.id = "chart-" + std::string(words.id);
  chart.title = words.title;
  chart.reading =
      "Each bar is one run that was captured, the one with the middle total; its parts "
      "add up to the figure behind it.";
  chart.kind = Chart::Kind::stacked;
  chart.unit = words.unit;
  chart.numbers_in = words.id;
  for (std::size_t p = 0; p < kParts; ++p) {
    chart.series.push_back({std::string(words.parts[p]), {}, {}, words.colors[p]});
  }
  chart.description = chart.title + ":";
  for (const Side<kParts>& side : sides) {
    const RunParts<kParts>& middle = side.middle();
    chart.categories.push_back(side.name);
    for (std::size_t p = 0; p < kParts; ++p) {
      chart.series[p].values.push_back(middle.parts[p]);
    }
    chart.description += (&side == &sides.front() ? " " : "; ") + side.name + " " +
                         amount(middle.total, bytes) + " " + std::string(words.unit);
  }
  return chart;
}

template <std::size_t kParts>
void add(const Analysis& analysis, const std::vector<Side<kParts>>& sides,
         const Words<kParts>& words, Section& section) {
  if (sides.empty()) {
    return;
  }
  section.blocks.emplace_back(chart_of(sides, words));
  section.blocks.emplace_back(table_of(analysis, sides, words));
}

template <std::size_t kParts, class Measure>
std::vector<Side<kParts>> measured(const ReportInput& input,
                                   const std::vector<SideRuns>& all, Measure measure) {
  std::vector<Side<kParts>> out;
  for (const SideRuns& one : all) {
    Side<kParts> side{one.name, one.runs_in_all, measure(input.analysis, one)};
    if (!side.runs.empty()) {
      out.push_back(std::move(side));
    }
  }
  return out;
}

}  // namespace

Section comparison_section(const ReportInput& input) {
  Section section{"comparison", "Side by side", {}};
  const bool claimed = !input.extras.sides.empty();
  std::vector<SideRuns> all = claimed ? input.extras.sides : sides_by_name(input);
  std::erase_if(all, [](const SideRuns& side) { return side.runs.empty(); });
  if (all.size() < 2) {
    return section;
  }
  const std::size_t count = all.size();
  all.resize(std::min(count, kMostSides));
  const auto bytes = measured<kByteParts>(input, all, bytes_of_runs);
  const auto times = measured<kTimeParts>(input, all, times_of_runs);
  if (bytes.empty() && times.empty()) {
    return section;
  }
  std::string text =
      claimed ? "The scenarios of the claims file; a run is what the file says."
              : "Operations by name, the " + grouped(std::uint64_t{kMostSides}) +
                    " with the most answer bytes; a run is one operation.";
  text +=
      " They need not carry the same rows: the column by row allows for that. Bodies as "
      "sent include their framing, of requests as well; layers' headers are those of "
      "link, IP and TCP in the frames that carried them. What remains of the time is "
      "sending and the network's share. A run takes part in what is known of it.";
  section.blocks.emplace_back(Paragraph{std::move(text)});
  if (claimed && count > kMostSides) {
    section.blocks.emplace_back(
        Notice{Tone::plain, "Shown are the first " + grouped(std::uint64_t{kMostSides}) +
                                " of " + counted(count, "scenario") + "."});
  }
  add(input.analysis, bytes, kBytes, section);
  add(input.analysis, times, kTimes, section);
  return section;
}

}  // namespace capaudit
