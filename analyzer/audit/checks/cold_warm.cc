// SPDX-License-Identifier: Apache-2.0
// Runs that bear a session's set-up are compared with runs that found it done.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

std::size_t cold_runs(const Scenario& scenario) {
  std::size_t out = 0;
  for (const Run& run : scenario.runs) {
    out += run.cold ? 1u : 0u;
  }
  return out;
}

}  // namespace

std::vector<AuditFinding> check_cold_warm(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const std::size_t first = cold_runs(pair.first);
    const std::size_t second = cold_runs(pair.second);
    if ((first != 0) != (second != 0)) {
      const Scenario& cold = first != 0 ? pair.first : pair.second;
      out.push_back(about(pair, std::to_string(first + second) + " of " +
                                    std::to_string(cold.runs.size()) + " runs of '" +
                                    cold.spec->id +
                                    "' bear a session's set-up, none of the other side "
                                    "does"));
    }
  }
  for (const Scenario* scenario : input.scenarios()) {
    const std::size_t cold = cold_runs(*scenario);
    if (cold != 0 && cold != scenario->runs.size()) {
      out.push_back(about(input, *scenario,
                          "'" + scenario->spec->id + "' mixes " + std::to_string(cold) +
                              " cold runs with " +
                              std::to_string(scenario->runs.size() - cold) +
                              " warm ones"));
    }
  }
  return out;
}

}  // namespace capaudit
