// SPDX-License-Identifier: Apache-2.0
// The same rows in every format and coding: a heat table, how close the writers come to
// what was captured, sizes against row count and where the smaller format changes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "decoders/writers/coders.h"
#include "reports/encodings_tables.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/names.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kNameWidth = 60;
/// Captured row counts that make a chart: fewer have nothing to be drawn with.
constexpr std::size_t kFewestCounts = 3;

/// Of all sizes of a table, so that one shade means one size in every column.
struct HeatScale {
  double least = 0, most = 0;
  double of(std::uint64_t bytes) const {
    const double spread = std::log(most / least);
    return spread > 0 ? std::log(static_cast<double>(bytes) / least) / spread : 0;
  }
};

HeatScale scale_of(const Sizes& sizes) {
  HeatScale scale;
  const auto add = [&scale](std::uint64_t bytes) {
    const double value = std::max(1.0, static_cast<double>(bytes));
    scale.least = scale.least == 0 ? value : std::min(scale.least, value);
    scale.most = std::max(scale.most, value);
  };
  for (const SizeRow& row : sizes.encodings) {
    if (row.problem.empty()) {
      add(row.bytes);
      for (const CodedSize& size : row.coded) {
        add(size.bytes);
      }
    }
  }
  return scale;
}

PageCell heat_cell(std::uint64_t bytes, std::uint64_t captured, const HeatScale& scale) {
  PageCell cell = number_cell(bytes);
  if (captured != 0 && captured != bytes) {
    cell.note =
        short_ratio(static_cast<double>(bytes) / static_cast<double>(captured)) + "×";
  }
  cell.heat = scale.of(std::max<std::uint64_t>(bytes, 1));
  return cell;
}

PageTable heat_table(const Sizes& sizes, const std::string& id,
                     const Redactor& redactor) {
  PageTable table;
  table.id = id + "-heat";
  table.caption = sizes.id + ": the same " + counted(sizes.rows, "row") +
                  " in every format and coding: bytes, and how many times the captured "
                  "form under the same coding, if not once; the darker the more bytes";
  table.columns = {{"encoding", false}, {"as is", true}};
  for (const BodyCoder& coder : body_coders()) {
    if (!coder.coding.empty()) {
      table.columns.push_back({std::string(coder.name), true});
    }
  }
  table.columns.push_back({"what it loses", false});
  const HeatScale scale = scale_of(sizes);
  const SizeRow& captured = sizes.encodings.front();
  for (const SizeRow& row : sizes.encodings) {
    PageRow& out = table.rows.emplace_back();
    out.cells.push_back(text_cell(row.name));
    out.cells.back().title = row.title;
    if (!row.problem.empty()) {
      out.cells.resize(table.columns.size() - 1, text_cell("none"));
      out.cells.push_back(text_cell(visible(redactor.text(row.problem))));
      continue;
    }
    out.cells.push_back(heat_cell(row.bytes, captured.bytes, scale));
    for (std::size_t i = 0; i < row.coded.size(); ++i) {
      const std::uint64_t of = i < captured.coded.size() ? captured.coded[i].bytes : 0;
      out.cells.push_back(heat_cell(row.coded[i].bytes, of, scale));
    }
    const std::string losses = losses_text(row);
    out.cells.push_back(text_cell(losses.empty() ? "nothing" : losses));
  }
  return table;
}

/// Captured answers of other row counts beside the same rows written here.
struct Agreement {
  std::uint64_t counts = 0, same = 0;
  std::int64_t farthest = 0;  ///< captured less written
};

Agreement agreement_of(const Sizes& sizes) {
  Agreement out;
  if (sizes.curves.empty() || sizes.curves[0].name != kCapturedForm) {
    return out;
  }
  for (const MeasuredSize& measured : sizes.measured) {
    for (const SizePoint& point : sizes.curves[0].points) {
      if (point.rows != measured.rows) {
        continue;
      }
      const auto off = static_cast<std::int64_t>(measured.bytes) -
                       static_cast<std::int64_t>(point.bytes);
      ++out.counts;
      out.same += off == 0 ? 1u : 0u;
      out.farthest = std::abs(off) > std::abs(out.farthest) ? off : out.farthest;
    }
  }
  return out;
}

/// "Of 9 row counts that the capture holds up to there, 8 come out to the byte".
std::string agreement_text(const Agreement& agreement) {
  std::string text = "Of " + counted(agreement.counts, "row count") +
                     " that the capture holds up to there, " + grouped(agreement.same) +
                     (agreement.same == 1 ? " comes" : " come") + " out to the byte";
  if (agreement.same != agreement.counts) {
    text += "; farthest off is a captured answer that has " +
            grouped(static_cast<std::uint64_t>(std::abs(agreement.farthest))) +
            (agreement.farthest < 0 ? " bytes less" : " bytes more") +
            " than is written here";
  }
  return text + ".";
}

/// Row counts up to the rows at hand that were captured; with gzip, if `gzip`.
std::size_t captured_counts(const Sizes& sizes, bool gzip) {
  return static_cast<std::size_t>(std::count_if(
      sizes.measured.begin(), sizes.measured.end(),
      [&sizes, gzip](const MeasuredSize& one) {
        return one.rows > 0 && one.rows <= sizes.rows && (!gzip || one.gzip_bytes);
      }));
}

/// With the curves of its charts alone.
Sizes only_drawn(Sizes sizes) {
  std::erase_if(sizes.curves,
                [](const SizeCurve& curve) { return !is_drawn(curve.name); });
  return sizes;
}

/// The chart of the ladder with the captured answers as points on it.
Chart chart_of(const Sizes& sizes, const std::string& id, bool gzip) {
  Chart chart = ladder_chart(sizes, id, gzip, true);
  chart.title = sizes.id + ": size against row count, " + (gzip ? "gzip-6" : "as is") +
                ", both axes logarithmic";
  chart.numbers_in = id + (gzip ? "-ladder-gzip" : "-ladder");
  Series captured;
  captured.name = "captured answers";
  captured.alone = true;
  captured.color = 8;
  for (const MeasuredSize& measured : sizes.measured) {
    if (measured.rows > sizes.rows || (gzip && !measured.gzip_bytes)) {
      continue;
    }
    captured.x.push_back(static_cast<double>(measured.rows));
    captured.values.push_back(
        static_cast<double>(gzip ? *measured.gzip_bytes : measured.bytes));
  }
  if (!captured.x.empty()) {
    chart.reading += " Triangles are captured answers; lines are written here.";
    chart.series.push_back(std::move(captured));
  }
  return chart;
}

void add_answer(const EncodedAnswer& answer, std::size_t number, const ReportInput& input,
                Section& section) {
  const Sizes& sizes = answer.sizes;
  const std::string id = "encoded-" + std::to_string(number);
  const std::string name = cut_middle(
      visible(answer_name(*answer.exchange, input.options.redactor)), kNameWidth);
  section.blocks.emplace_back(Heading{sizes.id + ", " +
                                      std::string(to_string(sizes.format)) + ", " +
                                      counted(sizes.rows, "row")});
  std::string text = counted(sizes.columns.size(), "column") + "; " + name + ".";
  if (answer.larger != nullptr) {
    text += " Its largest answer, " + exchange_id(input.analysis, *answer.larger) +
            " with " + counted(*answer.larger->response->facts.rows, "row") +
            ", is beyond the bounds of a report: capaudit sizes takes it.";
  }
  section.blocks.emplace_back(Paragraph{std::move(text)});
  section.blocks.push_back(reproduction_block(sizes));
  if (sizes.left_out != 0) {
    section.blocks.emplace_back(
        Notice{Tone::warning, counted(sizes.left_out, "value") +
                                  " outside the common columns: in none of the other "
                                  "encodings, and so in no ratio."});
  }
  section.blocks.emplace_back(heat_table(sizes, id, input.options.redactor));
  if (sizes.curves.empty() || sizes.rows < 2) {
    return;
  }
  const auto add = [&section, &sizes](PageTable table) {
    table.caption = sizes.id + ": " + table.caption;
    section.blocks.emplace_back(std::move(table));
  };
  const Sizes drawn = only_drawn(sizes);
  for (const bool gzip : {false, true}) {
    if (captured_counts(sizes, gzip) >= kFewestCounts) {
      section.blocks.emplace_back(chart_of(drawn, id, gzip));
      add(ladder_table(drawn, id, gzip));
    }
  }
  const Agreement agreement = agreement_of(sizes);
  if (agreement.counts != 0) {
    section.blocks.emplace_back(Paragraph{agreement_text(agreement)});
  }
  if (agreement.same != agreement.counts && agreement.counts > 1) {
    add(measured_table(sizes, id));
  }
  PageTable crossovers = crossover_table(drawn, id);
  if (!crossovers.rows.empty()) {
    add(std::move(crossovers));
  }
}

std::string bounds_text(const EncodedAgain& again) {
  const EncodeBounds& bounds = again.bounds;
  std::string text =
      "Rows of captured answers, written again in every other format; nobody sent these "
      "bodies. Each was decoded again and compared with the rows before its size was "
      "taken. Of each operation its largest answer of at most " +
      counted(bounds.rows, "row") + " and " + short_bytes(bounds.content) +
      ", of at most " + counted(bounds.operations, "operation") +
      "; capaudit sizes knows no such bounds, and has every "
      "row count and encoding.";
  if (again.same_rows != 0) {
    text += " " + counted(again.same_rows, "more operation") + " sent the same rows as " +
            (again.answers.size() == 1 ? "this one" : "one of these") +
            ": what they took as captured stands in the sizes against row count.";
  }
  if (again.beyond != 0) {
    text += " Left out: " + counted(again.beyond, "operation") +
            " with smaller answers, or with fewer than " + grouped(bounds.fewest_rows) +
            " rows.";
  }
  return text;
}

}  // namespace

Section encodings_section(const ReportInput& input) {
  Section section{"encodings", "The same rows in every format", {}};
  if (!input.extras.encoded || input.extras.encoded->operations == 0) {
    return section;
  }
  const EncodedAgain& again = *input.extras.encoded;
  if (again.too_large) {
    section.blocks.emplace_back(Paragraph{
        "Captures of more than " + short_bytes(again.bounds.captures) +
        " are not read a second time for a report: capaudit sizes encodes their rows."});
    return section;
  }
  section.blocks.emplace_back(Paragraph{bounds_text(again)});
  for (const std::string& why : again.without) {
    section.blocks.emplace_back(Notice{
        Tone::plain, "No sizes of " + visible(input.options.redactor.text(why)) + "."});
  }
  for (std::size_t i = 0; i < again.answers.size(); ++i) {
    add_answer(again.answers[i], i + 1, input, section);
  }
  return section;
}

}  // namespace capaudit
