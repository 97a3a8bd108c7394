// SPDX-License-Identifier: Apache-2.0
// What is compared with what: scenarios of a claims file, else operations by name; each
// with the bytes and times of its runs, cut into parts that add up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/audit/statistics.h"

namespace capaudit {

struct ReportInput;

struct SideRun {
  std::vector<std::uint32_t> exchanges;  ///< indices, ascending
  std::uint64_t operations = 1;
};

struct SideRuns {
  std::string name;           ///< final: redacted
  std::vector<SideRun> runs;  ///< the first kMostRuns
  std::uint64_t runs_in_all = 0;
};

inline constexpr std::size_t kMostSides = 8;
inline constexpr std::size_t kMostRuns = 60;

/// Operations of the report by name and start, the largest answers first.
std::vector<SideRuns> sides_by_name(const ReportInput& input);

/// Of one run, in bytes or milliseconds; parts that are not known make it unknown.
template <std::size_t kParts>
struct RunParts {
  std::array<double, kParts> parts{};
  double total = 0;
  std::optional<double> rows;  ///< above 0
  std::uint64_t operations = 1;
  const Exchange* first = nullptr;
};

/// Headers of the layers below HTTP, heads, bodies as sent with their framing.
inline constexpr std::size_t kByteParts = 3;
/// Connect; server; transfer; think; what remains: sending, and the network's share.
inline constexpr std::size_t kTimeParts = 5;

std::vector<RunParts<kByteParts>> bytes_of_runs(const Analysis& analysis,
                                                const SideRuns& side);
std::vector<RunParts<kTimeParts>> times_of_runs(const Analysis& analysis,
                                                const SideRuns& side);

}  // namespace capaudit
