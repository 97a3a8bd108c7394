// SPDX-License-Identifier: Apache-2.0
// Lines over a numeric axis, linear or logarithmic; each series has a mark of its own, so
// that colour is never alone.
#include <algorithm>
#include <array>
#include <limits>

#include "reports/charts/axes.h"
#include "reports/charts/kinds.h"
#include "reports/charts/script.h"

namespace capaudit {
namespace {

constexpr std::array<int, 7> kMarks = {7, 5, 9, 11, 13, 6, 4};  // 8: points alone

struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  void add(double value) {
    least = value > 0 ? std::min(least, value) : least;
    most = std::max(most, value);
  }
};

std::string range(char axis, const Extent& extent, bool decades) {
  const double low = decades ? extent.least * 0.8 : 0;
  const double high = extent.most * (decades ? 1.25 : 1.05);
  std::string out = "set ";
  out += axis;
  out += "range [" + plot_number(low) + ":" + plot_number(high) + "]\n";
  if (decades) {
    out += std::string("set logscale ") + axis + "\n";
  }
  return out;
}

}  // namespace

std::string lines_script(const Chart& chart) {
  Extent x;
  Extent y;
  std::string data;
  std::string plot;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    std::string lines;
    for (std::size_t i = 0; i < std::min(series.x.size(), series.values.size()); ++i) {
      if ((chart.log_x && series.x[i] <= 0) || (chart.log_y && series.values[i] <= 0)) {
        continue;
      }
      x.add(series.x[i]);
      y.add(series.values[i]);
      lines += plot_point({series.x[i], series.values[i]});
    }
    if (lines.empty()) {
      continue;
    }
    data += data_block(s, lines);
    plot += (plot.empty() ? "plot $d" : ", $d") + std::to_string(s) +
            (series.alone
                 ? " using 1:2 with points lw 2 pt 8 ps 1.3 lc rgb \""
                 : " using 1:2 with linespoints lw 2 pt " +
                       std::to_string(kMarks[s % kMarks.size()]) + " ps 0.6 lc rgb \"") +
            std::string(series_color(chart.series[s], s)) + "\"" + series_title(series);
  }
  if (plot.empty() || x.most <= 0 || y.most <= 0) {
    return {};
  }
  const int key_rows = static_cast<int>((chart.series.size() + 2) / 3);
  return chart_frame(330 + 18 * key_rows) + range('x', x, chart.log_x) +
         range('y', y, chart.log_y) +
         axis_ticks('x', x.least, x.most, chart.x_unit, chart.log_x) +
         axis_ticks('y', y.least, y.most * 1.05, chart.unit, chart.log_y) +
         "set grid ytics lt 1 lc rgb \"gray\" lw 1\nset xlabel " +
         gnuplot_quote(chart.x_name) + "\n" + marks_and_band(chart) + data + plot + "\n";
}

}  // namespace capaudit
