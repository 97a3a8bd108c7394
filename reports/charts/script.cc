// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/script.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kLabelWidth = 28;
constexpr std::size_t kCurvePoints = 200;
constexpr int kBarHeight = 34;

/// Colours that name a series to the style sheet, which has the real ones for light, dark
/// and print. Without it they are still told apart.
constexpr std::array<std::string_view, 4> kColors = {"#1f6fb2", "#c65d0e", "#23864f",
                                                     "#8a5bb5"};

std::string number(double value) {
  std::array<char, 64> digits{};
  const double finite = std::isfinite(value) ? value : 0;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), finite).ptr;
  return {digits.data(), end};
}

std::string point(std::initializer_list<double> values) {
  std::string line;
  for (const double value : values) {
    line += number(value) + " ";
  }
  line.back() = '\n';
  return line;
}

std::string label_of(const std::string& text) {
  return cut_middle(visible(text), kLabelWidth);
}

std::string value_text(double value, const std::string& unit) {
  return unit == "B" ? short_bytes(static_cast<std::uint64_t>(std::max(0.0, value)))
                     : short_ms(value);
}

/// A step of 1, 2 or 5 times a power of ten that divides `most` into four to eight.
double step_for(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most / 4)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (most / (power * factor) <= 8) {
      return power * factor;
    }
  }
  return power * 10;
}

std::string value_axis(double most, const std::string& unit) {
  std::string out = "set xrange [0:" + number(most) + "]\nset xtics nomirror scale 0 (";
  const double step = unit == "B" ? std::max(1.0, step_for(most)) : step_for(most);
  for (int i = 0; i * step <= most; ++i) {
    const std::string text = i == 0 ? "0" : tick_text(i * step, unit);
    out += (i == 0 ? "" : ", ") + gnuplot_quote_tick(text) + " " + number(i * step);
  }
  return out + ")\n";
}

std::string frame(int height) {
  return "reset\nset terminal svg size 760," + std::to_string(height) +
         " dynamic noenhanced font \"sans-serif,13\"\nset encoding utf8\n"
         "set border 0\nset style fill solid 1.0 noborder\n"
         "set grid xtics lt 1 lc rgb \"gray\" lw 1\n"
         "set key tmargin left horizontal Left reverse samplen 1.2 width 2\n";
}

/// Names of `labels` on the y axis, the first on top.
std::string name_axis(const std::vector<std::string>& labels) {
  std::string out = "set ytics nomirror scale 0 (";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    out += (i == 0 ? "" : ", ") + gnuplot_quote_tick(label_of(labels[i])) + " " +
           std::to_string(labels.size() - i);
  }
  return out + ")\nset yrange [0.4:" + number(static_cast<double>(labels.size()) + 0.6) +
         "]\n";
}

struct Bars {
  std::string data, labels;
  double most = 0;
};

std::string value_label(int n, double x, double y, const std::string& text) {
  return "set label " + std::to_string(n) + " " + gnuplot_quote(text) + " at " +
         number(x) + "," + number(y) + " left offset character 0.6,0 font \",12\"\n";
}

Bars stacked_bars(const Chart& chart) {
  Bars bars;
  std::vector<double> ends(chart.categories.size(), 0);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    bars.data += "$d" + std::to_string(s) + " << EOD\n";
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const double y = static_cast<double>(ends.size() - i);
      const double next = ends[i] + chart.series[s].values[i];
      bars.data += point({next, y, ends[i], next, y - 0.32, y + 0.32});
      ends[i] = next;
    }
    bars.data += "EOD\n";
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
    bars.data += "$d" + std::to_string(s) + " << EOD\n";
    for (std::size_t i = 0; i < n; ++i) {
      const double top =
          static_cast<double>(n - i) + 0.36 - height * static_cast<double>(s);
      const double value = chart.series[s].values[i];
      bars.data += point({value, top - height / 2, 0, value, top - height * 0.95, top});
      bars.labels +=
          value_label(++label, value, top - height / 2, value_text(value, chart.unit));
      bars.most = std::max(bars.most, value);
    }
    bars.data += "EOD\n";
  }
  return bars;
}

std::string plot_series(const Chart& chart, std::string_view style) {
  std::string out = "plot ";
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    out += (s == 0 ? "" : ", ") + ("$d" + std::to_string(s));
    out += style;
    out += " lc rgb \"" + std::string(kColors[s % kColors.size()]) + "\" title " +
           gnuplot_quote(chart.series[s].name);
  }
  return out + "\n";
}

std::string bars_script(const Chart& chart, const Bars& bars) {
  if (bars.most <= 0) {
    return {};
  }
  const std::size_t lines = chart.kind == Chart::Kind::grouped
                                ? chart.categories.size() * 4 / 3 + 1
                                : chart.categories.size();
  const int height = 80 + kBarHeight * static_cast<int>(lines);
  return frame(height) + value_axis(bars.most * 1.16, chart.unit) +
         name_axis(chart.categories) + bars.labels + bars.data +
         plot_series(chart, " using 1:2:3:4:5:6 with boxxyerror");
}

/// Every value a point; points of one value are set side by side by a fixed pattern.
std::string points_script(const Chart& chart, double most) {
  std::string data;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    names.push_back(chart.series[s].name);
    const double y = static_cast<double>(chart.series.size() - s);
    data += "$d" + std::to_string(s) + " << EOD\n";
    for (std::size_t i = 0; i < chart.series[s].values.size(); ++i) {
      const double spread = std::fmod(static_cast<double>(i) * 0.618034, 1.0) - 0.5;
      data += point({chart.series[s].values[i], y + 0.5 * spread});
    }
    data += "EOD\n";
  }
  const int height = 70 + 44 * static_cast<int>(names.size());
  return frame(height) + "set nokey\n" + value_axis(most * 1.05, chart.unit) +
         name_axis(names) + data +
         plot_series(chart, " using 1:2 with points pt 7 ps 0.6");
}

std::string curve(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  std::string data = point({values[0], 0});
  const std::size_t points = std::min(n, kCurvePoints);
  for (std::size_t k = 1; k <= points; ++k) {
    const std::size_t rank = (n * k + points - 1) / points;
    data += point(
        {values[rank - 1], 100.0 * static_cast<double>(rank) / static_cast<double>(n)});
  }
  return data;
}

std::string curves_script(const Chart& chart, double most) {
  std::string data;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    data += "$d" + std::to_string(s) + " << EOD\n" + curve(chart.series[s].values);
    data += number(most * 2) + " 100\nEOD\n";
  }
  return frame(300) + value_axis(most, chart.unit) +
         "set yrange [0:103]\nset ytics nomirror scale 0 (\"0\" 0, \"25 %%\" 25, "
         "\"50 %%\" 50, \"75 %%\" 75, \"100 %%\" 100)\n"
         "set grid ytics lt 1 lc rgb \"gray\" lw 1\n" +
         data + plot_series(chart, " using 1:2 with steps lw 2");
}

std::string distribution_script(const Chart& chart) {
  std::vector<double> all;
  std::size_t longest = 0;
  for (const Series& series : chart.series) {
    all.insert(all.end(), series.values.begin(), series.values.end());
    longest = std::max(longest, series.values.size());
  }
  std::sort(all.begin(), all.end());
  if (all.empty() || all.back() <= 0) {
    return {};
  }
  if (longest < kManyValues) {
    return points_script(chart, all.back());
  }
  return curves_script(chart, chart.axis_end.value_or(all.back()));
}

/// gnuplot takes \0 and three more digits for one escape, so a digit that follows one is
/// escaped as well.
std::string quote(std::string_view text, bool tick) {
  std::string out = "\"";
  bool escaped = false;
  for (const char c : to_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool digit = c >= '0' && c <= '9';
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || digit ||
                      std::string_view(" .,:/_-").find(c) != std::string_view::npos;
    if (byte < 0x20 || byte == 0x7f) {
      out += ' ';
      escaped = false;
    } else if (safe && !(digit && escaped)) {
      out += c;
      escaped = false;
    } else {
      for (int copies = tick && c == '%' ? 2 : 1; copies > 0; --copies) {
        out += '\\';
        out += static_cast<char>('0' + (byte >> 6));
        out += static_cast<char>('0' + (byte >> 3 & 7));
        out += static_cast<char>('0' + (byte & 7));
      }
      escaped = true;
    }
  }
  return out + "\"";
}

}  // namespace

std::string gnuplot_quote(std::string_view text) {
  return quote(text, false);
}

std::string gnuplot_quote_tick(std::string_view text) {
  return quote(text, true);
}

std::string gnuplot_script(const Chart& chart) {
  switch (chart.kind) {
  case Chart::Kind::stacked:
    return bars_script(chart, stacked_bars(chart));
  case Chart::Kind::grouped:
    return bars_script(chart, grouped_bars(chart));
  case Chart::Kind::distribution:
    return distribution_script(chart);
  }
  return {};
}

}  // namespace capaudit
