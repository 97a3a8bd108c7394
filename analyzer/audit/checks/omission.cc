// SPDX-License-Identifier: Apache-2.0
// Coordinated omission: each request waits for the answer before, so that a slow spell
// of the server yields one slow value instead of many.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"
#include "analyzer/metrics/intervals.h"

namespace capaudit {
namespace {

std::optional<std::int64_t> end_of(const Exchange& exchange) {
  if (exchange.response && exchange.response->last_ns) {
    return exchange.response->last_ns;
  }
  // A HAR says how long it took.
  const std::optional<Interval> interval = interval_of(exchange);
  return interval ? std::optional(interval->end_ns) : std::nullopt;
}

/// Requests of a scenario and how many of them were sent within 10 ms of the end of the
/// one before: of the one before on the same connection, where `by_connection`, for many
/// clients can each go round in a loop of their own.
struct Chain {
  std::size_t seen = 0, soon = 0;
  bool is_closed() const {
    constexpr std::size_t kEnough = 20;
    return seen >= kEnough && 10 * soon > 9 * seen;
  }
};

Chain chain_of(const CheckInput& input, const Scenario& scenario, bool by_connection) {
  constexpr std::int64_t kSoon = 10'000'000;
  Chain out;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<std::int64_t>> ends;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.exchanges) {
      const Exchange& exchange = input.exchange(index);
      std::optional<std::int64_t>& end =
          ends[{exchange.capture, by_connection ? exchange.connection.value_or(0) : 0}];
      if (end && exchange.time.start_ns) {
        const std::int64_t gap = *exchange.time.start_ns - *end;
        ++out.seen;
        out.soon += gap >= 0 && gap <= kSoon ? 1u : 0u;
      }
      end = end_of(exchange);
    }
  }
  return out;
}

bool is_closed_loop(const CheckInput& input, const Scenario& scenario) {
  return chain_of(input, scenario, false).is_closed() ||
         chain_of(input, scenario, true).is_closed();
}

}  // namespace

std::vector<AuditFinding> check_omission(const CheckInput& input) {
  std::vector<const Scenario*> found;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    if (verdict.scenario != nullptr && verdict.claim->metric->rate &&
        std::find(found.begin(), found.end(), verdict.scenario) == found.end() &&
        is_closed_loop(input, *verdict.scenario)) {
      found.push_back(verdict.scenario);
    }
  }
  if (found.empty()) {
    return {};
  }
  return {about(input, found,
                "requests follow the answer before at once, a closed loop: its rate is "
                "one by the latency")};
}

}  // namespace capaudit
