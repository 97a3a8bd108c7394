// SPDX-License-Identifier: Apache-2.0
// A request that had no answer, sent again. Proof is an id that both carry: the messageId
// of a Flex message, or a request id in the head. Without one only a GET or HEAD on
// another connection is taken for the same (RFC 9110 9.2.2: a client may repeat it on its
// own), and that is inferred. A POST that merely looks the same is another call.
#include <memory>

#include "analyzer/operations/url.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {
namespace {

/// Of the ids that name the request; 0: it has none.
std::uint64_t id_of(const Exchange& exchange) {
  std::uint64_t key = exchange.request->head_facts.request_id;
  for (const CallFact& call : exchange.request->facts.calls) {
    if (call.message_id == 0) {
      return key;
    }
    key = mix(key, call.message_id);
  }
  return key;
}

class RetryRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    const bool lost =
        !exchange.response && !may_be_answered(exchange) &&
        (exchange.state == State::unanswered || exchange.state == State::reset);
    if (!lost && lost_.empty()) {
      return;
    }
    const std::uint64_t id = id_of(exchange);
    const bool repeatable = (exchange.method == "GET" || exchange.method == "HEAD") &&
                            exchange.request->encoded_bytes == std::uint64_t{0};
    if (id == 0 && !repeatable) {
      return;
    }
    const std::uint64_t key = mix(mix(grouping.client(index), grouping.target(index)),
                                  mix(fingerprint(exchange.method), id));
    if (!grouping.follows(index)) {
      const auto before = lost_.take(grouping, key, index, [&](std::uint32_t from) {
        return sent_before(grouping[from], exchange) &&
               (id != 0 || (grouping[from].connection != exchange.connection &&
                            grouping.soon(from, index)));
      });
      if (before) {
        grouping.join(*before, index, OperationKind::retry);
        grouping.set_role(*before, PartRole::failed_try);
        grouping.set_follows(index);
        if (id == 0) {
          grouping.set_inferred(index);
        }
      }
    }
    if (lost) {
      lost_.offer(key, index);
    }
  }

 private:
  static bool sent_before(const Exchange& first, const Exchange& second) {
    return !first.request->last_ns || !second.time.start_ns ||
           *first.request->last_ns <= *second.time.start_ns;
  }

  Waiting lost_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_retry_rule() {
  return std::make_unique<RetryRule>();
}

}  // namespace capaudit
