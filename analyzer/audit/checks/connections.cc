// SPDX-License-Identifier: Apache-2.0
// One side opens a connection for each call, the other keeps one alive: then TCP is
// compared as well.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

/// A HAR does not say which is the first on a connection, but what opening one took.
bool opens(const Exchange& exchange) {
  return exchange.opens_connection || exchange.time.connect.value_or(0) > 0;
}

}  // namespace

std::vector<AuditFinding> check_connections(const CheckInput& input) {
  constexpr double kFar = 0.5;
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const double first = input.share(pair.first, opens);
    const double second = input.share(pair.second, opens);
    if (first - second > kFar || second - first > kFar) {
      const Scenario& fresh = first > second ? pair.first : pair.second;
      const Scenario& kept = first > second ? pair.second : pair.first;
      AuditFinding finding =
          about(pair, "most requests of '" + fresh.spec->id +
                          "' open a connection of their own, most of '" + kept.spec->id +
                          "' use one that is open");
      finding.exchanges = input.example(fresh, opens);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
