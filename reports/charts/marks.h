// SPDX-License-Identifier: Apache-2.0
// Marks of a plot, which gnuplot writes as one element each, drawn as one path for all
// that follow each other: a chart with hundreds of points stays small.
#pragma once

#include <string>
#include <string_view>

namespace capaudit {

/// `body`: the elements of an SVG of gnuplot. What is no mark that is known stays as it
/// is; definitions go where nothing refers to them any more.
std::string draw_marks(std::string_view body);

/// The data of a path ("M68.25,261.00 L70,261 ...") in tenths of a pixel and in steps
/// from point to point; what has other commands stays as it is.
std::string shorter_path(std::string_view data);

}  // namespace capaudit
