// SPDX-License-Identifier: Apache-2.0
// Most of the time between first request and last answer is the client's own: a server
// or format is not what is measured.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_think(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    if (verdict.scenario == nullptr || verdict.claim->metric->name != "total_time") {
      continue;
    }
    double think = 0, total = 0;
    for (const Run& run : verdict.scenario->runs) {
      const Measured idle = input.maker.measure_set("think_time", run.exchanges);
      const Measured all = input.maker.measure_set("total_time", run.exchanges);
      if (idle.value && all.value) {
        think += *idle.value;
        total += *all.value;
      }
    }
    if (total > 0 && think > total / 2) {
      AuditFinding finding = about(
          input, *verdict.scenario,
          std::to_string(static_cast<int>(100 * think / total)) + "% of total_time of '" +
              verdict.scenario->spec->id + "' pass with no request under way");
      finding.claims = {verdict.claim->id};
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
