// SPDX-License-Identifier: Apache-2.0
// Answers carry back the rows of their requests: sizes and times are of both directions
// at once.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool is_echo(const Exchange& exchange) {
  return exchange.request && exchange.response &&
         !exchange.request->facts.digest.empty() &&
         exchange.request->facts.digest == exchange.response->facts.digest;
}

}  // namespace

std::vector<AuditFinding> check_echo(const CheckInput& input) {
  std::vector<const Scenario*> found;
  for (const Scenario* scenario : input.scenarios()) {
    if (input.share(*scenario, is_echo) > 0.5) {
      found.push_back(scenario);
    }
  }
  if (found.empty()) {
    return {};
  }
  AuditFinding finding =
      about(input, found, "answers carry the rows of their requests back");
  finding.exchanges = input.example(*found.front(), is_echo);
  return {finding};
}

}  // namespace capaudit
