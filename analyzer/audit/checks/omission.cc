// SPDX-License-Identifier: Apache-2.0
// Coordinated omission: each request waits for the answer before, so that a slow spell
// of the server yields one slow value instead of many.
#include <algorithm>
#include <optional>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

/// Share of requests that were sent within 10 ms of the end of the one before, none while
/// another was under way.
double chained(const CheckInput& input, const Scenario& scenario, std::size_t& seen) {
  constexpr std::int64_t kSoon = 10'000'000;
  std::size_t soon = 0;
  seen = 0;
  std::optional<std::int64_t> end;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.exchanges) {
      const Exchange& exchange = input.exchange(index);
      if (!exchange.time.start_ns || !exchange.response || !exchange.response->last_ns) {
        end.reset();
        continue;
      }
      if (end) {
        const std::int64_t gap = *exchange.time.start_ns - *end;
        ++seen;
        soon += gap >= 0 && gap <= kSoon ? 1u : 0u;
      }
      end = exchange.response->last_ns;
    }
  }
  return seen == 0 ? 0 : static_cast<double>(soon) / static_cast<double>(seen);
}

}  // namespace

std::vector<AuditFinding> check_omission(const CheckInput& input) {
  constexpr std::size_t kEnough = 20;
  std::vector<const Scenario*> found;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    std::size_t seen = 0;
    if (verdict.scenario != nullptr && verdict.claim->metric->rate &&
        std::find(found.begin(), found.end(), verdict.scenario) == found.end() &&
        chained(input, *verdict.scenario, seen) > 0.9 && seen >= kEnough) {
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
