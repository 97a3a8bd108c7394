// SPDX-License-Identifier: Apache-2.0
// A time or rate that rests on one run.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_single_run(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    if (verdict.scenario != nullptr && verdict.claim->metric->scatters &&
        verdict.reading.values.size() == 1) {
      AuditFinding finding =
          about(input, *verdict.scenario,
                std::string(verdict.claim->metric->name) + " of '" +
                    verdict.scenario->spec->id + "' was measured once");
      finding.claims = {verdict.claim->id};
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
