// SPDX-License-Identifier: Apache-2.0
// Answers that the server holds back: polls of an AMF channel, Bayeux connects, AMF
// streams (command=open), server-sent events. Each is an operation of its own; its wait
// is not the server's work.
#include <algorithm>
#include <memory>

#include "analyzer/http/call_facts.h"
#include "analyzer/operations/grouping.h"
#include "analyzer/operations/url.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

bool only_polls(const std::vector<CallFact>& calls) {
  return !calls.empty() && std::all_of(calls.begin(), calls.end(), [](const CallFact& c) {
    return c.act == ChannelAct::poll || c.act == ChannelAct::connect;
  });
}

bool is_stream(const Exchange& exchange) {
  if (!exchange.response || !exchange.response->content_type) {
    return false;
  }
  const std::string& type = *exchange.response->content_type;
  if (starts_with_ignoring_case(type, "text/event-stream")) {
    return true;
  }
  if (!starts_with_ignoring_case(type, "application/x-amf")) {
    return false;
  }
  const QueryParameters query = query_of(exchange.url);
  return std::find(query.begin(), query.end(),
                   QueryParameters::value_type("command", "open")) != query.end();
}

class LongPollRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    if (only_polls(exchange.request->facts.calls) || is_stream(exchange)) {
      grouping.mark(index, OperationKind::long_poll);
      grouping.set_role(index, PartRole::poll);
    }
  }
};

}  // namespace

std::unique_ptr<GroupingRule> make_long_poll_rule() {
  return std::make_unique<LongPollRule>();
}

}  // namespace capaudit
