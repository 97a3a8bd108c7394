// SPDX-License-Identifier: Apache-2.0
// The two sides are served by different servers: hardware and software are compared as
// well.
#include <set>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

std::set<std::string> servers(const CheckInput& input, const Scenario& scenario) {
  std::set<std::string> out;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.calls_only) {
      out.insert(input.exchange(index).server);
    }
  }
  return out;
}

}  // namespace

std::vector<AuditFinding> check_servers(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const std::set<std::string> first = servers(input, pair.first);
    const std::set<std::string> second = servers(input, pair.second);
    if (!first.empty() && !second.empty() && first != second) {
      out.push_back(about(pair, "'" + pair.first.spec->id + "' is served by " +
                                    *first.begin() + ", '" + pair.second.spec->id +
                                    "' by " + *second.begin()));
    }
  }
  return out;
}

}  // namespace capaudit
