// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/judge.h"

#include <algorithm>
#include <cmath>

namespace capaudit {
namespace {

Fit fit_of(const Candidate& candidate, Relation op) {
  const bool too_few = candidate.scatters && candidate.measured.n < kFewestRuns;
  if (!candidate.missing.empty() || candidate.measured.n == 0 || too_few) {
    return Fit::unknown;
  }
  return fit_of(candidate.measured, candidate.claimed, op);
}

Fit fit_below(double low, double high, double claimed, double border, bool or_equal) {
  if (high < claimed || (or_equal && high == claimed)) {
    return Fit::inside;
  }
  return low > border ? Fit::outside : Fit::straddles;
}

/// From the interval to the nearest value that the claim allows, 0 if they meet.
double miss_of(const Candidate& candidate) {
  return std::max({candidate.claimed.low - candidate.measured.high,
                   candidate.measured.low - candidate.claimed.high, 0.0});
}

}  // namespace

std::string_view to_string(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::supported:
    return "supported";
  case VerdictKind::contradicted:
    return "contradicted";
  case VerdictKind::supported_one_reading:
    return "supported under one reading";
  case VerdictKind::inconclusive:
    return "inconclusive";
  case VerdictKind::not_observable:
    return "not observable";
  }
  return "";
}

std::string_view to_string(Fit fit) {
  switch (fit) {
  case Fit::inside:
    return "fits";
  case Fit::outside:
    return "does not fit";
  case Fit::straddles:
    return "straddles";
  case Fit::unknown:
    return "unknown";
  }
  return "";
}

Fit fit_of(const Estimate& measured, const Reading& claimed, Relation op) {
  if (!std::isfinite(measured.low) || !std::isfinite(measured.high)) {
    return Fit::unknown;
  }
  switch (op) {
  case Relation::equal:
    if (measured.low >= claimed.low && measured.high <= claimed.high) {
      return Fit::inside;
    }
    return measured.high < claimed.low || measured.low > claimed.high ? Fit::outside
                                                                      : Fit::straddles;
  case Relation::less:
  case Relation::at_most:
    return fit_below(measured.low, measured.high, claimed.value, claimed.high,
                     op == Relation::at_most);
  case Relation::more:
  case Relation::at_least:
    return fit_below(-measured.high, -measured.low, -claimed.value, -claimed.low,
                     op == Relation::at_least);
  }
  return Fit::unknown;
}

Judgement judge(std::vector<Candidate>& candidates, Relation op) {
  Judgement out;
  std::size_t plain = 0, plain_inside = 0, outside = 0;
  for (Candidate& candidate : candidates) {
    candidate.fit = fit_of(candidate, op);
    const bool inside = candidate.fit == Fit::inside;
    if (inside && out.fitting == 0) {
      out.chosen = static_cast<std::size_t>(&candidate - candidates.data());
    }
    out.fitting += inside ? 1u : 0u;
    plain += candidate.plain ? 1u : 0u;
    plain_inside += inside && candidate.plain ? 1u : 0u;
    outside += candidate.fit == Fit::outside ? 1u : 0u;
  }
  if (plain != 0 && plain_inside == plain) {
    out.kind = VerdictKind::supported;
  } else if (out.fitting != 0) {
    out.kind = VerdictKind::supported_one_reading;
  } else if (outside == candidates.size() && outside != 0) {
    out.kind = VerdictKind::contradicted;
    // What is shown is the plain way that came nearest.
    for (std::size_t i = 1; i < plain; ++i) {
      const bool nearer = miss_of(candidates[i]) < miss_of(candidates[out.chosen]);
      out.chosen = nearer ? i : out.chosen;
    }
  } else {
    out.kind = VerdictKind::inconclusive;
    // What is shown is the plain way, unless it says less than another does.
    const auto straddling = std::find_if(
        candidates.begin(), candidates.end(),
        [](const Candidate& c) { return c.fit == Fit::straddles && c.plain; });
    out.chosen = straddling == candidates.end()
                     ? 0
                     : static_cast<std::size_t>(straddling - candidates.begin());
  }
  return out;
}

}  // namespace capaudit
