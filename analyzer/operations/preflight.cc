// SPDX-License-Identifier: Apache-2.0
// CORS preflight (Fetch, "CORS-preflight fetch"): OPTIONS with Origin and
// Access-Control-Request-Method, then the request it asked for: same URL, same origin,
// that method. A browser sends it at once.
#include <memory>

#include "analyzer/operations/url.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {
namespace {

class PreflightRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    const std::string_view origin = exchange.request->head_facts.text(HeadText::origin);
    if (origin.empty()) {
      return;
    }
    const std::string_view asked =
        exchange.request->head_facts.text(HeadText::preflight_method);
    if (exchange.method == "OPTIONS" && !asked.empty()) {
      asked_.offer(key(grouping, index, asked), index);
      return;
    }
    if (asked_.empty() || grouping.follows(index)) {
      return;
    }
    const std::optional<std::uint32_t> before = asked_.take(
        grouping, key(grouping, index, exchange.method), index, [&](std::uint32_t from) {
          return grouping.could_lead_to(from, index) && grouping.soon(from, index);
        });
    if (before) {
      grouping.join(*before, index, OperationKind::preflight);
      grouping.set_role(*before, PartRole::preflight);
      grouping.set_follows(index);
    }
  }

 private:
  static std::uint64_t key(const Grouping& grouping, std::uint32_t index,
                           std::string_view method) {
    const Exchange& exchange = grouping[index];
    const std::uint64_t who =
        mix(grouping.client(index),
            fingerprint(exchange.request->head_facts.text(HeadText::origin)));
    return mix(mix(who, fingerprint(method)), grouping.target(index));
  }

  Waiting asked_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_preflight_rule() {
  return std::make_unique<PreflightRule>();
}

}  // namespace capaudit
