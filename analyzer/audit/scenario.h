// SPDX-License-Identifier: Apache-2.0
// Scenario: what the captures hold of it, cut into runs. What is damaged takes no part,
// and how much that was is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/audit/capture_paths.h"
#include "analyzer/audit/claims.h"

namespace capaudit {

/// One value of every metric.
struct Run {
  std::uint32_t capture = 0;
  std::vector<std::uint32_t> exchanges;   ///< all, ascending indices
  std::vector<std::uint32_t> calls_only;  ///< without set-up requests
  std::uint64_t operations = 1;
  bool cold = false;   ///< it bears a session's set-up
  std::string digest;  ///< of all rows of its answers, in order; empty: there are none
};

struct Scenario {
  const ScenarioSpec* spec = nullptr;
  std::vector<Run> runs;  ///< in the order of time
  std::uint64_t requests = 0, operations = 0;
  /// Exchanges left out because the capture has not all of them.
  std::vector<std::uint32_t> damaged;
  std::uint64_t runs_left_out = 0;  ///< operations that held one of those
  bool has_setup = false;           ///< some run has requests that its calls do not need
};

/// Some of the message is missing in the capture, or may be.
bool is_damaged(const Exchange& exchange);

/// By the order of `file.scenarios`. `paths` are those that were analysed.
std::vector<Scenario> build_scenarios(const ClaimsFile& file, const CapturePaths& paths,
                                      const Analysis& analysis);

}  // namespace capaudit
