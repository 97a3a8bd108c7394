// SPDX-License-Identifier: Apache-2.0
// Values one by one: strips of points, curves of a distribution, intervals.
#include <algorithm>
#include <cmath>

#include "reports/charts/axes.h"
#include "reports/charts/kinds.h"

namespace capaudit {
namespace {

constexpr std::size_t kCurvePoints = 100;

/// `dashed`: lines differ by their dashes as well, so that colour is never alone.
std::string plot_series(const Chart& chart, std::string_view style, bool dashed = false) {
  std::string out = "plot ";
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    out += (s == 0 ? "$d" : ", $d") + std::to_string(s);
    out += style;
    out += dashed ? " dt " + std::to_string(s % 5 + 1) : std::string();
    out += " lc rgb \"" + std::string(series_color(chart.series[s], s)) + "\"" +
           series_title(chart.series[s]);
  }
  return out + "\n";
}

double largest(const Chart& chart) {
  double most = chart.band ? chart.band->high : 0;
  for (const ChartMark& mark : chart.marks) {
    most = std::max(most, mark.at);
  }
  for (const Series& series : chart.series) {
    for (const double value : series.values) {
      most = std::max(most, value);
    }
  }
  return most;
}

/// Points of one series are set side by side by a fixed pattern.
std::string points_script(const Chart& chart, double most) {
  std::string data;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    names.push_back(chart.series[s].name);
    const double y = static_cast<double>(chart.series.size() - s);
    std::string lines;
    for (std::size_t i = 0; i < chart.series[s].values.size(); ++i) {
      const double spread = std::fmod(static_cast<double>(i) * 0.618034, 1.0) - 0.5;
      lines += plot_point({chart.series[s].values[i], y + 0.5 * spread});
    }
    data += data_block(s, lines);
  }
  return chart_frame(70 + 44 * static_cast<int>(names.size())) + "set nokey\n" +
         value_axis(most * 1.05, chart.unit) + name_axis(names) + marks_and_band(chart) +
         data + plot_series(chart, " using 1:2 with points pt 7 ps 0.6");
}

std::string curve(std::vector<double> values) {
  if (values.empty()) {
    return plot_point({0, 0});
  }
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  std::string data = plot_point({values[0], 0});
  for (std::size_t i = 0; i < n; ++i) {
    data += plot_point(
        {values[i], 100.0 * static_cast<double>(i + 1) / static_cast<double>(n)});
  }
  return data;
}

std::string curves_script(const Chart& chart, double most) {
  std::string data;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    data += data_block(
        s, curve(thinned(chart.series[s].values)) + plot_point({most * 2, 100}));
  }
  return chart_frame(300) + value_axis(most, chart.unit) +
         "set yrange [0:103]\nset ytics nomirror scale 0 (\"0\" 0, \"25 %%\" 25, "
         "\"50 %%\" 50, \"75 %%\" 75, \"100 %%\" 100)\n"
         "set grid ytics lt 1 lc rgb \"gray\" lw 1\n" +
         data + plot_series(chart, " using 1:2 with steps lw 2", true);
}

}  // namespace

std::vector<double> thinned(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n <= kCurvePoints) {
    return values;
  }
  std::sort(values.begin(), values.end());
  std::vector<double> out;
  for (std::size_t k = 1; k <= kCurvePoints; ++k) {
    out.push_back(values[(n * k + kCurvePoints - 1) / kCurvePoints - 1]);
  }
  return out;
}

std::string distribution_script(const Chart& chart) {
  const double most = largest(chart);
  if (most <= 0) {
    return {};
  }
  std::size_t longest = 0;
  for (const Series& series : chart.series) {
    longest = std::max(longest, series.values.size());
  }
  return longest < kManyValues ? points_script(chart, most)
                               : curves_script(chart, chart.axis_end.value_or(most));
}

std::string strips_script(const Chart& chart) {
  const double most = largest(chart);
  if (most <= 0) {
    return {};
  }
  Chart few = chart;
  for (Series& series : few.series) {
    series.values = thinned(std::move(series.values));
  }
  return points_script(few, most);
}

std::string intervals_script(const Chart& chart) {
  const double most = largest(chart);
  if (most <= 0 || chart.series.size() < 3 || chart.categories.empty()) {
    return {};
  }
  std::string lines;
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    lines += plot_point({chart.series[1].values[i],
                         static_cast<double>(chart.categories.size() - i),
                         chart.series[0].values[i], chart.series[2].values[i]});
  }
  const std::string color =
      " lc rgb \"" + std::string(series_color(chart.series[1], 0)) + "\"";
  return chart_frame(70 + 34 * static_cast<int>(chart.categories.size())) +
         "set nokey\n" + value_axis(most * 1.1, chart.unit) +
         name_axis(chart.categories) + marks_and_band(chart) + data_block(0, lines) +
         "plot $d0 using 1:2:3:4 with xerrorbars pt 7 ps 0.8 lw 2" + color + "\n";
}

}  // namespace capaudit
