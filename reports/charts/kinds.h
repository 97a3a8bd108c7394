// SPDX-License-Identifier: Apache-2.0
// The commands of each kind of chart; a file each. All are empty where there is nothing
// to draw.
#pragma once

#include <string>

#include "reports/page/chart.h"

namespace capaudit {

std::string bars_script(const Chart& chart);          ///< stacked and grouped
std::string distribution_script(const Chart& chart);  ///< points if few, else an ECDF
std::string strips_script(const Chart& chart);
std::string lines_script(const Chart& chart);
std::string intervals_script(const Chart& chart);

}  // namespace capaudit
