// SPDX-License-Identifier: Apache-2.0
// Stretches of time of exchanges, and how long at least one of them lasts: what runs in
// parallel counts once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/metrics/metric.h"

namespace capaudit {

struct Interval {
  std::int64_t begin_ns = 0, end_ns = 0;
};

/// From the first byte of the request, or from the opening of the connection if that was
/// for its sake, to the last byte of the answer. None: part of it is not known.
std::optional<Interval> interval_of(const Exchange& exchange);

/// Of one that is not reversed.
std::uint64_t length_ns(const Interval& interval);

/// Milliseconds covered by at least one of `intervals`; reversed ones cover nothing.
double covered_ms(std::vector<Interval> intervals);

/// From the first request's first byte to the last answer's last byte, in milliseconds.
/// Requests without an answer open the window but do not end it.
Measured window_ms(const MetricInput& input);

}  // namespace capaudit
