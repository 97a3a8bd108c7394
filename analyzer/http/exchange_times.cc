// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/exchange_times.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace capaudit {
namespace {

using Time = std::optional<std::int64_t>;

// Milliseconds between two readings; a clock that stepped back gives 0 and a finding.
std::optional<double> span(Exchange& exchange, Time from, Time to) {
  if (!from || !to) {
    return std::nullopt;
  }
  if (*to < *from) {
    exchange.findings.push_back("clock_step");
    return 0.0;
  }
  return static_cast<double>(*to - *from) / 1e6;
}

}  // namespace

void fill_times(Exchange& exchange, const Handshake& handshake,
                bool first_of_connection) {
  Timings& time = exchange.time;
  const Half* const request = exchange.request ? &*exchange.request : nullptr;
  const Half* const response = exchange.response ? &*exchange.response : nullptr;
  time.start_ns = request != nullptr ? request->first_ns : Time();
  if (request == nullptr && response != nullptr) {
    time.start_ns = response->first_ns;
  }
  time.rtt = span(exchange, handshake.syn_ns, handshake.ack_ns);
  exchange.opens_connection = first_of_connection;
  if (first_of_connection) {
    time.connect = time.rtt;
  }
  if (request != nullptr && request->whole) {
    time.send = span(exchange, request->first_ns, request->last_ns);
  }
  if (response != nullptr && response->whole) {
    time.receive = span(exchange, response->first_ns, response->last_ns);
  }
  if (request == nullptr || response == nullptr) {
    return;
  }
  if (request->whole) {
    if (std::find(exchange.findings.begin(), exchange.findings.end(), kEarlyResponse) !=
        exchange.findings.end()) {
      time.wait =
          request->last_ns && response->first_ns ? std::optional(0.0) : std::nullopt;
    } else {
      time.wait = span(exchange, request->last_ns, response->first_ns);
    }
    const std::optional<double> network =
        span(exchange, handshake.syn_ns, handshake.syn_ack_ns);
    if (time.wait && network) {
      time.server = std::max(0.0, *time.wait - *network);
    }
  }
  if (response->whole) {
    time.total = span(exchange, request->first_ns, response->last_ns);
    if (time.total && time.connect) {
      *time.total += *time.connect;
    }
  }
}

}  // namespace capaudit
