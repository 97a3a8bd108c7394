// SPDX-License-Identifier: Apache-2.0
// Two sides compared: captures against captures, operation by operation. Medians with
// intervals of each side; a difference and a ratio only where equal digests prove that
// both carried the same rows, else of the figures per row (docs/METRICS.md,
// docs/STATISTICS.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/audit/statistics.h"
#include "analyzer/metrics/metric.h"
#include "analyzer/select.h"

namespace capaudit {

/// What belongs to a side: operations of which any exchange is selected.
struct ComparedSide {
  std::set<std::uint32_t> captures;  ///< indices into Analysis::captures
  Selection select;
};
using Sides = std::array<ComparedSide, 2>;

enum class RowsAgree : std::uint8_t {
  none,   ///< there are none, or on one side only
  same,   ///< proved by digests
  other,  ///< there are rows, but not the same
};
std::string_view to_string(RowsAgree rows);

enum class SideOutcome : std::uint8_t {
  not_compared,
  equal,  ///< the same exact figure on both sides
  no_measurable_difference,
  different,
  too_few_runs,  ///< for an interval of 95%
};
std::string_view to_string(SideOutcome outcome);

struct SideFigure {
  Estimate value;             ///< of kind none: no operation has one
  std::uint64_t unknown = 0;  ///< operations without a value
  std::string_view why;       ///< of the first of those; literal
};

struct ComparedMetric {
  const Metric* metric = nullptr;
  std::array<SideFigure, 2> sides;
  bool per_row = false;                ///< so are difference and ratio, not the sides
  std::optional<Estimate> difference;  ///< second less first
  std::optional<Estimate> ratio;       ///< second by first
  SideOutcome outcome = SideOutcome::not_compared;
  std::string_view reason;  ///< why it is not compared; literal
};

/// Operations of one name with the same rows; or what else there is of that name.
struct ComparedOperation {
  std::array<std::string, 2> names;
  std::array<std::uint64_t, 2> counted = {};   ///< operations behind the figures
  std::array<std::uint64_t, 2> left_out = {};  ///< the capture has not all of them
  RowsAgree rows = RowsAgree::none;
  std::vector<ComparedMetric> metrics;
};

struct LoneOperation {
  std::string name;
  std::uint64_t count = 0;
};

struct TwoSides {
  std::vector<ComparedOperation> operations;        ///< by the first side's order
  std::array<std::vector<LoneOperation>, 2> alone;  ///< of one side only
};

/// Operations of the same name are compared; a name is that of the calls, else method and
/// path: hosts and queries may differ. Where each side has one name only, those two. What
/// was left out stands at the first part of a name.
TwoSides compare_sides(const Analysis& analysis, const Sides& sides);

}  // namespace capaudit
