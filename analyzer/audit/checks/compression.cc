// SPDX-License-Identifier: Apache-2.0
// One side of a comparison travels compressed, the other does not: then coding is
// compared, not format.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool is_compressed(const Exchange& exchange) {
  return exchange.response && !exchange.response->codings.empty();
}

}  // namespace

std::vector<AuditFinding> check_compression(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const double first = input.share(pair.first, is_compressed);
    const double second = input.share(pair.second, is_compressed);
    if ((first > 0.5) != (second > 0.5)) {
      const Scenario& coded = first > 0.5 ? pair.first : pair.second;
      const Scenario& plain = first > 0.5 ? pair.second : pair.first;
      AuditFinding finding =
          about(pair, "answers of '" + coded.spec->id + "' are compressed, those of '" +
                          plain.spec->id + "' are not");
      finding.exchanges = input.example(coded, is_compressed);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
