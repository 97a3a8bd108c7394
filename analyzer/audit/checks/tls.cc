// SPDX-License-Identifier: Apache-2.0
// One side is encrypted and pays for handshakes and records, the other is not.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool is_encrypted(const Exchange& exchange) {
  return exchange.url.starts_with("https:");
}

}  // namespace

std::vector<AuditFinding> check_tls(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const bool first = input.share(pair.first, is_encrypted) > 0.5;
    if (first != (input.share(pair.second, is_encrypted) > 0.5)) {
      const Scenario& tls = first ? pair.first : pair.second;
      AuditFinding finding =
          about(pair, "'" + tls.spec->id + "' goes over TLS, the other side is clear");
      finding.exchanges = input.example(tls, is_encrypted);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
