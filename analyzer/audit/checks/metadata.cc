// SPDX-License-Identifier: Apache-2.0
// OData answers of different metadata levels: most of the bytes of a small row can be
// metadata.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

/// "minimalmetadata" of "application/json;odata=minimalmetadata"; empty: not said.
std::string level_of(const Exchange& exchange) {
  if (!exchange.response || !exchange.response->content_type) {
    return {};
  }
  const std::string& type = *exchange.response->content_type;
  const std::size_t at = type.find("odata");
  const std::size_t equals = at == std::string::npos ? at : type.find('=', at);
  if (equals == std::string::npos) {
    return {};
  }
  return type.substr(equals + 1, type.find_first_of("; ", equals) - equals - 1);
}

std::string level_of(const CheckInput& input, const Scenario& scenario) {
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.calls_only) {
      const std::string level = level_of(input.exchange(index));
      if (!level.empty()) {
        return level;
      }
    }
  }
  return {};
}

}  // namespace

std::vector<AuditFinding> check_metadata(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const std::string first = level_of(input, pair.first);
    const std::string second = level_of(input, pair.second);
    if (!first.empty() && !second.empty() && first != second) {
      out.push_back(about(pair, "'" + pair.first.spec->id + "' asks for " + first +
                                    ", '" + pair.second.spec->id + "' for " + second));
    }
  }
  return out;
}

}  // namespace capaudit
