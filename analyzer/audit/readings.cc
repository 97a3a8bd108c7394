// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/readings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace capaudit {
namespace {

/// One way to take the scenario's value.
struct Way {
  SeriesWanted wanted;
  std::string name;
  bool plain = true;
};

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() ? b : b.empty() ? a : a + ", " + b;
}

std::string words_of(std::string_view metric) {
  std::string out(metric);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

/// The levels of size that may be meant, each with and without what was only set-up.
std::vector<Way> ways_of(const ClaimSpec& claim, const Scenario& scenario,
                         const Scenario* reference) {
  const SeriesWanted base{claim.metric, false, claim.value.per, claim.as, claim.engine};
  std::vector<Way> levels = {{base, "", true}};
  std::string_view others = claim.as.empty() ? claim.metric->levels : "";
  while (!others.empty()) {
    const std::string_view name = others.substr(0, others.find(','));
    others.remove_prefix(std::min(others.size(), name.size() + 1));
    Way way{base, words_of(name), false};
    way.wanted.metric = find_metric_info(name);
    levels.push_back(way);
  }
  std::vector<Way> out = levels;
  const bool setup = scenario.has_setup || (reference != nullptr && reference->has_setup);
  if (setup && claim.metric->observed == Observed::capture) {
    for (Way way : levels) {
      way.wanted.calls_only = true;
      way.name = joined(way.name, "the calls alone, without their set-up requests");
      way.plain = false;
      out.push_back(way);
    }
  }
  return out;
}

bool divisible(const MetricInfo& metric) {
  return metric.observed == Observed::capture && metric.name != "bytes_per_row" &&
         metric.name != "bytes_per_message" &&
         (metric.dimension == Dimension::bytes ||
          metric.dimension == Dimension::milliseconds);
}

/// Widened by what the clock cannot tell apart.
Estimate with_tick(Estimate estimate, double tick) {
  if (estimate.n != 0 && tick > 0) {
    estimate.low = std::max(0.0, estimate.low - tick / 2);
    estimate.high += tick / 2;
  }
  return estimate;
}

/// A value that the clock behind it cannot tell from 0.
bool below_tick(const MetricSeries& series) {
  return std::any_of(series.values.begin(), series.values.end(), [&series](double value) {
    return std::isfinite(value) && (value <= 0 || value < series.tick);
  });
}

std::set<std::string> digests_of(const Scenario& scenario) {
  std::set<std::string> out;
  for (const Run& run : scenario.runs) {
    out.insert(run.digest);
  }
  return out;
}

/// May the two be compared, and how?
struct Comparable {
  bool same_rows = false;   ///< proved by digests
  bool same_count = false;  ///< as many rows a run
  bool per_row = false;     ///< both have rows
  std::string note;
};

class ClaimReader {
 public:
  ClaimReader(const ClaimSpec& claim, const Scenario& scenario, const Scenario* reference,
              SeriesMaker& maker)
      : claim_(claim), scenario_(scenario), reference_(reference), maker_(maker) {}

  ReadClaim read() {
    out_.dimension = claim_.metric->dimension;
    if (claim_.relative_to) {
      compare();
    } else {
      absolute();
    }
    if (out_.candidates.empty()) {
      Candidate none;
      none.missing = missing_.empty() ? "nothing was measured" : missing_;
      out_.candidates.push_back(std::move(none));
    }
    for (Candidate& candidate : out_.candidates) {
      candidate.claimed = widened(candidate.claimed, claim_.tolerance);
    }
    std::stable_partition(out_.candidates.begin(), out_.candidates.end(),
                          [](const Candidate& c) { return c.plain; });
    return std::move(out_);
  }

 private:
  void add(const Estimate& estimate, const Way& way, const std::vector<Reading>& readings,
           const std::string& missing = {}) {
    for (const Reading& reading : readings) {
      Candidate candidate;
      candidate.name = joined(reading.name, way.name);
      candidate.plain = way.plain;
      candidate.claimed = reading;
      candidate.measured = estimate;
      candidate.missing = missing;
      candidate.scatters = claim_.metric->scatters;
      out_.candidates.push_back(std::move(candidate));
    }
  }

  void keep(const MetricSeries& series) {
    out_.values = series.values;
    out_.how = series.how;
    out_.unknown_runs = series.unknown;
    out_.why_unknown = series.why;
    if (series.values.empty()) {
      missing_ = series.why;
    }
  }

  /// Why the values prove nothing although they are there.
  std::string doubt(const MetricSeries& series) const {
    const bool counted = claim_.metric->dimension == Dimension::count ||
                         claim_.metric->dimension == Dimension::bytes;
    const bool whole_sets = scenario_.spec->run.kind != RunRule::Kind::operation;
    if (!scenario_.damaged.empty() && counted && whole_sets) {
      return "damaged exchanges were left out, so that the value is a lower bound";
    }
    if (claim_.metric->observed == Observed::engine && claim_.engine.empty() &&
        !claim_.relative_to) {
      return "the figure is of another machine's engine, and the claim names none to "
             "measure with (engine = ...)";
    }
    if (series.unknown > series.values.size()) {
      return "most runs have no value: " + series.why;
    }
    return {};
  }

  void absolute() {
    for (const Way& way : ways_of(claim_, scenario_, nullptr)) {
      add_way(way);
      if (way.wanted.per == Per::nothing && divisible(*way.wanted.metric)) {
        add_divided(way, Per::row, "rows");
        add_divided(way, Per::message, "messages");
      }
    }
    add_starts();
    add_steady();
  }

  void add_way(const Way& way) {
    const MetricSeries series = maker_.make(scenario_, way.wanted);
    if (way.plain) {
      keep(series);
    }
    if (!series.values.empty()) {
      add(with_tick(estimate_median(series.values), series.tick), way,
          claim_.value.readings, doubt(series));
    } else if (way.plain) {
      add({}, way, claim_.value.readings, series.why);
    }
  }

  /// Only where there is more than one to divide by.
  void add_divided(Way way, Per per, std::string_view by) {
    for (const Run& run : scenario_.runs) {
      if (maker_.measure_set(by, run.exchanges).value.value_or(0) < 2) {
        return;
      }
    }
    way.wanted.per = per;
    way.plain = false;
    way.name = joined(way.name, std::string(to_string(per)));
    add_way(way);
  }

  /// Cold and warm operations apart, where both are among the runs.
  void add_starts() {
    if (claim_.metric->observed != Observed::capture || !claim_.as.empty()) {
      return;
    }
    for (const bool cold : {true, false}) {
      Scenario part = scenario_;
      std::erase_if(part.runs, [cold](const Run& run) { return run.cold != cold; });
      if (part.runs.empty() || part.runs.size() == scenario_.runs.size()) {
        continue;
      }
      const MetricSeries series = maker_.make(
          part, {claim_.metric, false, claim_.value.per, claim_.as, claim_.engine});
      const bool enough = !claim_.metric->scatters || series.values.size() >= kFewestRuns;
      if (!series.values.empty() && enough) {
        add(with_tick(estimate_median(series.values), series.tick),
            {{}, cold ? "cold operations only" : "warm operations only", false},
            claim_.value.readings, doubt(series));
      }
    }
  }

  void add_steady() {
    if (!claim_.metric->scatters || claim_.metric->observed == Observed::engine) {
      return;
    }
    out_.warm_up = find_warm_up(out_.values);
    if (out_.warm_up.runs == 0) {
      return;
    }
    const auto begin =
        out_.values.begin() + static_cast<std::ptrdiff_t>(out_.warm_up.runs);
    out_.steady = estimate_median(std::vector<double>(begin, out_.values.end()));
    if (out_.steady->n >= kFewestRuns) {
      add(*out_.steady,
          {{},
           "without the first " + std::to_string(out_.warm_up.runs) + " runs (warm-up)",
           false},
          claim_.value.readings);
    }
  }

  std::optional<double> rows_a_run(const Scenario& scenario) const {
    std::optional<double> common;
    for (const Run& run : scenario.runs) {
      const Measured rows = maker_.measure_set("rows", run.exchanges);
      if (!rows.value || (common && *common != *rows.value)) {
        return std::nullopt;
      }
      common = rows.value;
    }
    return common;
  }

  Comparable comparable() const {
    const Scenario& other = reference_ == nullptr ? scenario_ : *reference_;
    Comparable out;
    const std::set<std::string> mine = digests_of(scenario_);
    out.same_rows = reference_ == nullptr ||
                    (mine == digests_of(other) && mine.count("") == 0 && !mine.empty());
    const std::optional<double> a = rows_a_run(scenario_);
    const std::optional<double> b = rows_a_run(other);
    out.per_row = a && b && *a > 0 && *b > 0;
    out.same_count = out.per_row && *a == *b;
    return out;
  }

  void compare() {
    const bool difference = claim_.value.dimension != Dimension::ratio;
    out_.dimension = difference ? claim_.metric->dimension : Dimension::ratio;
    const Comparable how = comparable();
    if (!how.same_rows && (difference ? !how.same_count : !how.per_row)) {
      missing_ =
          "nothing proves that both sides carried the same rows: their digests "
          "differ or there are none";
    }
    for (const Way& way : ways_of(claim_, scenario_, reference_)) {
      if (missing_.empty() || way.plain) {
        compare_way(way, how, difference);
      }
    }
  }

  void compare_way(Way way, const Comparable& how, bool difference) {
    SeriesWanted other = way.wanted;
    other.as = claim_.relative_to->as;
    other.engine =
        claim_.relative_to->engine.empty() ? claim_.engine : claim_.relative_to->engine;
    if (!how.same_rows) {
      const bool divide = !difference && divisible(*way.wanted.metric);
      way.name =
          joined(way.name, divide ? "per row, for the rows differ or are not proved "
                                    "to be the same"
                                  : "the rows are not proved to be the same");
      if (divide) {
        way.wanted.per = other.per = Per::row;
      }
    }
    const MetricSeries mine = maker_.make(scenario_, way.wanted);
    const MetricSeries theirs =
        maker_.make(reference_ == nullptr ? scenario_ : *reference_, other);
    const bool refused = !difference && (below_tick(mine) || below_tick(theirs));
    const auto estimate = difference ? estimate_difference(mine.values, theirs.values)
                          : refused  ? std::nullopt
                                     : estimate_ratio(mine.values, theirs.values);
    if (way.plain) {
      keep(mine);
      missing_ = !missing_.empty() || !theirs.values.empty() ? missing_ : theirs.why;
      out_.scenario_value = estimate_median(mine.values);
      out_.reference_value = estimate_median(theirs.values);
      out_.how = joined(mine.how, mine.how == theirs.how ? "" : theirs.how);
    }
    const bool rate = claim_.metric->rate;
    const std::vector<Reading> readings = difference
                                              ? difference_readings(claim_.value, rate)
                                              : ratio_readings(claim_.value, rate);
    if (estimate) {
      add(*estimate, way, readings, way.plain ? joined(missing_, doubt(mine)) : "");
    } else if (way.plain) {
      add({}, way, readings,
          missing_.empty()
              ? "a value is below what the clock behind it can tell from 0, and takes "
                "part in no ratio"
              : missing_);
    }
  }

  const ClaimSpec& claim_;
  const Scenario& scenario_;
  const Scenario* reference_;
  SeriesMaker& maker_;
  ReadClaim out_;
  std::string missing_;
};

}  // namespace

ReadClaim read_claim(const ClaimSpec& claim, const Scenario& scenario,
                     const Scenario* reference, SeriesMaker& maker) {
  return ClaimReader(claim, scenario, reference, maker).read();
}

}  // namespace capaudit
