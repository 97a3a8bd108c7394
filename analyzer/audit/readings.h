// SPDX-License-Identifier: Apache-2.0
// Readings: every way in which a claim can be read, each beside what was measured for it:
// which K, which level of size, with or without set-up requests, per call or per row, in
// which sense "faster", with or without the first runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/audit/judge.h"
#include "analyzer/audit/series.h"

namespace capaudit {

struct ReadClaim {
  std::vector<Candidate> candidates;  ///< at least one; the plain ones first
  /// Of the value as the claim says it, without its first runs where those were warm-up.
  WarmUp warm_up;
  std::optional<Estimate> steady;
  std::vector<double> values;  ///< of the claim as it stands, in the order of runs
  std::string how;             ///< what measured it, if not the capture
  std::size_t unknown_runs = 0;
  std::string why_unknown;
  /// What is compared with the scenario, where something is.
  std::optional<Estimate> scenario_value, reference_value;
  Dimension dimension = Dimension::count;  ///< of the values that are compared
};

ReadClaim read_claim(const ClaimSpec& claim, const Scenario& scenario,
                     const Scenario* reference, SeriesMaker& maker);

}  // namespace capaudit
