// SPDX-License-Identifier: Apache-2.0
#include "analyzer/metrics/intervals.h"

#include <algorithm>
#include <cmath>

#include "analyzer/http/opening.h"
#include "analyzer/metrics/families.h"

namespace capaudit {
namespace {

std::int64_t to_ns(double ms) {
  return static_cast<std::int64_t>(std::llround(ms * 1e6));
}

// Times of a HAR may be any.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  return !__builtin_add_overflow(a, b, &out) ? out : b < 0 ? INT64_MIN : INT64_MAX;
}

// What of the total lies before the request's first byte. A request in the SYN (RFC 7413)
// does not wait for its connection.
std::int64_t opening_ns(const Exchange& exchange) {
  const Timings& time = exchange.time;
  const std::int64_t opening = to_ns(opening_ms(time));
  if (!exchange.response || !exchange.response->last_ns ||
      *exchange.response->last_ns < *time.start_ns) {
    return opening;
  }
  const std::int64_t after_start = *exchange.response->last_ns - *time.start_ns;
  return std::clamp<std::int64_t>(to_ns(*time.total) - after_start, 0, opening);
}

}  // namespace

std::optional<Interval> interval_of(const Exchange& exchange) {
  const Timings& time = exchange.time;
  if (!time.start_ns || !time.total) {
    return std::nullopt;
  }
  Interval interval;
  interval.begin_ns = sum(*time.start_ns, -opening_ns(exchange));
  interval.end_ns = sum(interval.begin_ns, to_ns(*time.total));
  return interval;
}

std::uint64_t length_ns(const Interval& interval) {
  return static_cast<std::uint64_t>(interval.end_ns) -
         static_cast<std::uint64_t>(interval.begin_ns);
}

double covered_ms(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return a.begin_ns != b.begin_ns ? a.begin_ns < b.begin_ns : a.end_ns < b.end_ns;
  });
  std::uint64_t covered = 0;
  std::optional<std::int64_t> reached;
  for (const Interval& interval : intervals) {
    const std::int64_t begin =
        reached ? std::max(*reached, interval.begin_ns) : interval.begin_ns;
    if (interval.end_ns > begin) {
      covered += length_ns({begin, interval.end_ns});
      reached = interval.end_ns;
    }
  }
  return static_cast<double>(covered) / 1e6;
}

Measured window_ms(const MetricInput& input) {
  std::optional<std::int64_t> begin;
  std::optional<std::int64_t> end;
  for (const std::uint32_t index : input.exchanges) {
    const Exchange& exchange = input.analysis.exchanges[index];
    if (!exchange.time.start_ns) {
      return unknown("an exchange has no time", index);
    }
    begin = std::min(begin.value_or(*exchange.time.start_ns), *exchange.time.start_ns);
    if (const std::optional<Interval> interval = interval_of(exchange)) {
      end = std::max(end.value_or(interval->end_ns), interval->end_ns);
    }
  }
  if (!begin || !end) {
    return unknown("no answer was seen to its end");
  }
  return known(static_cast<double>(*end - *begin) / 1e6);
}

}  // namespace capaudit
