// SPDX-License-Identifier: Apache-2.0
// Exchanges that the capture has not all of: they were left out.
#include <algorithm>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_truncated(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Scenario* scenario : input.scenarios()) {
    if (!scenario->damaged.empty()) {
      AuditFinding finding = about(
          input, *scenario,
          std::to_string(scenario->damaged.size()) + " of " +
              std::to_string(scenario->requests) + " exchanges of '" +
              scenario->spec->id + "' are not whole in the capture and were left out" +
              (scenario->runs_left_out == 0
                   ? ""
                   : ", and with them " + std::to_string(scenario->runs_left_out) +
                         " of its operations"));
      constexpr std::size_t kSome = 5;
      finding.exchanges = scenario->damaged;
      finding.exchanges.resize(std::min(finding.exchanges.size(), kSome));
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
