// SPDX-License-Identifier: Apache-2.0
// How long captured answers take to parse here: a strip of points and a table for each.
// The only section whose figures differ from run to run.
#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/parse_answer.h"
#include "reports/parse_text.h"
#include "reports/text.h"

namespace capaudit {
namespace {

PageCell time_cell(const Timing& timing) {
  if (timing.below_quantum()) {
    return text_cell("< quantum");
  }
  PageCell cell = text_cell(short_ms(timing.pass_ns.middle / kNsPerMs));
  cell.order = timing.pass_ns.middle;
  cell.note = ns_interval(timing.pass_ns);
  return cell;
}

/// "0.98 to 1.03 times": one engine against itself.
std::string floor_text(const WorkFigures& work) {
  return work.floor ? short_ratio(work.floor->low) + " to " +
                          short_ratio(work.floor->high) + " times"
                    : std::string(kUnknown);
}

void add_row(const ParseFigures& figures, const WorkFigures& work, const Timing& timing,
             PageTable& table) {
  PageRow& row = table.rows.emplace_back();
  row.cells.push_back(text_cell(
      visible(timing.engine + (timing.version.empty() ? "" : " " + timing.version))));
  if (!timing.timed()) {
    row.cells.push_back(
        text_cell(timing.absent ? "absent" : std::string(to_string(work.work))));
    row.cells.push_back(text_cell("none"));
    row.cells.resize(table.columns.size() - 1, text_cell(""));
    row.cells.push_back(text_cell(visible(timing.problem)));
    row.cells.back().tone = timing.absent ? Tone::plain : Tone::bad;
    return;
  }
  row.cells.push_back(text_cell(std::string(to_string(work.work))));
  row.cells.push_back(time_cell(timing));
  row.cells.push_back(text_cell(mb_per_second(figures.bytes, timing.pass_ns.middle)));
  row.cells.push_back(ns_per_row_cell(figures.rows, timing.pass_ns.middle));
  row.cells.push_back(text_cell(floor_text(work)));
}

/// Engines by work; one that is absent is listed once, one that cannot do a work not
/// there.
PageTable table_of(const ParseFigures& figures, const std::string& id) {
  PageTable table;
  table.id = id;
  table.caption = visible(figures.name) + ": one pass over " + grouped(figures.bytes) +
                  " bytes, every value visited";
  table.columns = {{"engine", false}, {"work", false},  {"median, 95% interval", true},
                   {"MB/s", true},    {"ns/row", true}, {"noise floor", false}};
  for (const WorkFigures& work : figures.works) {
    for (const Timing& timing : work.timings) {
      const bool again = timing.absent && &work != &figures.works.front();
      if (!again && !timing.unable) {
        add_row(figures, work, timing, table);
      }
    }
  }
  return table;
}

/// Of parsing from bytes; the band is the noise floor around the fastest engine.
Chart chart_of(const ParseFigures& figures, const std::string& id) {
  Chart chart;
  chart.id = id + "-strip";
  chart.title = visible(figures.name) + ": every batch, parse from bytes";
  chart.reading =
      "A point is the time of one pass in one batch, warm-up left out; a "
      "median inside the grey band does not measurably differ from that of "
      "the fastest engine.";
  chart.kind = Chart::Kind::strips;
  chart.unit = "ms";
  chart.numbers_in = id;
  const WorkFigures& work = figures.works.front();
  const Timing* const fastest = fastest_from_bytes(figures);
  if (fastest != nullptr && work.floor && work.floor->low > 0) {
    const double reach = std::exp(std::max(std::abs(std::log(work.floor->low)),
                                           std::abs(std::log(work.floor->high))));
    const double middle = fastest->pass_ns.middle / kNsPerMs;
    chart.band = ChartBand{middle / reach, middle * reach, "noise floor"};
  }
  for (const Timing& timing : work.timings) {
    if (!timing.timed()) {
      continue;
    }
    Series& series = chart.series.emplace_back();
    series.name = visible(timing.engine);
    for (const double ns : timing.kept_ns()) {
      series.values.push_back(ns / kNsPerMs);
    }
    chart.description += (chart.description.empty() ? "" : ", ") + series.name + " " +
                         short_ms(timing.pass_ns.middle / kNsPerMs);
  }
  chart.description = chart.title + ": medians " + chart.description + ".";
  return chart;
}

void add_answer(const ParsedAnswer& answer, std::size_t number, Section& section) {
  const ParseFigures& figures = answer.figures;
  const std::string id = "parse-times-" + std::to_string(number);
  const Format format = *answer.exchange->response->facts.format;
  section.blocks.emplace_back(Heading{visible(figures.name) + ", " +
                                      std::string(to_string(format)) + ", " +
                                      counted(figures.rows, "row")});
  if (fastest_from_bytes(figures) != nullptr) {
    section.blocks.emplace_back(chart_of(figures, id));
  }
  section.blocks.emplace_back(table_of(figures, id));
}

void add_figures(const ParsedAgain& parsed, const ReportInput& input, Section& section) {
  std::string text =
      "Measured here, not in the browser of any claim: the largest answers, as above, "
      "and "
      "of the first the same rows in other formats. An engine is timed only if it reads "
      "the same rows; noise floor: one engine against itself.";
  if (!parsed.answers.empty()) {
    const Machine& machine = parsed.answers.front().figures.machine;
    text += " On " + machine_text(machine) + ".";
    if (machine.load && *machine.load > machine.cores) {
      section.blocks.emplace_back(
          Notice{Tone::warning,
                 "More processes wanted to run than there are cores: times "
                 "are upper bounds."});
    }
  }
  section.blocks.emplace(section.blocks.begin(), Paragraph{std::move(text)});
  for (const std::string& why : parsed.without) {
    section.blocks.emplace_back(Notice{
        Tone::plain, "No times of " + visible(input.options.redactor.text(why)) + "."});
  }
  for (std::size_t i = 0; i < parsed.answers.size(); ++i) {
    add_answer(parsed.answers[i], i + 1, section);
  }
}

}  // namespace

Section parse_section(const ReportInput& input) {
  Section section{"parse-times", "Parse times", {}};
  if (!input.extras.encoded || input.extras.encoded->operations == 0) {
    return section;
  }
  section.measured = input.extras.times_asked;
  if (!input.extras.times_asked) {
    section.blocks.emplace_back(
        Paragraph{"Not measured, as times differ from run to run: capaudit " +
                  (input.options.words.empty() ? "report" : input.options.words.front()) +
                  " --parse adds them."});
    return section;
  }
  if (!input.extras.parsed) {
    section.blocks.emplace_back(Paragraph{"Measured when the report was made."});
    return section;
  }
  add_figures(*input.extras.parsed, input, section);
  return section;
}

}  // namespace capaudit
