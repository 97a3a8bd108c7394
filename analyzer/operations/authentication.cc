// SPDX-License-Identifier: Apache-2.0
// 401 or 407 (RFC 9110 11): the same request again, with credentials. Handshakes of
// several rounds (NTLM, Negotiate) are one chain. A HAR may have left the credentials
// out: there the same request again is enough, unless it is refused again.
#include <memory>

#include "analyzer/operations/url.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {
namespace {

bool is_refused(const Exchange& exchange) {
  return exchange.status == 401 || exchange.status == 407;
}

class AuthenticationRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    const bool refused = is_refused(exchange);
    if (!refused && refused_.empty()) {
      return;
    }
    const std::uint64_t key = mix(mix(grouping.client(index), grouping.target(index)),
                                  fingerprint(exchange.method));
    const bool from_har = exchange.wire.packets == 0;
    const bool tries = exchange.request->head_facts.has(HeadFlag::authorization) ||
                       (from_har && !refused);
    if (tries && !grouping.follows(index)) {
      if (const auto before = refused_.take(grouping, key, index)) {
        grouping.join(*before, index, OperationKind::authentication);
        grouping.set_role(*before, PartRole::challenge);
        grouping.set_follows(index);
      }
    }
    if (refused) {
      refused_.offer(key, index);
    }
  }

 private:
  Waiting refused_{Prefer::newest};
};

}  // namespace

std::unique_ptr<GroupingRule> make_authentication_rule() {
  return std::make_unique<AuthenticationRule>();
}

}  // namespace capaudit
