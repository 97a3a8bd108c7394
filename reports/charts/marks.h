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

}  // namespace capaudit
