// SPDX-License-Identifier: Apache-2.0
// Explain: which part of a scenario's time, or which sum of parts, lies nearest to a time
// that somebody published, and whether others lie as near.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/audit/series.h"

namespace capaudit {

struct Component {
  std::string name;
  double ms = 0;  ///< median over runs
};

struct Combination {
  std::vector<std::string> parts;
  double ms = 0;
  double distance_ms = 0;  ///< from the claim, never negative
};

struct Explanation {
  std::vector<Component> components;
  std::vector<Combination> nearest;  ///< best first, at most 5
  /// Several lie as near: within the claim's own tolerance, or no farther than a tenth of
  /// the claim from the best.
  bool ambiguous = false;
  /// None comes within a fifth of the claim.
  bool none_near = false;
};

/// Sums of the components of `ms` (at most 12 of them count).
Explanation explain_by(std::vector<Component> components, double claimed_ms,
                       double tolerance_ms);

/// None where the scenario has no times.
std::optional<Explanation> explain_claim(const ClaimSpec& claim, const Scenario& scenario,
                                         SeriesMaker& maker);

}  // namespace capaudit
