// SPDX-License-Identifier: Apache-2.0
// A mean that a few far values have moved, where the median stands still.
#include <cmath>
#include <numeric>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
std::vector<AuditFinding> check_outliers(const CheckInput& input) {
  constexpr double kMoved = 0.1;
  std::vector<AuditFinding> out;
  for (const ClaimVerdict& verdict : input.audit.verdicts) {
    const std::vector<double>& values = verdict.reading.values;
    if (verdict.scenario == nullptr || values.size() < 4) {
      continue;
    }
    const std::vector<std::size_t> far = find_outliers(values);
    const double middle = median(values);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) /
                        static_cast<double>(values.size());
    if (!far.empty() && middle > 0 && std::abs(mean - middle) > kMoved * middle) {
      AuditFinding finding = about(
          input, *verdict.scenario,
          std::to_string(far.size()) + " of " + std::to_string(values.size()) +
              " runs of '" + verdict.scenario->spec->id + "' are far off: their mean " +
              std::string(verdict.claim->metric->name) + " is " +
              std::to_string(static_cast<long long>(std::lround(100 * mean / middle))) +
              "% of the median");
      finding.claims = {verdict.claim->id};
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
