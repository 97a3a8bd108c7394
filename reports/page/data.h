// SPDX-License-Identifier: Apache-2.0
// The data of a report as one JSON object: every section with its tables and charts, the
// captures, the findings, a record per exchange (docs/REPORT.md). The same object stands
// in the page, in a file beside it, and is what `report -o x.json` writes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/json_writer.h"
#include "reports/page/build.h"
#include "reports/page/report.h"

namespace capaudit {

struct DataLimits {
  std::size_t exchanges = SIZE_MAX;
  std::size_t bytes = SIZE_MAX;  ///< records stop here
};
/// What a page holds.
inline constexpr DataLimits kPageData{kMostRows, std::size_t{1400} << 10};

void write_data(const Report& report, const Selected& selected,
                const ReportOptions& options, const DataLimits& limits, JsonPlace place,
                Output& out);

/// The sections alone.
void write_model(const Report& report, JsonWriter& json);

}  // namespace capaudit
