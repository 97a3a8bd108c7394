// SPDX-License-Identifier: Apache-2.0
// Times of parsing as text, for `parse` and for the report.
#pragma once

#include <cstdint>
#include <string>

#include "analyzer/audit/statistics.h"
#include "analyzer/parse/machine.h"
#include "reports/page/cells.h"

namespace capaudit {

inline constexpr double kNsPerMs = 1e6;

/// "1.20 ms to 1.31 ms".
std::string ns_interval(const Estimate& ns);
/// "+45.2% (+44.0 to +46.1)": how much longer than the reference.
std::string percent_longer(const Estimate& ratio);
/// "219.8".
std::string mb_per_second(std::uint64_t bytes, double ns);
PageCell ns_per_row_cell(std::uint64_t rows, double ns);
/// Processor, cores, system and load.
std::string machine_text(const Machine& machine);

}  // namespace capaudit
