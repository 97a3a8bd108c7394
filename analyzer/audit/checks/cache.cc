// SPDX-License-Identifier: Apache-2.0
// One side is answered from a cache (304 without a body), the other in full.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool is_revalidated(const Exchange& exchange) {
  return exchange.status == 304;
}

}  // namespace

std::vector<AuditFinding> check_cache(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const double first = input.share(pair.first, is_revalidated);
    const double second = input.share(pair.second, is_revalidated);
    if ((first > 0) != (second > 0)) {
      const Scenario& cached = first > 0 ? pair.first : pair.second;
      AuditFinding finding =
          about(pair, "'" + cached.spec->id +
                          "' has answers 304 without a body, the other side has none");
      finding.exchanges = input.example(cached, is_revalidated);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
