// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/series.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace capaudit {
namespace {

std::string_view divisor_of(Per per) {
  switch (per) {
  case Per::row:
    return "rows";
  case Per::message:
    return "messages";
  case Per::nothing:
  case Per::call:
    return "";
  }
  return "";
}

/// The clock was set back inside an exchange, or between two (they are in the order of
/// their first frames): what lies across that is not known. Frames of several queues may
/// change places by less.
std::optional<std::uint32_t> clock_step(const Analysis& analysis,
                                        const std::vector<std::uint32_t>& exchanges) {
  constexpr std::int64_t kQueues = 1'000'000;
  std::optional<std::int64_t> latest;
  for (const std::uint32_t index : exchanges) {
    const Exchange& one = analysis.exchanges[index];
    const bool inside = std::find(one.findings.begin(), one.findings.end(),
                                  "clock_step") != one.findings.end();
    const bool packets = one.wire.packets != 0 && one.time.start_ns;
    if (inside || (packets && latest && *one.time.start_ns < *latest - kQueues)) {
      return index;
    }
    latest = packets ? std::max(latest.value_or(*one.time.start_ns), *one.time.start_ns)
                     : latest;
  }
  return std::nullopt;
}

}  // namespace

Measured SeriesMaker::measure_set(std::string_view metric,
                                  const std::vector<std::uint32_t>& exchanges) const {
  const Metric* const found = find_metric(metric);
  if (found == nullptr) {
    return {std::nullopt, "this build does not measure it", std::nullopt};
  }
  return measure(*found, MetricInput{analysis_, exchanges});
}

double SeriesMaker::tick_of(const Scenario& scenario) const {
  double tick = 0;
  for (const Run& run : scenario.runs) {
    for (const auto& interface : analysis_.captures[run.capture].source.interfaces) {
      if (interface.packets != 0 && interface.ticks_per_second > 0) {
        tick = std::max(tick, 1000.0 / static_cast<double>(interface.ticks_per_second));
      }
    }
  }
  return tick;
}

MetricSeries SeriesMaker::captured(const Scenario& scenario,
                                   const SeriesWanted& wanted) const {
  MetricSeries out;
  out.tick = wanted.metric->dimension == Dimension::milliseconds ? tick_of(scenario) : 0;
  for (std::size_t i = 0; i < scenario.runs.size(); ++i) {
    const Run& run = scenario.runs[i];
    const auto& exchanges = wanted.calls_only ? run.calls_only : run.exchanges;
    Measured value = measure_set(wanted.metric->name, exchanges);
    if (const auto step =
            wanted.metric->scatters ? clock_step(analysis_, exchanges) : std::nullopt) {
      value = {std::nullopt, "the clock was set back meanwhile", step};
    }
    double divisor = wanted.per == Per::call ? static_cast<double>(run.operations) : 1;
    const std::string_view by = divisor_of(wanted.per);
    if (!by.empty() && value.value) {
      const Measured count = measure_set(by, exchanges);
      divisor = count.value.value_or(0);
      value = count.value ? value : count;
    }
    if (value.value && divisor > 0 && std::isfinite(*value.value)) {
      out.values.push_back(*value.value / divisor);
      out.runs.push_back(i);
      continue;
    }
    if (out.unknown++ == 0) {
      out.why = value.unknown.empty() ? "there is nothing to divide by"
                                      : std::string(value.unknown);
      out.left_open_by = value.exchange;
    }
  }
  return out;
}

MetricSeries SeriesMaker::make(const Scenario& scenario, const SeriesWanted& wanted) {
  MetricSeries out;
  if (scenario.runs.empty()) {
    out.why = scenario.damaged.empty() ? "no exchange belongs to the scenario"
                                       : "all its exchanges are damaged";
    return out;
  }
  if (wanted.metric->observed == Observed::engine) {
    return timed(scenario, wanted);
  }
  return wanted.as.empty() ? captured(scenario, wanted) : encoded(scenario, wanted);
}

}  // namespace capaudit
