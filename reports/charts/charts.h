// SPDX-License-Identifier: Apache-2.0
// All charts of a report, drawn in one run of gnuplot.
#pragma once

#include <map>
#include <string>

#include "decoders/core/result.h"
#include "reports/page/report.h"

namespace capaudit {

/// By the chart's id: an <svg> element; charts with nothing to draw are left out. The
/// error says why there are none at all.
Result<std::map<std::string, std::string>> draw_charts(const Report& report);

}  // namespace capaudit
