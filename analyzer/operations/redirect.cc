// SPDX-License-Identifier: Apache-2.0
// Redirects (RFC 9110 15.4): the next request is for the URL in Location, with the method
// the status calls for. A chain that never ends in an answer of its own is open.
#include <memory>

#include "analyzer/operations/url.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {
namespace {

bool is_redirect(const Exchange& exchange) {
  const int status = exchange.status.value_or(0);
  return (status == 301 || status == 302 || status == 303 || status == 307 ||
          status == 308) &&
         exchange.response &&
         !exchange.response->head_facts.text(HeadText::location).empty();
}

bool method_fits(const Exchange& from, const Exchange& to) {
  const bool same = from.method == to.method;
  return from.status == 307 || from.status == 308 ? same : same || to.method == "GET";
}

class RedirectRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    if (!redirected_.empty() && !grouping.follows(index)) {
      const std::uint64_t key = mix(grouping.client(index), grouping.target(index));
      const auto before = redirected_.take(grouping, key, index, [&](std::uint32_t from) {
        return grouping.could_lead_to(from, index) && grouping.soon(from, index) &&
               method_fits(grouping[from], exchange);
      });
      if (before) {
        grouping.join(*before, index, OperationKind::redirect);
        grouping.set_role(*before, PartRole::redirect);
        grouping.set_follows(index);
        grouping.set_open(index, is_redirect(exchange));
      }
    }
    if (is_redirect(exchange)) {
      const std::string target = resolve_url(
          exchange.url, exchange.response->head_facts.text(HeadText::location));
      redirected_.offer(mix(grouping.client(index), target_key(target)), index);
    }
  }

 private:
  Waiting redirected_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_redirect_rule() {
  return std::make_unique<RedirectRule>();
}

}  // namespace capaudit
