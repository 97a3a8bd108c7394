// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/call_facts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace capaudit {
namespace {

struct NamedAct {
  std::string_view name;
  ChannelAct act;
};

constexpr std::array kActs = {
    NamedAct{"client ping", ChannelAct::ping},
    NamedAct{"login", ChannelAct::login},
    NamedAct{"logout", ChannelAct::logout},
    NamedAct{"poll", ChannelAct::poll},
    NamedAct{"subscribe", ChannelAct::subscribe},
    NamedAct{"unsubscribe", ChannelAct::unsubscribe},
    NamedAct{"multi-subscribe", ChannelAct::subscribe},
    NamedAct{"disconnect", ChannelAct::disconnect},
    NamedAct{"/meta/handshake", ChannelAct::handshake},
    NamedAct{"/meta/connect", ChannelAct::connect},
    NamedAct{"/meta/subscribe", ChannelAct::subscribe},
    NamedAct{"/meta/unsubscribe", ChannelAct::unsubscribe},
    NamedAct{"/meta/disconnect", ChannelAct::disconnect},
};

ChannelAct act_of(const Call& call) {
  if (call.kind != CallKind::command) {
    return ChannelAct::none;
  }
  for (const NamedAct& named : kActs) {
    if (named.name == call.name) {
      return named.act;
    }
  }
  return ChannelAct::other;
}

bool is_answer(const CallFact& call) {
  return call.kind == CallKind::result || call.kind == CallKind::fault;
}

/// Of all but what is delivered: that answers nothing.
std::vector<std::uint64_t> sorted(const std::vector<CallFact>& calls,
                                  std::uint64_t CallFact::*field) {
  std::vector<std::uint64_t> out;
  out.reserve(calls.size());
  for (const CallFact& call : calls) {
    if (call.*field != 0 && call.kind != CallKind::publish) {
      out.push_back(call.*field);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::uint64_t fingerprint(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const std::uint64_t hash = std::hash<std::string_view>()(text);
  return hash == 0 ? 1 : hash;
}

std::vector<CallFact> call_facts(const std::vector<Call>& calls) {
  std::vector<CallFact> out;
  out.reserve(std::min(calls.size(), kMostCallFacts));
  for (const Call& call : calls) {
    if (out.size() == kMostCallFacts) {
      break;
    }
    CallFact& fact = out.emplace_back();
    fact.kind = call.kind;
    fact.act = act_of(call);
    fact.small = call.small;
    fact.duplicate_session = call.fault_code.ends_with("DuplicateSessionDetected");
    fact.bytes = call.bytes;
    fact.key = fingerprint(call.key);
    fact.message_id = fingerprint(call.message_id);
    fact.correlation_id = fingerprint(call.correlation_id);
    fact.client_id = fingerprint(call.client_id);
  }
  return out;
}

std::uint64_t count_answered(const std::vector<CallFact>& calls,
                             const std::vector<CallFact>& answers) {
  const std::vector<std::uint64_t> ids = sorted(answers, &CallFact::correlation_id);
  const std::vector<std::uint64_t> keys = sorted(answers, &CallFact::key);
  std::uint64_t count = 0;
  for (const CallFact& call : calls) {
    const bool by_id = call.message_id != 0 &&
                       std::binary_search(ids.begin(), ids.end(), call.message_id);
    const bool by_key =
        call.key != 0 && std::binary_search(keys.begin(), keys.end(), call.key);
    count += !is_answer(call) && (by_id || by_key) ? 1u : 0u;
  }
  return count;
}

}  // namespace capaudit
