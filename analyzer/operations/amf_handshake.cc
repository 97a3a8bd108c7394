// SPDX-License-Identifier: Apache-2.0
// A Flash client's first call with all it took: page and SWF, policy file, ping, login,
// a refusal for a session that was not found again (docs/OPERATIONS.md). The id in the
// ping's answer (DSId) is the one the call carries. What was set up is attached once, to
// the first call, publication or subscription after it; later ones are warm.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/operations/amf_pages.h"
#include "analyzer/operations/url.h"

namespace capaudit {
namespace {

struct Acts {
  bool uses_channel = false, ping = false, login = false, disconnect = false;
};

Acts acts_of(const std::vector<CallFact>& calls) {
  Acts acts;
  for (const CallFact& call : calls) {
    acts.uses_channel = acts.uses_channel || call.kind == CallKind::call ||
                        call.kind == CallKind::publish ||
                        call.act == ChannelAct::subscribe;
    acts.ping = acts.ping || call.act == ChannelAct::ping;
    acts.login = acts.login || call.act == ChannelAct::login;
    acts.disconnect = acts.disconnect || call.act == ChannelAct::disconnect;
  }
  return acts;
}

/// The Flex client that a packet names; 0: none yet.
std::uint64_t client_in(const std::optional<Half>& half) {
  static const std::uint64_t kNil = fingerprint("nil");
  if (half) {
    for (const CallFact& call : half->facts.calls) {
      if (call.client_id != 0 && call.client_id != kNil) {
        return call.client_id;
      }
    }
  }
  return 0;
}

bool was_refused(const Exchange& exchange) {
  return exchange.response &&
         std::any_of(exchange.response->facts.calls.begin(),
                     exchange.response->facts.calls.end(),
                     [](const CallFact& call) { return call.duplicate_session; });
}

class AmfHandshakeRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    const Facts& asked = exchange.request->facts;
    if ((asked.format != Format::amf0 && asked.format != Format::amf3) ||
        asked.calls.empty()) {
      pages_.see(grouping, index);
      return;
    }
    const Acts acts = acts_of(asked.calls);
    const std::uint64_t endpoint =
        mix(grouping.client(index), fingerprint(place_of(exchange.url)));
    if (acts.uses_channel) {
      call(grouping, index, acts, endpoint);
    } else if (acts.ping || acts.login) {
      prepare(grouping, index, acts, endpoint);
    } else if (acts.disconnect && exchange.connection) {
      ended_[*exchange.connection] = index;
    }
  }

 private:
  // The client that a request speaks for: the Flex client, else whoever asks this
  // endpoint.
  static std::uint64_t speaker(const Exchange& exchange, std::uint64_t endpoint) {
    const std::uint64_t client = client_in(exchange.request);
    return client != 0 ? client : endpoint;
  }

  void attach(Grouping& grouping, std::uint32_t part, std::uint32_t index) {
    grouping.join(part, index, OperationKind::amf_handshake);
    grouping.set_role(part, PartRole::setup);
  }

  /// What came before the first packet of a client. False: nothing did.
  bool attach_beginning(Grouping& grouping, std::uint32_t index, std::uint64_t endpoint) {
    bool any = false;
    for (const std::uint32_t part : pages_.take(grouping, index)) {
      attach(grouping, part, index);
      any = true;
    }
    if (const auto refused = refused_.take(grouping, endpoint, index)) {
      attach(grouping, *refused, index);
      any = true;
    }
    // A disconnect on the same connection ended the client's life before this one.
    const std::optional<std::uint32_t> connection = grouping[index].connection;
    const auto ended = connection ? ended_.find(*connection) : ended_.end();
    if (ended != ended_.end() && grouping.could_lead_to(ended->second, index)) {
      attach(grouping, ended->second, index);
      ended_.erase(ended);
      any = true;
    }
    return any;
  }

  void prepare(Grouping& grouping, std::uint32_t index, const Acts& acts,
               std::uint64_t endpoint) {
    const Exchange& exchange = grouping[index];
    grouping.mark(index, OperationKind::amf_handshake);
    grouping.set_role(index, PartRole::setup);
    grouping.set_start(index, Start::cold);
    if (acts.ping) {
      attach_beginning(grouping, index, endpoint);
    }
    std::uint64_t client = speaker(exchange, endpoint);
    if (client == endpoint && client_in(exchange.response) != 0) {
      client = client_in(exchange.response);
    }
    const auto [place, fresh] = prepared_.try_emplace(client, index);
    if (!fresh) {
      grouping.join(place->second, index, OperationKind::amf_handshake);
      place->second = index;
    }
  }

  void call(Grouping& grouping, std::uint32_t index, const Acts& acts,
            std::uint64_t endpoint) {
    const Exchange& exchange = grouping[index];
    std::uint64_t client = speaker(exchange, endpoint);
    const auto prepared = prepared_.find(client);
    const bool known = !known_.insert(client).second;
    if (prepared != prepared_.end() && grouping.could_lead_to(prepared->second, index)) {
      grouping.join(prepared->second, index, OperationKind::amf_handshake);
      grouping.set_start(index, Start::cold);
      prepared_.erase(prepared);
    } else if (acts.ping || acts.login) {
      attach_beginning(grouping, index, endpoint);
      grouping.mark(index, OperationKind::amf_handshake);
      grouping.set_start(index, Start::cold);
      if (const std::uint64_t named = client_in(exchange.response); named != 0) {
        known_.insert(named);
      }
    } else if (!known && client == endpoint &&
               attach_beginning(grouping, index, endpoint)) {
      grouping.set_start(index, Start::cold);
    } else {
      grouping.set_start(index, known ? Start::warm : Start::unknown);
    }
    if (was_refused(exchange)) {
      refused_.offer(endpoint, index);
    }
  }

  FlashPages pages_;
  std::unordered_map<std::uint64_t, std::uint32_t> prepared_;  ///< last setup, by client
  std::unordered_set<std::uint64_t> known_;                 ///< clients that have called
  Waiting refused_;                                         ///< by endpoint
  std::unordered_map<std::uint32_t, std::uint32_t> ended_;  ///< by connection
};

}  // namespace

std::unique_ptr<GroupingRule> make_amf_handshake_rule() {
  return std::make_unique<AmfHandshakeRule>();
}

}  // namespace capaudit
