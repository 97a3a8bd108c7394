// SPDX-License-Identifier: Apache-2.0
// Metrics: numbers of a set of exchanges: one exchange, the parts of an operation, the
// operations of a run, a whole scenario. docs/METRICS.md has each formula and its limits;
// one file per family.
//
// A value is known or it is not: what one exchange of the set leaves open is open for the
// set, and the result says which exchange and why.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "analyzer/analysis.h"

namespace capaudit {

enum class Unit : std::uint8_t {
  count,
  bytes,
  milliseconds,
  per_second,
  bytes_per_row,
  bytes_per_message,
  per_operation,
};

std::string_view to_string(Unit unit);

/// Sets for which a metric says something; bits.
inline constexpr std::uint8_t kPerExchange = 1, kPerOperation = 2, kPerScenario = 4;
inline constexpr std::uint8_t kEveryLevel = kPerExchange | kPerOperation | kPerScenario;

struct Measured {
  std::optional<double> value;
  /// Why there is no value: a literal, lower case, no full stop; empty if there is one.
  std::string_view unknown;
  /// Index of the first exchange that left it open.
  std::optional<std::uint32_t> exchange;
};

struct MetricInput {
  const Analysis& analysis;                  ///< with its operations grouped
  std::span<const std::uint32_t> exchanges;  ///< indices, ascending, each once
};

using MetricFunction = Measured (*)(const MetricInput&);

struct Metric {
  std::string_view name;  ///< as in a claims file
  Unit unit;
  std::uint8_t levels;
  /// Null: the capture's bytes have to be parsed again to measure it (parse_time, ...).
  MetricFunction function;
  std::string_view meaning;  ///< one line
};

std::span<const Metric> metrics();

/// Null: there is none of that name.
const Metric* find_metric(std::string_view name);

/// Of an empty set nothing is known but its counts, which are 0.
Measured measure(const Metric& metric, const MetricInput& input);

}  // namespace capaudit
