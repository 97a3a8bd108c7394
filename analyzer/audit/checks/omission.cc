// SPDX-License-Identifier: Apache-2.0
// Coordinated omission: each request waits for the answer before, so that a slow spell
// of the server yields one slow value instead of many.
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
  std::vector<AuditFinding> out;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    if (verdict.scenario == nullptr || !verdict.claim->metric->rate) {
      continue;
    }
    std::size_t seen = 0;
    const double share = chained(input, *verdict.scenario, seen);
    if (seen >= 20 && share > 0.9) {
      AuditFinding finding = about(
          input, *verdict.scenario,
          "'" + verdict.scenario->spec->id +
              "' is a closed loop: next requests follow the answer before at once, so "
              "that its rate is one by the latency");
      finding.claims = {verdict.claim->id};
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
