// SPDX-License-Identifier: Apache-2.0
// The waterfall: connections as lanes, their exchanges as bars, phases as pieces.
#pragma once

#include "reports/page/build.h"
#include "reports/page/chart.h"

namespace capaudit {

/// Bars that are drawn; the eye does not follow more.
inline constexpr std::size_t kMostLanes = 8;
inline constexpr std::size_t kMostLaneBars = 16;

struct WaterfallChoice {
  Waterfall waterfall;
  std::size_t lanes_left_out = 0, bars_left_out = 0;
};

/// No lane where no exchange has a time.
WaterfallChoice waterfall_of(const ReportInput& input);

}  // namespace capaudit
