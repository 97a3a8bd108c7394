// SPDX-License-Identifier: Apache-2.0
// The two sides have different numbers of runs.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_runs(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const std::size_t first = pair.first.runs.size();
    const std::size_t second = pair.second.runs.size();
    if (first != second) {
      out.push_back(about(
          pair, "'" + pair.first.spec->id + "' has " + std::to_string(first) +
                    " runs, '" + pair.second.spec->id + "' " + std::to_string(second)));
    }
  }
  return out;
}

}  // namespace capaudit
