// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/explain.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/audit/statistics.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostComponents = 12;
constexpr std::size_t kShown = 5;

struct Named {
  std::string_view metric, name;
};
constexpr std::array kParts = {
    Named{"connect_time", "opening connections"}, Named{"server_time", "server"},
    Named{"transfer_time", "transfer"}, Named{"think_time", "client between requests"}};

std::optional<double> median_time(const Scenario& scenario, SeriesMaker& maker,
                                  std::string_view metric, bool calls_only) {
  const MetricSeries series =
      maker.make(scenario, {find_metric_info(metric), calls_only, Per::nothing, {}, {}});
  if (series.values.empty()) {
    return std::nullopt;
  }
  return median(series.values);
}

}  // namespace

Explanation explain_by(std::vector<Component> components, double claimed_ms,
                       double tolerance_ms) {
  Explanation out;
  // What takes no time explains nothing.
  std::erase_if(components, [](const Component& c) { return !(c.ms > 0); });
  components.resize(std::min(components.size(), kMostComponents));
  std::vector<Combination> all;
  const std::size_t sets = std::size_t{1} << components.size();
  for (std::size_t set = 1; set < sets; ++set) {
    Combination one;
    for (std::size_t i = 0; i < components.size(); ++i) {
      if ((set >> i & 1U) != 0) {
        one.parts.push_back(components[i].name);
        one.ms += components[i].ms;
      }
    }
    one.distance_ms = std::abs(one.ms - claimed_ms);
    all.push_back(std::move(one));
  }
  std::stable_sort(
      all.begin(), all.end(), [](const Combination& a, const Combination& b) {
        return a.distance_ms != b.distance_ms ? a.distance_ms < b.distance_ms
                                              : a.parts.size() < b.parts.size();
      });
  all.resize(std::min(all.size(), kShown));
  out.components = std::move(components);
  if (!all.empty()) {
    const double near = std::max(tolerance_ms, claimed_ms / 10);
    out.ambiguous = all.size() > 1 && all[1].distance_ms - all[0].distance_ms <= near &&
                    all[1].distance_ms <= std::max(tolerance_ms, claimed_ms / 5);
    out.none_near = all[0].distance_ms > std::max(tolerance_ms, claimed_ms / 5);
  }
  out.nearest = std::move(all);
  return out;
}

std::optional<Explanation> explain_claim(const ClaimSpec& claim, const Scenario& scenario,
                                         SeriesMaker& maker) {
  std::vector<Component> components;
  for (const Named& part : kParts) {
    const std::optional<double> ms = median_time(scenario, maker, part.metric, true);
    if (ms) {
      components.push_back({std::string(part.name), *ms});
    }
  }
  const std::optional<double> all = median_time(scenario, maker, "total_time", false);
  const std::optional<double> calls = median_time(scenario, maker, "total_time", true);
  if (scenario.has_setup && all && calls) {
    components.push_back({"set-up requests", *all - *calls});
  }
  const MetricInfo* const time = find_metric_info("parse_time");
  const MetricSeries parse =
      maker.make(scenario, {time, true, Per::nothing, {}, claim.engine});
  if (!parse.values.empty()) {
    components.push_back({"parse (" + parse.how + ")", median(parse.values)});
  }
  if (components.empty()) {
    return std::nullopt;
  }
  const Reading& reading = claim.value.readings.front();
  return explain_by(std::move(components), reading.value,
                    std::max(reading.high - reading.value, reading.value - reading.low));
}

}  // namespace capaudit
