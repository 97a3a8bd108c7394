// SPDX-License-Identifier: Apache-2.0
// What a claims file may call a metric, and what the auditor must know of each: its
// dimension, whether runs scatter by chance, which other metrics it may have meant.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "analyzer/audit/quantity.h"

namespace capaudit {

/// Where a metric's value comes from.
enum class Observed : std::uint8_t {
  capture,  ///< the capture shows it
  engine,   ///< an engine measures it here, on the captured bytes
  never,    ///< no capture can show it
};

struct MetricInfo {
  std::string_view name;
  Dimension dimension;
  Observed observed = Observed::capture;
  /// A time or rate: it scatters from run to run, so that a statement needs many runs.
  /// What is counted is certain from one run on.
  bool scatters = false;
  bool rate = false;  ///< more is faster
  /// Sizes at other levels that a figure may have meant, comma-separated.
  std::string_view levels = {};
  /// Of what can never be observed: why.
  std::string_view why = {};
};

std::span<const MetricInfo> metric_table();
/// Null: there is no such metric.
const MetricInfo* find_metric_info(std::string_view name);

}  // namespace capaudit
