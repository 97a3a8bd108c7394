// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/axes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "reports/charts/script.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kLabelWidth = 28;

constexpr std::array<std::string_view, 8> kColors = {"#1f6fb2", "#c65d0e", "#23864f",
                                                     "#8a5bb5", "#b23a6f", "#0f7f8c",
                                                     "#7d6608", "#5b6670"};

bool is_whole(const std::string& unit) {
  return unit == "B" || unit.empty();
}

std::string tick(double value, const std::string& unit) {
  if (value == 0) {
    return "0";
  }
  if (unit.empty()) {
    return grouped(static_cast<std::uint64_t>(std::max(0.0, value)));
  }
  return unit == "x" ? short_ratio(value) + "×" : tick_text(value, unit);
}

}  // namespace

std::string plot_number(double value) {
  std::array<char, 64> digits{};
  const double finite = std::isfinite(value) ? value : 0;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), finite).ptr;
  return {digits.data(), end};
}

std::string plot_point(std::initializer_list<double> values) {
  std::string line;
  for (const double value : values) {
    line += plot_number(value) + " ";
  }
  line.back() = '\n';
  return line;
}

std::string data_block(std::size_t n, const std::string& lines) {
  return "$d" + std::to_string(n) + " << EOD\n" + lines + "EOD\n";
}

std::string value_text(double value, const std::string& unit) {
  if (is_whole(unit)) {
    const auto whole = static_cast<std::uint64_t>(std::max(0.0, value));
    return unit.empty() ? grouped(whole) : short_bytes(whole);
  }
  return unit == "x" ? short_ratio(value) + "×" : short_ms(value);
}

std::string chart_frame(int height) {
  return "reset\nset terminal svg size 760," + std::to_string(height) +
         " dynamic noenhanced font \"sans-serif,13\"\nset encoding utf8\n"
         "set border 0\nset style fill solid 1.0 noborder\n"
         "set grid xtics lt 1 lc rgb \"gray\" lw 1\n"
         "set key tmargin right horizontal Left reverse samplen 1.2 width 2\n";
}

std::string axis_ticks(char axis, double least, double most, const std::string& unit,
                       bool decades) {
  std::string out = "set ";
  out += axis;
  out += "tics nomirror scale 0 (";
  bool first = true;
  const auto add = [&](double value) {
    out += (first ? "" : ", ") + gnuplot_quote_tick(tick(value, unit)) + " " +
           plot_number(value);
    first = false;
  };
  if (decades) {
    for (double value = std::pow(10.0, std::floor(std::log10(least))); value <= most;
         value *= 10) {
      if (value >= least) {
        add(value);
      }
    }
    return out + ")\n";
  }
  const double step = is_whole(unit) ? std::max(1.0, tick_step(most)) : tick_step(most);
  for (int i = 0; i * step <= most; ++i) {
    add(i * step);
  }
  return out + ")\n";
}

std::string value_axis(double most, const std::string& unit) {
  return "set xrange [0:" + plot_number(most) + "]\n" +
         axis_ticks('x', 0, most, unit, false);
}

std::string name_axis(const std::vector<std::string>& labels) {
  std::string out = "set ytics nomirror scale 0 (";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    out += (i == 0 ? "" : ", ") +
           gnuplot_quote_tick(cut_middle(visible(labels[i]), kLabelWidth)) + " " +
           std::to_string(labels.size() - i);
  }
  return out +
         ")\nset yrange [0.4:" + plot_number(static_cast<double>(labels.size()) + 0.6) +
         "]\n";
}

std::string value_label(int n, double x, double y, const std::string& text) {
  return "set label " + std::to_string(n) + " " + gnuplot_quote(text) + " at " +
         plot_number(x) + "," + plot_number(y) +
         " left offset character 0.6,0 font \",12\"\n";
}

std::string marks_and_band(const Chart& chart) {
  std::string out;
  if (chart.band) {
    out += "set object 1 rectangle from " + plot_number(chart.band->low) +
           ",graph 0 to " + plot_number(chart.band->high) +
           ",graph 1 behind fillcolor rgb \"#e0e0e0\" fillstyle solid 1.0 noborder\n";
  }
  int n = 900;
  for (const ChartMark& mark : chart.marks) {
    const std::string at = plot_number(mark.at);
    out += "set arrow " + std::to_string(n) + " from " + at + ",graph 0 to " + at +
           ",graph 1 nohead lt 1 dt 2 lw 1 lc rgb \"black\"\nset label " +
           std::to_string(n) + " " + gnuplot_quote(mark.label) + " at " + at +
           ",graph 0.97 left offset character 0.4,0 font \",12\"\n";
    ++n;
  }
  return out;
}

std::string_view series_color(const Series& series, std::size_t n) {
  return kColors[(series.color == 0 ? n : series.color - 1) % kColors.size()];
}

std::string series_title(const Series& series) {
  return " title " + gnuplot_quote(cut_middle(visible(series.name), kLabelWidth));
}

}  // namespace capaudit
