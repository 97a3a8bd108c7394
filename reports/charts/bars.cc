// SPDX-License-Identifier: Apache-2.0
// Horizontal bars: parts one after the other, or side by side.
#include <algorithm>

#include "reports/charts/axes.h"
#include "reports/charts/kinds.h"

namespace capaudit {
namespace {

constexpr int kBarHeight = 34;

struct Bars {
  std::string data, labels;
  double most = 0;
};

Bars stacked_bars(const Chart& chart) {
  Bars bars;
  std::vector<double> ends(chart.categories.size(), 0);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::string lines;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const double y = static_cast<double>(ends.size() - i);
      const double next = ends[i] + chart.series[s].values[i];
      lines += plot_point({next, y, ends[i], next, y - 0.32, y + 0.32});
      ends[i] = next;
    }
    bars.data += data_block(s, lines);
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    bars.most = std::max(bars.most, ends[i]);
    bars.labels += value_label(static_cast<int>(i + 1), ends[i],
                               static_cast<double>(ends.size() - i),
                               value_text(ends[i], chart.unit));
  }
  return bars;
}

Bars grouped_bars(const Chart& chart) {
  Bars bars;
  const std::size_t n = chart.categories.size();
  const double height = 0.72 / static_cast<double>(chart.series.size());
  int label = 0;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::string lines;
    for (std::size_t i = 0; i < n; ++i) {
      const double top =
          static_cast<double>(n - i) + 0.36 - height * static_cast<double>(s);
      const double value = chart.series[s].values[i];
      lines += plot_point({value, top - height / 2, 0, value, top - height * 0.95, top});
      bars.labels +=
          value_label(++label, value, top - height / 2, value_text(value, chart.unit));
      bars.most = std::max(bars.most, value);
    }
    bars.data += data_block(s, lines);
  }
  return bars;
}

}  // namespace

std::string bars_script(const Chart& chart) {
  const bool side_by_side = chart.kind == Chart::Kind::grouped;
  const Bars bars = side_by_side ? grouped_bars(chart) : stacked_bars(chart);
  if (bars.most <= 0) {
    return {};
  }
  const std::size_t lines =
      side_by_side ? chart.categories.size() * (chart.series.size() + 1) / 2 + 1
                   : chart.categories.size();
  std::string plot = "plot ";
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    plot += (s == 0 ? "$d" : ", $d") + std::to_string(s) +
            " using 1:2:3:4:5:6 with boxxyerror lc rgb \"" +
            std::string(series_color(chart.series[s], s)) + "\"" +
            series_title(chart.series[s]);
  }
  return chart_frame(80 + kBarHeight * static_cast<int>(lines)) +
         value_axis(bars.most * 1.16, chart.unit) + name_axis(chart.categories) +
         bars.labels + bars.data + plot + "\n";
}

}  // namespace capaudit
