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

// The part of `connect` that lies before the request's first byte: data in a SYN (RFC
// 7413) is sent while the connection is opened.
double before(const Handshake& handshake, Time first, double connect) {
  if (first && handshake.syn_ns && *first >= *handshake.syn_ns) {
    return std::min(connect, static_cast<double>(*first - *handshake.syn_ns) / 1e6);
  }
  return connect;
}

template <class Reading>
bool forget(Reading& time, std::uint64_t frame, const ClockWatch& clock) {
  if (!time || !clock.ran_ahead(frame)) {
    return false;
  }
  time.reset();
  return true;
}

}  // namespace

void forget_times_ahead(Exchange& exchange, const ClockWatch& clock) {
  bool forgot = false;
  for (std::optional<Half>* half : {&exchange.request, &exchange.response}) {
    if (*half) {
      const bool first = forget((*half)->first_ns, (*half)->first_frame, clock);
      const bool last = forget((*half)->last_ns, (*half)->last_frame, clock);
      forgot = forgot || first || last;
    }
  }
  if (forgot) {
    exchange.time.continue_pause.reset();
    exchange.findings.push_back("clock_step");
  }
}

bool forget_times_ahead(Handshake& handshake, const ClockWatch& clock) {
  const bool syn = forget(handshake.syn_ns, handshake.syn_frame, clock);
  const bool syn_ack = forget(handshake.syn_ack_ns, handshake.syn_ack_frame, clock);
  const bool ack = forget(handshake.ack_ns, handshake.ack_frame, clock);
  return syn || syn_ack || ack;
}

void fill_times(Exchange& exchange, const Handshake& handshake,
                bool first_of_connection) {
  Timings& time = exchange.time;
  const Half* const request = exchange.request ? &*exchange.request : nullptr;
  const Half* const response = exchange.response ? &*exchange.response : nullptr;
  time.start_ns = request != nullptr ? request->first_ns : Time();
  if (request == nullptr && response != nullptr) {
    time.start_ns = response->first_ns;
  }
  if (const Time round_trip = handshake.round_trip_ns()) {
    time.rtt = static_cast<double>(*round_trip) / 1e6;
  }
  exchange.opens_connection = first_of_connection;
  if (first_of_connection && !handshake.crossed) {
    time.connect = span(exchange, handshake.syn_ns, handshake.ack_ns);
  }
  if (handshake.steps_back()) {
    exchange.findings.push_back("clock_step");
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
    if (const Time network = handshake.network_ns(); time.wait && network) {
      time.server = std::max(0.0, *time.wait - static_cast<double>(*network) / 1e6);
    }
  }
  if (response->whole) {
    time.total = span(exchange, request->first_ns, response->last_ns);
    if (time.total && time.connect) {
      *time.total += before(handshake, request->first_ns, *time.connect);
    }
  }
}

}  // namespace capaudit
