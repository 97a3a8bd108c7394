// SPDX-License-Identifier: Apache-2.0
// Times of a set of exchanges. Each is the length of a union of intervals, so that what
// runs in parallel is counted once; formulas in docs/METRICS.md.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "analyzer/http/opening.h"
#include "analyzer/metrics/families.h"
#include "analyzer/metrics/intervals.h"

namespace capaudit {
namespace {

constexpr std::string_view kNoEnd = "an answer was not seen to its end";

std::int64_t to_ns(double ms) {
  return static_cast<std::int64_t>(std::llround(ms * 1e6));
}

/// Last byte of the request, first byte of the answer. None: not known.
struct Turn {
  std::int64_t asked_ns = 0, answered_ns = 0, ended_ns = 0;
};

std::optional<Turn> turn_of(const Exchange& exchange) {
  const std::optional<Interval> interval = interval_of(exchange);
  const Timings& time = exchange.time;
  if (!interval || !time.wait || !time.receive) {
    return std::nullopt;
  }
  Turn turn;
  turn.ended_ns = interval->end_ns;
  turn.answered_ns = turn.ended_ns - to_ns(*time.receive);
  turn.asked_ns = turn.answered_ns - to_ns(*time.wait);
  return turn;
}

std::optional<std::vector<Interval>> intervals_of(const MetricInput& input,
                                                  std::uint32_t& missing) {
  std::vector<Interval> out;
  out.reserve(input.exchanges.size());
  for (const std::uint32_t index : input.exchanges) {
    const std::optional<Interval> interval = interval_of(input.analysis.exchanges[index]);
    if (!interval) {
      missing = index;
      return std::nullopt;
    }
    out.push_back(*interval);
  }
  return out;
}

double span_ms(const std::vector<Interval>& intervals) {
  Interval all = intervals.front();
  for (const Interval& interval : intervals) {
    all.begin_ns = std::min(all.begin_ns, interval.begin_ns);
    all.end_ns = std::max(all.end_ns, interval.end_ns);
  }
  return static_cast<double>(length_ns(all)) / 1e6;
}

}  // namespace

Measured connect_time(const MetricInput& input) {
  double sum = 0;
  for (const std::uint32_t index : input.exchanges) {
    const Exchange& exchange = input.analysis.exchanges[index];
    if (exchange.opens_connection && !exchange.time.connect) {
      return unknown("the handshake of a connection is not in the capture", index);
    }
    sum += opening_ms(exchange.time);
  }
  return known(sum);
}

Measured server_time(const MetricInput& input) {
  std::vector<Interval> waits;
  for (const std::uint32_t index : input.exchanges) {
    const Exchange& exchange = input.analysis.exchanges[index];
    if (role_of(input.analysis, index) == PartRole::poll) {
      return unknown("the server held an answer back", index);
    }
    const std::optional<Turn> turn = turn_of(exchange);
    if (!turn) {
      return unknown(kNoEnd, index);
    }
    if (!exchange.time.server) {
      return unknown("the network's share is not known: no clean handshake was captured",
                     index);
    }
    const std::int64_t share = to_ns(*exchange.time.wait - *exchange.time.server) / 2;
    const std::int64_t begin = turn->asked_ns + share;
    waits.push_back({begin, begin + to_ns(*exchange.time.server)});
  }
  return known(covered_ms(std::move(waits)));
}

Measured transfer_time(const MetricInput& input) {
  std::vector<Interval> transfers;
  for (const std::uint32_t index : input.exchanges) {
    const std::optional<Turn> turn = turn_of(input.analysis.exchanges[index]);
    if (!turn) {
      return unknown(kNoEnd, index);
    }
    transfers.push_back({turn->answered_ns, turn->ended_ns});
  }
  return known(covered_ms(std::move(transfers)));
}

Measured busy_time(const MetricInput& input) {
  std::uint32_t missing = 0;
  std::optional<std::vector<Interval>> intervals = intervals_of(input, missing);
  if (!intervals) {
    return unknown(kNoEnd, missing);
  }
  return known(covered_ms(*std::move(intervals)));
}

Measured total_time(const MetricInput& input) {
  std::uint32_t missing = 0;
  const std::optional<std::vector<Interval>> intervals = intervals_of(input, missing);
  if (!intervals) {
    return unknown(kNoEnd, missing);
  }
  return known(span_ms(*intervals));
}

Measured think_time(const MetricInput& input) {
  std::uint32_t missing = 0;
  std::optional<std::vector<Interval>> intervals = intervals_of(input, missing);
  if (!intervals) {
    return unknown(kNoEnd, missing);
  }
  const double all = span_ms(*intervals);
  return known(std::max(0.0, all - covered_ms(*std::move(intervals))));
}

}  // namespace capaudit
