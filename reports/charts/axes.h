// SPDX-License-Identifier: Apache-2.0
// What all kinds of charts share: the frame, axes with ticks in units, colours, labels.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "reports/page/chart.h"

namespace capaudit {

/// A number as gnuplot reads it; not finite: 0.
std::string plot_number(double value);
/// A line of data.
std::string plot_point(std::initializer_list<double> values);
/// "$dN << EOD", `lines`, "EOD".
std::string data_block(std::size_t n, const std::string& lines);

/// Text of a figure in a chart.
std::string value_text(double value, const std::string& unit);

/// Terminal, font, grid and key of a chart of that height.
std::string chart_frame(int height);
/// Ticks of the x axis from 0 to `most`.
std::string value_axis(double most, const std::string& unit);
/// "set xtics (...)" of an axis, 'x' or 'y', from 0 or in decades.
std::string axis_ticks(char axis, double least, double most, const std::string& unit,
                       bool decades);
/// Names on the y axis, the first on top.
std::string name_axis(const std::vector<std::string>& labels);
std::string value_label(int n, double x, double y, const std::string& text);
/// The marks as lines across, the band as a grey area; `top` is where labels stand.
std::string marks_and_band(const Chart& chart);

/// Colours that name a series to the style sheet, which has the real ones for light, dark
/// and print. Without it they are still told apart.
/// `n`: its position.
std::string_view series_color(const Series& series, std::size_t n);
std::string series_title(const Series& series);

}  // namespace capaudit
