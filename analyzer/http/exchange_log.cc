// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/exchange_log.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace capaudit {
namespace {

// Results wait in the pool until so many bodies have gone in.
constexpr unsigned kResultsEvery = 64;

}  // namespace

ExchangeLog::ExchangeLog(const ExchangeLogOptions& options)
    : options_(options), pool_(options.jobs) {}

std::uint32_t ExchangeLog::add(const ExchangeKey& key) {
  exchanges_.emplace_back().key = key;
  return static_cast<std::uint32_t>(exchanges_.size() - 1);
}

Text ExchangeLog::keep_head(std::string_view head) {
  const std::uint64_t room = options_.keep_heads_in_all - heads_kept_;
  const std::uint64_t kept =
      std::min({std::uint64_t{head.size()}, options_.keep_heads, room});
  heads_kept_ += kept;
  return Text(head.substr(0, static_cast<std::size_t>(kept)));
}

void ExchangeLog::take(std::uint32_t index, bool is_request, Message& message) {
  Exchange& exchange = exchanges_[index];
  if (const auto& other_half = is_request ? exchange.response : exchange.request) {
    message.leave_shared_frames(*other_half);
  }
  exchange.wire.packets += message.wire.packets;
  exchange.wire.frame_bytes += message.wire.frame_bytes;
  exchange.findings.append(message.findings);
  if (is_request && message.head.expect_continue && message.head_end_ns &&
      message.body_begin_ns && *message.body_begin_ns > *message.head_end_ns) {
    exchange.time.continue_pause =
        static_cast<double>(*message.body_begin_ns - *message.head_end_ns) / 1e6;
    exchange.findings.push_back("continue_pause");
  }
  std::optional<Half>& half = is_request ? exchange.request : exchange.response;
  half = std::move(message.half);
  half->head_facts = std::move(message.head.facts);
  const bool complete = half->whole && message.body_whole;
  if (const auto found = options_.wanted.find(exchange.key);
      found != options_.wanted.end()) {
    WantedBody& wanted = *found->second;
    (is_request ? wanted.request : wanted.response) = message.body;
    (is_request ? wanted.request_complete : wanted.response_complete) = complete;
  }
  if (half->encoded_bytes == std::uint64_t{0} && half->whole) {
    half->facts.content_bytes = 0;
    half->facts.format = Format::empty;
    half->facts.messages = 0;
    return;
  }
  if (!options_.examine_bodies || message.body.empty()) {
    return;
  }
  BodyTask task;
  task.exchange = index;
  task.is_request = is_request;
  task.complete = complete;
  task.encoded = std::move(message.body);
  task.codings = half->codings;
  task.content_type = half->content_type.value_or(Text());
  task.soap_action = message.head.soap_action;
  task.target = exchange.url;
  pool_.submit(std::move(task));
  if (++submitted_ % kResultsEvery == 0) {
    put_in_place(pool_.take_ready());
  }
}

void ExchangeLog::put_in_place(std::vector<BodyFacts> results) {
  for (BodyFacts& result : results) {
    Exchange& exchange = exchanges_[result.exchange];
    Half& half = result.is_request ? *exchange.request : *exchange.response;
    exchange.findings.append(result.facts.findings);
    half.facts = std::move(result.facts);
    if (half.codings.empty()) {
      half.facts.content_bytes = half.encoded_bytes;  // nothing to take off, holes or not
    }
  }
}

// In place: a second copy of all would be the largest thing in memory.
void ExchangeLog::sort() {
  const auto begins_before = [](const Exchange& a, const Exchange& b) {
    return a.key < b.key;
  };
  if (std::is_sorted(exchanges_.begin(), exchanges_.end(), begins_before)) {
    return;
  }
  std::vector<std::uint32_t> order(exchanges_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return exchanges_[a].key != exchanges_[b].key ? exchanges_[a].key < exchanges_[b].key
                                                  : a < b;
  });
  for (std::uint32_t first = 0; first < order.size(); ++first) {
    if (order[first] == first) {
      continue;
    }
    Exchange moved = std::move(exchanges_[first]);
    std::uint32_t hole = first;
    for (std::uint32_t from = order[hole]; from != first; from = order[hole]) {
      exchanges_[hole] = std::move(exchanges_[from]);
      order[hole] = hole;
      hole = from;
    }
    exchanges_[hole] = std::move(moved);
    order[hole] = hole;
  }
}

Exchanges ExchangeLog::finish() {
  put_in_place(pool_.finish());
  sort();
  std::uint32_t number = 0;
  for (Exchange& exchange : exchanges_) {
    exchange.number = ++number;
    name_response(exchange);
    sort_findings(exchange);
  }
  return std::move(exchanges_);
}

}  // namespace capaudit
