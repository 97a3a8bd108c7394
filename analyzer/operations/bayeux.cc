// SPDX-License-Identifier: Apache-2.0
// Bayeux (Bayeux 1.0, 4): the handshake's answer names the client; its first connect and
// the subscriptions up to its second connect or first publication complete the session.
// Later connects are long polls, publications operations of their own.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "analyzer/operations/grouping.h"

namespace capaudit {
namespace {

bool has_act(const std::vector<CallFact>& calls, ChannelAct act) {
  return std::any_of(calls.begin(), calls.end(),
                     [act](const CallFact& call) { return call.act == act; });
}

bool publishes(const std::vector<CallFact>& calls) {
  return std::any_of(calls.begin(), calls.end(),
                     [](const CallFact& call) { return call.kind == CallKind::publish; });
}

std::uint64_t client_in(const std::optional<Half>& half) {
  if (half) {
    for (const CallFact& call : half->facts.calls) {
      if (call.client_id != 0) {
        return call.client_id;
      }
    }
  }
  return 0;
}

class BayeuxRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    if (exchange.request->facts.format != Format::bayeux) {
      return;
    }
    const std::vector<CallFact>& calls = exchange.request->facts.calls;
    if (has_act(calls, ChannelAct::handshake)) {
      begin(grouping, index);
      return;
    }
    const auto found = sessions_.find(client_in(exchange.request));
    if (found == sessions_.end()) {
      grouping.set_start(index, Start::unknown);
      return;
    }
    Session& session = found->second;
    const bool connects = has_act(calls, ChannelAct::connect);
    const bool first = connects && !session.connected;
    session.connected = session.connected || connects;
    if (first) {
      grouping.set_open(session.handshake, false);
    }
    if (publishes(calls)) {
      session.complete = true;
      grouping.set_start(index, Start::warm);
    } else if (first || (has_act(calls, ChannelAct::subscribe) && !session.complete)) {
      grouping.join(session.handshake, index, OperationKind::bayeux_session);
      grouping.set_open(index, !session.connected);
    } else {
      session.complete = session.complete || connects;
      grouping.set_start(index, Start::warm);
    }
  }

 private:
  struct Session {
    std::uint32_t handshake = 0;
    bool connected = false;  ///< there was a connect
    bool complete = false;   ///< what comes is no part of the beginning
  };

  void begin(Grouping& grouping, std::uint32_t index) {
    grouping.mark(index, OperationKind::bayeux_session);
    grouping.set_start(index, Start::cold);
    grouping.set_open(index, true);  // until the first connect
    const std::uint64_t client = client_in(grouping[index].response);
    if (client != 0) {
      sessions_[client] = {index, false, false};
    }
  }

  std::unordered_map<std::uint64_t, Session> sessions_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_bayeux_rule() {
  return std::make_unique<BayeuxRule>();
}

}  // namespace capaudit
