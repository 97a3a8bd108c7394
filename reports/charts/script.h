// SPDX-License-Identifier: Apache-2.0
// From a Chart to gnuplot commands. Captured text gets in only through quote(), numbers
// only through to_chars: nothing captured can become a command.
#pragma once

#include <string>
#include <string_view>

#include "reports/page/report.h"

namespace capaudit {

/// A double-quoted gnuplot string that shows `text`: every byte but letters, digits and
/// " .,:/_-" is written as \ooo, control characters become spaces.
std::string gnuplot_quote(std::string_view text);
/// The same for tick labels, which gnuplot takes for printf formats.
std::string gnuplot_quote_tick(std::string_view text);

/// Commands that draw one SVG on standard output. Empty where there is nothing to draw.
std::string gnuplot_script(const Chart& chart);

}  // namespace capaudit
