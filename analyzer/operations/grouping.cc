// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operations/grouping.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "analyzer/http/opening.h"
#include "analyzer/operations/url.h"

namespace capaudit {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

std::string_view address_of(std::string_view endpoint) {
  return endpoint.substr(0, endpoint.rfind(':'));
}

std::uint64_t client_of(const Exchange& exchange) {
  const std::uint64_t agent =
      exchange.request ? exchange.request->head_facts.user_agent : 0;
  return fingerprint(address_of(exchange.client)) * 31 + agent;
}

// The first word on how an operation began counts, but for cold, which always does.
Start earliest(Start first, Start second) {
  return first == Start::none || second == Start::cold ? second : first;
}

bool is_main(PartRole role) {
  return role == PartRole::main || role == PartRole::page || role == PartRole::piece ||
         role == PartRole::poll;
}

}  // namespace

Grouping::Grouping(const Analysis& analysis)
    : analysis_(analysis),
      parents_(analysis.exchanges.size()),
      sizes_(analysis.exchanges.size(), 1),
      states_(analysis.exchanges.size()),
      roles_(analysis.exchanges.size(), PartRole::main),
      follows_(analysis.exchanges.size(), false),
      targets_(analysis.exchanges.size(), 0) {
  std::iota(parents_.begin(), parents_.end(), 0u);
  clients_.reserve(analysis.exchanges.size());
  for (const Exchange& exchange : analysis.exchanges) {
    clients_.push_back(client_of(exchange));
  }
}

std::uint32_t Grouping::find(std::uint32_t index) {
  while (parents_[index] != index) {
    parents_[index] = parents_[parents_[index]];
    index = parents_[index];
  }
  return index;
}

void Grouping::join(std::uint32_t earlier, std::uint32_t later, OperationKind rule) {
  std::uint32_t into = find(earlier);
  std::uint32_t from = find(later);
  if (into != from) {
    const Marks older = states_[into];
    const Marks newer = states_[from];
    if (sizes_[into] < sizes_[from]) {
      std::swap(into, from);
    }
    parents_[from] = into;
    sizes_[into] += sizes_[from];
    Marks& state = states_[into];
    state.rules = older.rules | newer.rules;
    state.inferred = older.inferred || newer.inferred;
    state.open = newer.open;
    state.start = earliest(older.start, newer.start);
  }
  mark(earlier, rule);
}

void Grouping::mark(std::uint32_t index, OperationKind rule) {
  Marks& state = states_[find(index)];
  state.rules =
      static_cast<std::uint16_t>(state.rules | (1u << static_cast<unsigned>(rule)));
}

void Grouping::set_start(std::uint32_t index, Start start) {
  Start& known = states_[find(index)].start;
  known = earliest(known, start);
}

void Grouping::set_inferred(std::uint32_t index) {
  states_[find(index)].inferred = true;
}

void Grouping::set_open(std::uint32_t index, bool open) {
  states_[find(index)].open = open;
}

// Where no packet tells, a HAR's phases do.
std::optional<std::int64_t> Grouping::answered_ns(const Exchange& exchange) {
  const Timings& time = exchange.time;
  if (exchange.response->first_ns || !time.start_ns || !time.total || !time.receive) {
    return exchange.response->first_ns;
  }
  const double ms = std::clamp(*time.total - opening_ms(time) - *time.receive, 0.0, 1e12);
  const std::int64_t since_start = std::llround(ms * 1e6);
  return *time.start_ns > INT64_MAX - since_start ? INT64_MAX
                                                  : *time.start_ns + since_start;
}

bool Grouping::could_lead_to(std::uint32_t earlier, std::uint32_t later) const {
  const Exchange& first = analysis_.exchanges[earlier];
  const std::optional<std::int64_t> sent = analysis_.exchanges[later].time.start_ns;
  if (!first.response) {
    return false;
  }
  const std::optional<std::int64_t> answered = answered_ns(first);
  return !sent || !answered || *answered <= *sent;
}

bool Grouping::soon(std::uint32_t earlier, std::uint32_t later) const {
  constexpr std::int64_t kSoonNs = 60'000'000'000;
  const Exchange& first = analysis_.exchanges[earlier];
  const std::optional<std::int64_t> sent = analysis_.exchanges[later].time.start_ns;
  std::optional<std::int64_t> before = first.time.start_ns;
  if (first.response && first.response->last_ns) {
    before = first.response->last_ns;
  }
  // A difference that leaves 64 bits is no minute.
  return !sent || !before || *sent <= *before ||
         static_cast<std::uint64_t>(*sent) - static_cast<std::uint64_t>(*before) <=
             static_cast<std::uint64_t>(kSoonNs);
}

int Grouping::likeness(std::uint32_t earlier, std::uint32_t later) const {
  const Exchange& a = analysis_.exchanges[earlier];
  const Exchange& b = analysis_.exchanges[later];
  const auto session = [](const Exchange& exchange) {
    return exchange.request ? exchange.request->head_facts.session() : 0;
  };
  const bool connection = a.connection && a.connection == b.connection;
  return (connection ? 2 : 0) + (session(b) != 0 && session(a) == session(b) ? 1 : 0);
}

std::uint64_t Grouping::target(std::uint32_t index) const {
  std::uint64_t& target = targets_[index];
  if (target == 0) {
    target = target_key(analysis_.exchanges[index].url);
  }
  return target;
}

// The parts stand in `operation`; the rest follows from them.
void Grouping::finish(Operation& operation, const Marks& state) const {
  operation.rules = state.rules;
  operation.start = state.start;
  operation.inferred = state.inferred;
  if (state.rules != 0) {
    operation.kind = static_cast<OperationKind>(
        std::bit_width(static_cast<unsigned>(state.rules)) - 1);
  }
  bool any_main = false;
  bool all_whole = true;
  operation.anchor = operation.parts.back().exchange;
  for (auto part = operation.parts.rbegin(); part != operation.parts.rend(); ++part) {
    if (is_main(part->role)) {
      const bool series = part->role != PartRole::main;
      if (!any_main || series) {
        operation.anchor = part->exchange;  // the last, or the first of a series
      }
      any_main = true;
      all_whole =
          all_whole && analysis_.exchanges[part->exchange].state == State::complete;
    }
  }
  operation.complete = any_main && all_whole && !state.open;
}

void Grouping::write(Analysis& analysis) {
  analysis.operations.clear();
  std::vector<std::uint32_t> places(analysis.exchanges.size(), kNone);
  std::vector<std::uint32_t> roots;
  std::uint32_t number = 0;
  std::uint32_t capture = kNone;
  for (std::uint32_t i = 0; i < analysis.exchanges.size(); ++i) {
    Exchange& exchange = analysis.exchanges[i];
    const std::uint32_t root = find(i);
    if (places[root] == kNone) {
      places[root] = static_cast<std::uint32_t>(analysis.operations.size());
      roots.push_back(root);
      Operation& operation = analysis.operations.emplace_back();
      number = exchange.capture == capture ? number + 1 : 1;
      capture = exchange.capture;
      operation.capture = capture;
      operation.number = number;
    }
    exchange.operation = places[root];
    analysis.operations[places[root]].parts.push_back({i, roles_[i]});
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    finish(analysis.operations[i], states_[roots[i]]);
  }
}

}  // namespace capaudit
