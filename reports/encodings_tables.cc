// SPDX-License-Identifier: Apache-2.0
#include "reports/encodings_tables.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "reports/numbers.h"
#include "reports/page/cells.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::string_view kGzip = "gzip-6";
constexpr std::size_t kMostCurves = 6;

PageCell decimal_cell(double value) {
  PageCell cell = text_cell(hundredths(value));
  cell.order = value;
  return cell;
}

/// "0.95", "8.59": a part of what was captured.
PageCell ratio_cell(std::uint64_t bytes, std::uint64_t of) {
  return of == 0 ? text_cell("none")
                 : decimal_cell(static_cast<double>(bytes) / static_cast<double>(of));
}

std::uint64_t coded(const SizeRow& row, std::string_view coder) {
  for (const CodedSize& size : row.coded) {
    if (size.coder == coder) {
      return size.bytes;
    }
  }
  return 0;
}

double per_row(std::uint64_t bytes, std::uint64_t rows) {
  return static_cast<double>(bytes) / static_cast<double>(rows);
}

/// The two that claims are about most, against what was captured.
bool is_marked(const Crossover& one) {
  const auto among = [](std::string_view name) {
    return name == "json" || name == "amf3" || name == kCapturedForm;
  };
  return among(one.before) && among(one.after) &&
         (one.before == kCapturedForm || one.after == kCapturedForm);
}

}  // namespace

bool is_drawn(std::string_view encoding) {
  constexpr std::string_view kDrawn[] = {kCapturedForm, "json", "json-columns",
                                         "json-enums",  "amf3", "soap-literal"};
  static_assert(std::size(kDrawn) <= kMostCurves);
  return std::find(std::begin(kDrawn), std::end(kDrawn), encoding) != std::end(kDrawn);
}

std::string losses_text(const SizeRow& row) {
  std::string out;
  for (const Loss& loss : row.losses) {
    out += (out.empty() ? "" : "; ") + std::string(loss.what) + " (" +
           grouped(loss.cells) + ")";
  }
  return out;
}

PageTable encodings_table(const Sizes& sizes, const std::string& id) {
  PageTable table;
  table.id = id + "-encodings";
  table.caption = "The same " + counted(sizes.rows, "row") +
                  " in every format, in bytes; written here, never sent";
  table.columns = {
      {"encoding", false}, {"bytes", true}, {"per row", true}, {"× captured", true}};
  for (const BodyCoder& coder : body_coders()) {
    if (!coder.coding.empty()) {
      table.columns.push_back({std::string(coder.name), true});
    }
  }
  table.columns.push_back({"× captured, gzip-6", true});
  table.columns.push_back({"what it loses", false});
  const SizeRow& captured = sizes.encodings.front();
  for (const SizeRow& row : sizes.encodings) {
    PageRow& out = table.rows.emplace_back();
    out.cells.push_back(text_cell(row.name));
    out.cells.back().title = row.title;
    if (!row.problem.empty()) {
      out.cells.push_back(text_cell("none"));
      out.cells.resize(table.columns.size() - 1, text_cell(""));
      out.cells.push_back(text_cell(visible(row.problem)));
      continue;
    }
    out.cells.push_back(number_cell(row.bytes));
    out.cells.push_back(decimal_cell(per_row(row.bytes, sizes.rows)));
    out.cells.push_back(ratio_cell(row.bytes, captured.bytes));
    for (const CodedSize& size : row.coded) {
      out.cells.push_back(number_cell(size.bytes));
    }
    out.cells.push_back(ratio_cell(coded(row, kGzip), coded(captured, kGzip)));
    out.cells.push_back(text_cell(losses_text(row)));
  }
  return table;
}

Block reproduction_block(const Sizes& sizes) {
  const Reproduction& made = sizes.reproduction;
  if (made.writer.empty()) {
    return Notice{Tone::warning,
                  "No writer here is near the captured format: the captured "
                  "size is not reproduced."};
  }
  std::string text = "The captured rows written again as " + made.writer +
                     (made.envelope_kept ? ", the captured envelope kept" : "") + ": ";
  if (made.identical) {
    return Paragraph{text + "the captured " + grouped(made.captured_bytes) +
                     " bytes, byte for byte."};
  }
  text += grouped(made.written_bytes) + " bytes; captured are " +
          grouped(made.captured_bytes) + ". The difference by cause: ";
  std::string causes;
  for (const SizeDifference& one : made.differences) {
    causes += (causes.empty() ? "" : ", ") + std::string(one.cause) + " " +
              (one.bytes < 0 ? "" : "+") + grouped(one.bytes);
  }
  return Paragraph{text + (causes.empty() ? "none in size, some in order" : causes) +
                   "."};
}

PageTable ladder_table(const Sizes& sizes, const std::string& id, bool gzip) {
  PageTable table;
  table.id = id + (gzip ? "-ladder-gzip" : "-ladder");
  table.caption = std::string("Bytes by row count, ") + (gzip ? "gzip-6" : "as is") +
                  "; * more rows than were captured, drawn from them";
  table.columns = {{"rows", true}};
  for (const SizeCurve& curve : sizes.curves) {
    table.columns.push_back({curve.name, true});
  }
  if (sizes.curves.empty()) {
    return table;
  }
  for (std::size_t i = 0; i < sizes.curves[0].points.size(); ++i) {
    PageRow& row = table.rows.emplace_back();
    const SizePoint& first = sizes.curves[0].points[i];
    row.cells.push_back(number_cell(first.rows));
    row.cells.back().text += first.resampled ? "*" : "";
    for (const SizeCurve& curve : sizes.curves) {
      const bool there = i < curve.points.size();
      row.cells.push_back(
          there ? number_cell(gzip ? curve.points[i].gzip_bytes : curve.points[i].bytes)
                : text_cell("none"));
    }
  }
  return table;
}

PageCell fixed_cell(const SizeFit& fit) {
  if (fit.fixed >= 0) {
    return decimal_cell(fit.fixed);
  }
  PageCell cell =
      text_cell(-fit.fixed <= fit.worst ? "0 within its error" : "none: the line bends");
  cell.note = hundredths(fit.fixed) + " ± " + hundredths(fit.worst);
  cell.order = fit.fixed;
  return cell;
}

PageTable fit_table(const Sizes& sizes, const std::string& id) {
  PageTable table;
  table.id = id + "-fit";
  table.caption =
      "size = fixed + per row × rows, by least squares; off by: the farthest "
      "point from the line";
  table.columns = {{"encoding", false},     {"fixed", true},
                   {"per row", true},       {"off by", true},
                   {"fixed, gzip-6", true}, {"per row, gzip-6", true},
                   {"off by, gzip-6", true}};
  for (const SizeCurve& curve : sizes.curves) {
    if (!curve.raw || !curve.gzip) {
      continue;
    }
    PageRow& row = table.rows.emplace_back();
    row.cells.push_back(text_cell(curve.name));
    for (const SizeFit& fit : {*curve.raw, *curve.gzip}) {
      row.cells.push_back(fixed_cell(fit));
      row.cells.push_back(decimal_cell(fit.per_row));
      row.cells.push_back(decimal_cell(fit.worst));
    }
  }
  return table;
}

PageTable crossover_table(const Sizes& sizes, const std::string& id) {
  PageTable table;
  table.id = id + "-crossovers";
  table.caption =
      "Where the smaller format changes: between two row counts of the ladder";
  table.columns = {{"smaller up to", false},
                   {"rows", true},
                   {"smaller from", false},
                   {"rows", true},
                   {"coding", false}};
  for (const Crossover& one : sizes.crossovers) {
    if (one.before != kCapturedForm && one.after != kCapturedForm) {
      continue;
    }
    PageRow& row = table.rows.emplace_back();
    row.cells = {text_cell(one.before), number_cell(one.from), text_cell(one.after),
                 number_cell(one.to), text_cell(one.gzip ? "gzip-6" : "as is")};
  }
  return table;
}

PageTable measured_table(const Sizes& sizes, const std::string& id) {
  PageTable table;
  table.id = id + "-measured";
  table.caption =
      "Row counts that the capture holds itself, beside the captured form "
      "written here";
  table.columns = {{"exchange", false},       {"rows", true},
                   {"captured", true},        {"written", true},
                   {"difference", true},      {"captured, gzip", true},
                   {"written, gzip-6", true}, {"difference, gzip", true}};
  const auto difference = [](std::uint64_t a, std::uint64_t b) {
    const std::int64_t bytes =
        static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
    PageCell cell = text_cell((bytes > 0 ? "+" : "") + grouped(bytes));
    cell.order = static_cast<double>(bytes);
    return cell;
  };
  for (const MeasuredSize& measured : sizes.measured) {
    const SizePoint* written = nullptr;
    if (!sizes.curves.empty() && sizes.curves[0].name == kCapturedForm) {
      for (const SizePoint& point : sizes.curves[0].points) {
        written = point.rows == measured.rows ? &point : written;
      }
    }
    if (written == nullptr) {
      continue;
    }
    PageRow& row = table.rows.emplace_back();
    row.cells = {text_cell(visible(measured.id)), number_cell(measured.rows),
                 number_cell(measured.bytes), number_cell(written->bytes),
                 difference(measured.bytes, written->bytes)};
    if (measured.gzip_bytes) {
      row.cells.push_back(number_cell(*measured.gzip_bytes));
      row.cells.push_back(number_cell(written->gzip_bytes));
      row.cells.push_back(difference(*measured.gzip_bytes, written->gzip_bytes));
    } else {
      row.cells.resize(table.columns.size(), text_cell(""));
    }
  }
  return table;
}

Chart ladder_chart(const Sizes& sizes, const std::string& id, bool gzip,
                   bool logarithmic) {
  Chart chart;
  chart.id = id + (gzip ? "-gzip" : "-raw") + (logarithmic ? "-log" : "-linear");
  chart.title = std::string("Size against row count, ") + (gzip ? "gzip-6" : "as is") +
                (logarithmic ? ", both axes logarithmic" : "");
  chart.reading = logarithmic ? "Where two lines cross, the smaller format changes."
                              : "The steeper the line, the more bytes each row takes.";
  chart.kind = Chart::Kind::lines;
  chart.unit = "B";
  chart.x_name = "rows";
  chart.log_x = chart.log_y = logarithmic;
  chart.numbers_in = id + (gzip ? "-ladder-gzip" : "-ladder");
  for (const SizeCurve& curve : sizes.curves) {
    if (!is_drawn(curve.name)) {
      continue;
    }
    Series& series = chart.series.emplace_back();
    series.name = curve.name;
    for (const SizePoint& point : curve.points) {
      series.x.push_back(static_cast<double>(point.rows));
      series.values.push_back(static_cast<double>(gzip ? point.gzip_bytes : point.bytes));
    }
  }
  chart.description = chart.title + ", " + std::to_string(chart.series.size()) +
                      " formats; the table below has every figure.";
  for (const Crossover& one : sizes.crossovers) {
    if (one.gzip != gzip || !is_marked(one)) {
      continue;
    }
    chart.description += " From " + grouped(one.to) + " rows on " + one.after +
                         " is smaller than " + one.before + ".";
    if (logarithmic) {  // on a linear axis they would stand on each other
      chart.marks.push_back(
          {std::sqrt(static_cast<double>(one.from) * static_cast<double>(one.to)),
           one.after + " below " + one.before});
    }
  }
  return chart;
}

}  // namespace capaudit
