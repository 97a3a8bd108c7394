// SPDX-License-Identifier: Apache-2.0
// MetricSeries: the values of a metric, one for each run of a scenario, from the capture
// or, for what takes parsing or encoding again, from engines and writers at work here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/audit/scenario.h"
#include "analyzer/metrics/metric.h"
#include "analyzer/parse/harness.h"
#include "decoders/writers/rows.h"

namespace capaudit {

struct SeriesWanted {
  const MetricInfo* metric = nullptr;
  bool calls_only = false;  ///< without set-up requests
  Per per = Per::nothing;
  std::string as, engine;
};

struct MetricSeries {
  std::vector<double> values;     ///< of the runs that have one, in order
  std::vector<std::size_t> runs;  ///< which run each is of; empty: of no single one
  std::size_t unknown = 0;        ///< runs without a value
  std::string why;                ///< of the first of those
  std::optional<std::uint32_t> left_open_by;  ///< the exchange
  double tick = 0;                            ///< what the clock behind it can tell apart
  std::string how;  ///< "simdjson 3.1.0, 30 timed batches"; empty: captured
};

class SeriesMaker {
 public:
  SeriesMaker(const Analysis& analysis, const AnalyzeOptions& options,
              const TimingOptions& timing)
      : analysis_(analysis), options_(options), timing_(timing) {}

  /// No values: `why` says so.
  MetricSeries make(const Scenario& scenario, const SeriesWanted& wanted);

  /// Value of a metric of the capture over some exchanges.
  Measured measure_set(std::string_view metric,
                       const std::vector<std::uint32_t>& exchanges) const;
  /// Bodies of the answers of the first run; no documents where there are none to read.
  const ParsePayload& payload_of(const Scenario& scenario);
  const Analysis& analysis() const { return analysis_; }

 private:
  struct Bodies {
    ParsePayload payload;
    std::vector<std::vector<std::string>> codings;
    std::string problem;  ///< why there are none
  };
  const Bodies& bodies_of(const Scenario& scenario, std::size_t run);

  MetricSeries captured(const Scenario& scenario, const SeriesWanted& wanted) const;
  MetricSeries encoded(const Scenario& scenario, const SeriesWanted& wanted);
  MetricSeries timed(const Scenario& scenario, const SeriesWanted& wanted);
  MetricSeries timed_with(const Bodies& bodies, const SeriesWanted& wanted,
                          const std::string& engine);
  double tick_of(const Scenario& scenario) const;

  const Analysis& analysis_;
  const AnalyzeOptions& options_;
  TimingOptions timing_;
  std::map<std::pair<std::string, std::size_t>, Bodies> bodies_;
  std::map<std::string, Timing> timings_;  ///< by scenario, engine and work
};

}  // namespace capaudit
