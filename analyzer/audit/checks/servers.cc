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
      const std::string& server = input.exchange(index).server;
      if (!server.empty()) {
        out.insert(server);
      }
    }
  }
  return out;
}

/// At most a few.
std::string named(const std::set<std::string>& servers) {
  constexpr std::size_t kNamed = 3;
  std::string out;
  std::size_t i = 0;
  for (const std::string& server : servers) {
    if (i++ < kNamed) {
      out += (out.empty() ? "" : ", ") + server;
    }
  }
  return i <= kNamed ? out : out + " and " + std::to_string(i - kNamed) + " more";
}

}  // namespace

std::vector<AuditFinding> check_servers(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const std::set<std::string> first = servers(input, pair.first);
    const std::set<std::string> second = servers(input, pair.second);
    if (!first.empty() && !second.empty() && first != second) {
      out.push_back(about(pair, "'" + pair.first.spec->id + "' is served by " +
                                    named(first) + ", '" + pair.second.spec->id +
                                    "' by " + named(second)));
    }
  }
  return out;
}

}  // namespace capaudit
