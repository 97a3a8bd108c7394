// SPDX-License-Identifier: Apache-2.0
// Sizes against row count: the answers of one operation in every size that the capture
// holds, and from how many rows on which of them is the smaller.
#include <algorithm>
#include <set>

#include "reports/encodings_tables.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/captured_sizes.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostSeries = 8;  // as many as there are colours
constexpr std::size_t kMostCrossings = 40;
constexpr std::size_t kMostCounts = 60;

PageTable numbers_table(const std::vector<CapturedSeries>& all, bool encoded) {
  PageTable table;
  table.id = encoded ? "rows-sent" : "rows-decoded";
  table.caption = std::string("Bytes of a captured body by row count, ") +
                  (encoded ? "as sent" : "decoded");
  table.columns = {{"rows", true}};
  std::set<std::uint64_t> counts;
  for (const CapturedSeries& series : all) {
    table.columns.push_back({series.name, true});
    for (const CapturedPoint& point : series.points) {
      counts.insert(point.rows);
    }
  }
  for (const std::uint64_t rows : counts) {
    if (table.rows.size() == kMostCounts) {
      table.left_out = counts.size() - kMostCounts;
      table.left_out_hint = "capaudit list has every answer";
      break;
    }
    PageRow& row = table.rows.emplace_back();
    row.cells.push_back(number_cell(rows));
    for (const CapturedSeries& series : all) {
      const CapturedPoint* const point = series.at(rows);
      if (point == nullptr) {
        row.cells.push_back(text_cell("none"));
        continue;
      }
      row.cells.push_back(number_cell(encoded ? point->encoded : point->content));
      row.cells.back().link = exchange_anchor(*point->exchange);
    }
  }
  return table;
}

Chart chart_of(const std::vector<CapturedSeries>& all, bool encoded, bool logarithmic) {
  Chart chart;
  chart.id = std::string("chart-rows") + (encoded ? "-sent" : "-decoded") +
             (logarithmic ? "-log" : "-linear");
  chart.title = std::string("Captured size against row count, ") +
                (encoded ? "as sent" : "decoded") +
                (logarithmic ? ", both axes logarithmic" : "");
  chart.reading = logarithmic ? "Where two lines cross, the smaller format changes."
                              : "The steeper the line, the more bytes each row takes.";
  chart.kind = Chart::Kind::lines;
  chart.unit = "B";
  chart.x_name = "rows";
  chart.log_x = chart.log_y = logarithmic;
  chart.numbers_in = encoded ? "rows-sent" : "rows-decoded";
  chart.description = chart.title + ":";
  for (const CapturedSeries& one : all) {
    Series& series = chart.series.emplace_back();
    series.name = one.name;
    for (const CapturedPoint& point : one.points) {
      series.x.push_back(static_cast<double>(point.rows));
      series.values.push_back(
          static_cast<double>(encoded ? point.encoded : point.content));
    }
    const CapturedPoint& last = one.points.back();
    chart.description += (chart.series.size() == 1 ? " " : "; ") + one.name + " " +
                         grouped(encoded ? last.encoded : last.content) + " B with " +
                         counted(last.rows, "row");
  }
  return chart;
}

/// size = fixed + per row × rows: how much of a small answer is not rows.
PageTable fit_table(const std::vector<CapturedSeries>& all) {
  PageTable table;
  table.id = "rows-fit";
  table.caption =
      "Decoded size = fixed + per row × rows, by least squares over the captured "
      "answers; "
      "off by: the farthest answer from that line. With no rows: an answer that holds "
      "none, all of which is envelope.";
  table.columns = {{"answers", false}, {"row counts", true}, {"with no rows, B", true},
                   {"fixed, B", true}, {"per row, B", true}, {"off by, B", true}};
  for (const CapturedSeries& series : all) {
    std::vector<SizePoint> points;
    for (const CapturedPoint& point : series.points) {
      points.push_back({point.rows, point.content, point.encoded, false});
    }
    const std::optional<SizeFit> fit = fit_sizes(points, false);
    PageRow& row = table.rows.emplace_back();
    row.cells = {text_cell(series.name), number_cell(series.points.size())};
    const CapturedPoint* const empty = series.at(0);
    row.cells.push_back(empty != nullptr ? number_cell(empty->content)
                                         : text_cell("none captured"));
    if (!fit) {
      row.cells.resize(table.columns.size(), text_cell("none"));
      continue;
    }
    row.cells.push_back(fixed_cell(*fit));
    for (const double value : {fit->per_row, fit->worst}) {
      PageCell cell = text_cell(hundredths(value));
      cell.order = value;
      row.cells.push_back(std::move(cell));
    }
  }
  return table;
}

PageCell size_cell(const CapturedSeries& series, std::uint64_t rows, bool encoded) {
  const CapturedPoint& point = *series.at(rows);
  PageCell cell = number_cell(encoded ? point.encoded : point.content);
  cell.link = exchange_anchor(*point.exchange);
  return cell;
}

/// Where the smaller of two changes: an interval between two captured row counts.
void add_crossings(const std::vector<CapturedSeries>& all, Section& section) {
  const std::vector<CapturedCrossing> crossings = captured_crossings(all);
  if (crossings.empty()) {
    section.blocks.emplace_back(
        Paragraph{"No two of them that hold the same rows, by digest, change places: the "
                  "smaller at few rows is the smaller at many."});
    return;
  }
  PageTable table;
  table.id = "rows-crossovers";
  table.caption =
      "Where the smaller of two changes, of the same rows by digest: somewhere behind "
      "the first row count, at the second at the latest; a size is that of one answer";
  table.sortable = true;
  table.columns = {{"Smaller at few rows", false},
                   {"Bodies", false},
                   {"Up to rows", true},
                   {"B", true},
                   {"Against, B", true},
                   {"Smaller at many", false},
                   {"From rows", true},
                   {"B", true},
                   {"Against, B", true}};
  for (const bool encoded : {true, false}) {
    for (const CapturedCrossing& one : crossings) {
      if (one.encoded != encoded) {
        continue;
      }
      if (table.rows.size() == kMostCrossings) {
        ++table.left_out;
        continue;
      }
      table.rows.emplace_back().cells = {
          text_cell(one.before->name),
          text_cell(encoded ? "as sent, " + one.before->coding : "decoded"),
          number_cell(one.from),
          size_cell(*one.before, one.from, encoded),
          size_cell(*one.after, one.from, encoded),
          text_cell(one.after->name),
          number_cell(one.to),
          size_cell(*one.after, one.to, encoded),
          size_cell(*one.before, one.to, encoded)};
    }
  }
  section.blocks.emplace_back(std::move(table));
}

}  // namespace

Section rows_section(const ReportInput& input) {
  Section section{"rows", "Sizes against row count", {}};
  std::vector<CapturedSeries> all = captured_series(input);
  if (all.empty()) {
    return section;
  }
  section.blocks.emplace_back(Paragraph{
      "Answers that were captured, none encoded again: each figure is the body of one "
      "answer and links to it; of several with as many rows it is the one in the "
      "middle."});
  const std::vector<CapturedSeries> every = all;
  if (all.size() > kMostSeries) {
    section.blocks.emplace_back(
        Notice{Tone::plain, "Shown are the " + grouped(std::uint64_t{kMostSeries}) +
                                " with the largest answers of " +
                                grouped(std::uint64_t{all.size()}) + "."});
    all.resize(kMostSeries);
  }
  const bool coded = std::any_of(all.begin(), all.end(), [](const CapturedSeries& one) {
    return one.coding != "as is";
  });
  for (const bool encoded : {true, false}) {
    if (!encoded && !coded) {
      continue;  // decoded and as sent are one
    }
    section.blocks.emplace_back(chart_of(all, encoded, false));
    section.blocks.emplace_back(chart_of(all, encoded, true));
    section.blocks.emplace_back(numbers_table(all, encoded));
  }
  add_crossings(every, section);
  section.blocks.emplace_back(fit_table(all));
  return section;
}

}  // namespace capaudit
