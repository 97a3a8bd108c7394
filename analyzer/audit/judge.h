// SPDX-License-Identifier: Apache-2.0
// From what was claimed and what was measured to a verdict. Knows nothing of captures:
// every way to read the claim comes in as a Candidate (readings.h), a verdict goes out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/claims.h"
#include "analyzer/audit/statistics.h"

namespace capaudit {

enum class VerdictKind : std::uint8_t {
  supported,              ///< the interval lies inside what was claimed
  contradicted,           ///< it lies outside, however the claim is read
  supported_one_reading,  ///< it lies inside if the claim is read in one certain way
  inconclusive,           ///< it straddles the border, or the data cannot say
  not_observable,         ///< no capture can show it
};
std::string_view to_string(VerdictKind kind);

/// Where a measured interval lies.
enum class Fit : std::uint8_t { inside, outside, straddles, unknown };
std::string_view to_string(Fit fit);

/// The claim read in one way, beside what was measured for that reading.
struct Candidate {
  std::string name;   ///< what is particular about this way; empty: nothing
  bool plain = true;  ///< as the claim says it, but for what its unit leaves open
  Reading claimed;    ///< tolerance included
  Estimate measured;
  /// Why there is no value, or none that proves anything; empty: there is one.
  std::string missing;
  bool scatters = false;   ///< needs kFewestRuns runs
  Fit fit = Fit::unknown;  ///< set by judge()
};

/// Where an interval lies beside a claim. A value that is not finite is unknown.
Fit fit_of(const Estimate& measured, const Reading& claimed, Relation op);

struct Judgement {
  VerdictKind kind = VerdictKind::inconclusive;
  /// The candidate that is reported: the first that fits, of a contradiction the plain
  /// one that comes nearest, else the first.
  std::size_t chosen = 0;
  std::size_t fitting = 0;  ///< how many ways fit
};

/// Sets the fit of each candidate. There is at least one, the plain ones first.
Judgement judge(std::vector<Candidate>& candidates, Relation op);

}  // namespace capaudit
