// SPDX-License-Identifier: Apache-2.0
// The functions behind the metrics, by the file that holds them; metric.cc has the table.
#pragma once

#include "analyzer/metrics/metric.h"

namespace capaudit {

// counts.cc
Measured requests(const MetricInput& input);
Measured operations(const MetricInput& input);
Measured requests_per_operation(const MetricInput& input);

// messages.cc
Measured messages_sent(const MetricInput& input);
Measured messages_answered(const MetricInput& input);
Measured messages_unanswered(const MetricInput& input);
Measured messages_per_second(const MetricInput& input);

// bytes.cc
Measured wire_bytes(const MetricInput& input);
Measured request_bytes(const MetricInput& input);
Measured response_bytes(const MetricInput& input);
Measured head_bytes(const MetricInput& input);
Measured encoded_bytes(const MetricInput& input);
Measured content_bytes(const MetricInput& input);
Measured bytes_per_message(const MetricInput& input);

// rows.cc
Measured rows(const MetricInput& input);
Measured page_rows(const MetricInput& input);
Measured columns(const MetricInput& input);
Measured bytes_per_row(const MetricInput& input);

// times.cc
Measured connect_time(const MetricInput& input);
Measured server_time(const MetricInput& input);
Measured transfer_time(const MetricInput& input);
Measured think_time(const MetricInput& input);
Measured busy_time(const MetricInput& input);
Measured total_time(const MetricInput& input);

/// Known.
inline Measured known(double value) {
  return {value, {}, {}};
}

/// Not known, because of `exchange`.
inline Measured unknown(std::string_view why, std::uint32_t exchange) {
  return {std::nullopt, why, exchange};
}

/// Not known of the set.
inline Measured unknown(std::string_view why) {
  return {std::nullopt, why, std::nullopt};
}

/// `a / b`; open if either is, or if b is 0.
Measured ratio(const Measured& a, const Measured& b, std::string_view if_zero);

/// What the exchange is in its operation; main where it has none.
PartRole role_of(const Analysis& analysis, std::uint32_t exchange);

}  // namespace capaudit
