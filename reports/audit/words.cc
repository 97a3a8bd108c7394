// SPDX-License-Identifier: Apache-2.0
#include "reports/audit/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "reports/audit/borders.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// Whole where it is, else with three digits or one behind the point.
std::string decimal(double value) {
  const double rounded = std::round(value);
  // No more than what the products of a figure and its unit may be off.
  if (std::abs(value - rounded) < 1e-9 + 1e-14 * value && value < 1e15) {
    return grouped(static_cast<std::uint64_t>(rounded));
  }
  if (value < 1000) {
    return short_ratio(value);
  }
  std::string out = column_ms(std::round(value * 10) / 10);
  return out.substr(0, out.find('.') + 2);
}

std::string range_text(double low, double high, Dimension dimension) {
  const std::string a = value_text(low, dimension);
  const std::string b = value_text(high, dimension);
  return a == b ? a : a + " to " + b;
}

std::string runs_text(const ClaimVerdict& verdict) {
  const std::size_t n = verdict.chosen.measured.n;
  const bool batches = verdict.claim->metric->observed == Observed::engine && n > 1;
  return batches ? grouped(std::uint64_t{n}) + " timed batches" : counted(n, "run");
}

std::string between(const ClaimVerdict& verdict) {
  const Estimate& value = verdict.chosen.measured;
  const std::vector<double> borders = borders_of(verdict);
  const std::string low = beside_text(value.low, borders, verdict.reading.dimension);
  const std::string high = beside_text(value.high, borders, verdict.reading.dimension);
  return low == high ? " is " + low : " lies between " + low + " and " + high;
}

/// "the median of 20 runs lies between A and B at the 95% level"
std::string measured_sentence(const ClaimVerdict& verdict) {
  const Estimate& value = verdict.chosen.measured;
  const std::string runs = runs_text(verdict);
  switch (value.kind) {
  case IntervalKind::none:
    return "there is no value";
  case IntervalKind::constant:
    return (value.n == 1 ? "it is " : "it is the same in " + runs + ", ") +
           beside_text(value.middle, borders_of(verdict), verdict.reading.dimension);
  case IntervalKind::order_statistics:
    return "the median of " + runs + between(verdict) + " at the 95% level";
  case IntervalKind::bootstrap:
    return "over " + runs + " a side it" + between(verdict) + " at the 95% level";
  case IntervalKind::range:
    return (verdict.claim->relative_to ? "for every pair of runs it"
                                       : "each of " + runs) +
           between(verdict);
  }
  return "";
}

std::string times_text(const ClaimVerdict& verdict) {
  const Estimate& value = verdict.chosen.measured;
  const double claimed = verdict.chosen.claimed.value;
  if (claimed > value.high && value.high > 0) {
    return "; the claim is " + short_ratio(claimed / value.high) + " times the largest";
  }
  if (claimed < value.low && claimed > 0) {
    return "; the smallest is " + short_ratio(value.low / claimed) + " times the claim";
  }
  return "";
}

/// Between the claimed value and the end of what its digits allow nothing is decided.
std::string left_open(const ClaimVerdict& verdict, double end, std::string_view words) {
  const Estimate& measured = verdict.chosen.measured;
  const auto [low, high] = std::minmax(verdict.chosen.claimed.value, end);
  if (low == high || measured.n == 0 || measured.high < low || measured.low > high ||
      verdict.chosen.fit == Fit::inside) {
    return "";
  }
  const bool digits = verdict.claim->tolerance.source == Tolerance::Source::digits;
  return " (" + std::string(words) + " " +
         border_text(end, measured, verdict.reading.dimension) + " " +
         (digits ? "its digits leave" : "the tolerance leaves") + " it open)";
}

std::string inconclusive_reason(const ClaimVerdict& verdict) {
  const Candidate& chosen = verdict.chosen;
  if (chosen.measured.n == 0) {
    return chosen.missing.empty() ? "nothing was measured" : chosen.missing;
  }
  if (!chosen.missing.empty()) {
    return chosen.missing +
           "; measured: " + estimate_text(chosen.measured, verdict.reading.dimension);
  }
  if (chosen.scatters && chosen.measured.n < kFewestRuns) {
    return measured_sentence(verdict) + times_text(verdict) + "; fewer than " +
           std::to_string(kFewestRuns) +
           " runs allow no statement about a median at the 95% level";
  }
  const bool plain_outside = chosen.fit == Fit::outside;
  return measured_sentence(verdict) +
         (plain_outside ? ", outside of " : ", across the border of ") +
         claimed_range_text(verdict) +
         (plain_outside ? ", but another way to read the claim cannot be ruled out" : "");
}

}  // namespace

std::string value_text(double value, Dimension dimension) {
  if (!std::isfinite(value)) {
    return value > 0 ? "without limit" : std::string(kUnknown);
  }
  const std::string sign = value < 0 ? "-" : "";
  const double size = std::abs(value);
  switch (dimension) {
  case Dimension::count:
  case Dimension::ratio:
    return sign + decimal(size);
  case Dimension::bytes:
    return sign + decimal(size) + " B";
  case Dimension::milliseconds:
    return sign + (size < 0.001 && size > 0 ? decimal(size * 1e6) + " ns"
                   : size < 0.1 && size > 0 ? decimal(size * 1e3) + " \xc2\xb5s"
                                            : short_ms(size));
  case Dimension::per_second:
    return sign + decimal(size) + "/s";
  }
  return "";
}

std::string spread_text(const Estimate& estimate, Dimension dimension) {
  if (estimate.kind == IntervalKind::none || estimate.kind == IntervalKind::constant) {
    return "";
  }
  return (estimate.kind == IntervalKind::range ? "range " : "") +
         range_text(estimate.low, estimate.high, dimension);
}

std::string estimate_text(const Estimate& estimate, Dimension dimension) {
  if (estimate.kind == IntervalKind::none) {
    return std::string(kUnknown);
  }
  const std::string spread = spread_text(estimate, dimension);
  return value_text(estimate.middle, dimension) + " (" + spread +
         (spread.empty() ? "n = " : ", n = ") + grouped(std::uint64_t{estimate.n}) + ")";
}

std::string claimed_text(const ClaimSpec& claim) {
  return std::string(to_string(claim.op)) + " " + claim.value.text;
}

std::string claimed_range_text(const ClaimVerdict& verdict) {
  const Reading& claimed = verdict.chosen.claimed;
  const Estimate& measured = verdict.chosen.measured;
  const Dimension dimension = verdict.reading.dimension;
  const std::string value = border_text(claimed.value, measured, dimension);
  const bool digits = verdict.claim->tolerance.source == Tolerance::Source::digits;
  switch (verdict.claim->op) {
  case Relation::equal: {
    if (allows_one_number(verdict)) {
      return value;
    }
    const std::string high = border_text(claimed.high, measured, dimension);
    if (verdict.claim->value.zero) {
      return "0, which is anything up to " + high;
    }
    return (digits ? "what the digits of '" + verdict.claim->value.text + "' allow, "
                   : "") +
           border_text(claimed.low, measured, dimension) + " to " + high;
  }
  case Relation::less:
    return "less than " + value + left_open(verdict, claimed.high, "up to");
  case Relation::at_most:
    return "at most " + value + left_open(verdict, claimed.high, "up to");
  case Relation::more:
    return "more than " + value + left_open(verdict, claimed.low, "down to");
  case Relation::at_least:
    return "at least " + value + left_open(verdict, claimed.low, "down to");
  }
  return "";
}

std::string tolerance_text(const ClaimSpec& claim) {
  switch (claim.tolerance.source) {
  case Tolerance::Source::digits:
    return claim.value.zero && claim.value.dimension == Dimension::milliseconds
               ? "a printed 0 is anything below the quantum of the clock that was used"
               : "half a unit of the last digit printed";
  case Tolerance::Source::stated:
    return claim.tolerance.text + ", as the claims file says";
  case Tolerance::Source::about:
    return "20%, because the figure is said to be about that";
  }
  return "";
}

std::string reading_text(const ClaimVerdict& verdict) {
  std::string out = verdict.chosen.name;
  if (verdict.kind == VerdictKind::contradicted &&
      verdict.reading.candidates.size() > 1) {
    out = "none of those that were tried; shown: " + (out.empty() ? "as it stands" : out);
  } else if (verdict.kind == VerdictKind::supported && verdict.fitting > 1) {
    out += (out.empty() ? "as it stands" : "") + std::string(", and in ") +
           counted(verdict.fitting - 1, "other way");
  }
  if (!verdict.reading.how.empty()) {
    out += (out.empty() ? "" : "; ") + verdict.reading.how;
  }
  return out.empty() ? "as it stands" : out;
}

std::string reason_text(const ClaimVerdict& verdict) {
  switch (verdict.kind) {
  case VerdictKind::supported:
    return measured_sentence(verdict) + ", inside " + claimed_range_text(verdict);
  case VerdictKind::supported_one_reading: {
    const std::string others = verdict.fitting > 1
                                   ? " (" + grouped(std::uint64_t{verdict.fitting - 1}) +
                                         " more of the ways that were tried fit)"
                                   : "";
    return "it fits if it is read as: " +
           (verdict.chosen.name.empty() ? "the claim as it stands"
                                        : verdict.chosen.name) +
           others + "; then " + measured_sentence(verdict) + ", inside " +
           claimed_range_text(verdict);
  }
  case VerdictKind::contradicted: {
    const std::size_t tried = verdict.reading.candidates.size();
    return measured_sentence(verdict) + ", outside of " + claimed_range_text(verdict) +
           (tried > 1 ? ", and none of " + grouped(std::uint64_t{tried}) +
                            " ways to read the claim fits"
                      : "");
  }
  case VerdictKind::inconclusive:
    return inconclusive_reason(verdict);
  case VerdictKind::not_observable:
    return verdict.chosen.missing;
  }
  return "";
}

std::string excluded_text(const ClaimVerdict& verdict) {
  std::string out;
  for (const Scenario* scenario : {verdict.scenario, verdict.reference}) {
    if (scenario != nullptr && !scenario->damaged.empty()) {
      out += (out.empty() ? "" : "; ") +
             counted(scenario->damaged.size(), "damaged exchange") + " of '" +
             scenario->spec->id + "' left out" +
             (scenario->runs_left_out == 0
                  ? ""
                  : ", with " + counted(scenario->runs_left_out, "run"));
    }
  }
  if (verdict.reading.unknown_runs != 0 && !verdict.reading.values.empty()) {
    out += (out.empty() ? "" : "; ") + counted(verdict.reading.unknown_runs, "run") +
           " without a value: " + verdict.reading.why_unknown;
  }
  return out;
}

std::string warm_up_text(const ClaimVerdict& verdict) {
  const ReadClaim& reading = verdict.reading;
  if (reading.warm_up.state == WarmUp::State::never_steady) {
    return "no steady state: the runs still change when they end";
  }
  if (!reading.steady) {
    return "";
  }
  return "with all runs " +
         estimate_text(estimate_median(reading.values),
                       verdict.claim->metric->dimension) +
         ", without the first " + grouped(std::uint64_t{reading.warm_up.runs}) + " " +
         estimate_text(*reading.steady, verdict.claim->metric->dimension);
}

std::string explanation_text(const ClaimVerdict& verdict) {
  if (!verdict.explanation) {
    return "";
  }
  const Explanation& why = *verdict.explanation;
  std::string out;
  constexpr std::size_t kTold = 2;
  for (std::size_t i = 0; i < std::min(kTold, why.nearest.size()); ++i) {
    const Combination& one = why.nearest[i];
    std::string sum;
    for (const std::string& part : one.parts) {
      sum += (sum.empty() ? "" : " + ") + part;
    }
    out += (i == 0 ? "nearest: " : "; next: ") + sum + " = " + short_ms(one.ms) + ", " +
           short_ms(one.distance_ms) + " off";
  }
  if (out.empty()) {
    return "no part of the time was measured";
  }
  return out + (why.ambiguous   ? "; several sums explain it equally well"
                : why.none_near ? "; none comes near"
                                : "");
}

std::string frame_ranges(const Analysis& analysis,
                         const std::vector<std::uint32_t>& exchanges) {
  constexpr std::size_t kMostRanges = 4;
  std::map<std::uint32_t, std::vector<std::array<std::uint64_t, 2>>> captures;
  for (const std::uint32_t index : exchanges) {
    const Exchange& one = analysis.exchanges[index];
    for (const auto* half : {&one.request, &one.response}) {
      if (*half && (*half)->first_frame != 0) {
        captures[one.capture].push_back({(*half)->first_frame, (*half)->last_frame});
      }
    }
  }
  std::string out;
  for (auto& [capture, ranges] : captures) {
    std::sort(ranges.begin(), ranges.end());
    std::vector<std::array<std::uint64_t, 2>> merged;
    for (const auto& range : ranges) {
      if (!merged.empty() && range[0] <= merged.back()[1] + 1) {
        merged.back()[1] = std::max(merged.back()[1], range[1]);
      } else {
        merged.push_back(range);
      }
    }
    out += (out.empty() ? "" : "; ") + visible(analysis.captures[capture].source.name) +
           ": ";
    for (std::size_t i = 0; i < std::min(kMostRanges, merged.size()); ++i) {
      out += (i == 0 ? "" : ", ") + std::to_string(merged[i][0]) +
             (merged[i][0] == merged[i][1] ? "" : " to " + std::to_string(merged[i][1]));
    }
    if (merged.size() > kMostRanges) {
      out += " and " + counted(merged.size() - kMostRanges, "more range");
    }
  }
  return out;
}

std::string tally_text(const Audit& audit) {
  std::string out;
  for (const VerdictKind kind :
       {VerdictKind::supported, VerdictKind::supported_one_reading,
        VerdictKind::contradicted, VerdictKind::inconclusive,
        VerdictKind::not_observable}) {
    const std::size_t count = audit.count(kind);
    if (count != 0) {
      out += (out.empty() ? "" : ", ") + grouped(std::uint64_t{count}) + " " +
             std::string(to_string(kind));
    }
  }
  return out;
}

}  // namespace capaudit
