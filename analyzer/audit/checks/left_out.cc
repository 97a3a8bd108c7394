// SPDX-License-Identifier: Apache-2.0
// A published count that fits only if requests that were made for the call are left
// out.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_left_out(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    if (verdict.scenario == nullptr || !verdict.scenario->has_setup) {
      continue;
    }
    bool whole = false, calls = false;
    for (const Candidate& candidate : verdict.reading.candidates) {
      const bool fits = candidate.fit == Fit::inside;
      const bool alone = candidate.name.find("calls alone") != std::string::npos;
      whole = whole || (fits && !alone);
      calls = calls || (fits && alone);
    }
    if (calls && !whole) {
      AuditFinding finding =
          about(input, *verdict.scenario,
                "the figure of '" + verdict.claim->id +
                    "' fits only without the set-up requests that the calls of '" +
                    verdict.scenario->spec->id + "' needed");
      finding.claims = {verdict.claim->id};
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
