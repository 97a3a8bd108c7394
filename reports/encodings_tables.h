// SPDX-License-Identifier: Apache-2.0
// Sizes as tables and charts, for `sizes` and for the report. `id` begins the ids of all
// that is made of one body.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/rows/sizes.h"
#include "reports/page/report.h"

namespace capaudit {

/// The captured form, and of the others those that a reader compares most.
bool is_drawn(std::string_view encoding);
/// Every encoding under every coder.
PageTable encodings_table(const Sizes& sizes, const std::string& id);
/// What an encoding loses of the rows, with the number of cells.
std::string losses_text(const SizeRow& row);
/// Whether the captured body came out, and where every byte of a difference lies.
Block reproduction_block(const Sizes& sizes);
PageTable ladder_table(const Sizes& sizes, const std::string& id, bool gzip);
/// The fixed part of a fit: below 0 it is no size, and says so.
PageCell fixed_cell(const SizeFit& fit);
PageTable fit_table(const Sizes& sizes, const std::string& id);
PageTable crossover_table(const Sizes& sizes, const std::string& id);
/// Row counts that the capture holds itself beside the same rows written here.
PageTable measured_table(const Sizes& sizes, const std::string& id);
Chart ladder_chart(const Sizes& sizes, const std::string& id, bool gzip,
                   bool logarithmic);

}  // namespace capaudit
