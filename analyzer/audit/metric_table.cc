// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/metric_table.h"

#include <algorithm>
#include <array>

namespace capaudit {
namespace {

constexpr auto kCapture = Observed::capture;
constexpr auto kEngine = Observed::engine;
constexpr auto kNever = Observed::never;
constexpr auto kCount = Dimension::count;
constexpr auto kBytes = Dimension::bytes;
constexpr auto kTime = Dimension::milliseconds;
constexpr auto kRate = Dimension::per_second;

constexpr std::array kMetrics = {
    MetricInfo{"requests", kCount, kCapture},
    MetricInfo{"operations", kCount, kCapture},
    MetricInfo{"messages", kCount, kCapture},
    MetricInfo{"answered", kCount, kCapture},
    MetricInfo{"unanswered", kCount, kCapture},
    MetricInfo{"messages_per_second", kRate, kCapture, true, true},
    MetricInfo{"rows", kCount, kCapture},
    MetricInfo{"page_rows", kCount, kCapture},
    MetricInfo{"columns", kCount, kCapture},
    MetricInfo{"wire_bytes", kBytes, kCapture, false, false,
               "encoded_bytes,content_bytes"},
    MetricInfo{"request_bytes", kBytes, kCapture},
    MetricInfo{"response_bytes", kBytes, kCapture},
    MetricInfo{"head_bytes", kBytes, kCapture},
    MetricInfo{"encoded_bytes", kBytes, kCapture, false, false,
               "wire_bytes,content_bytes"},
    MetricInfo{"content_bytes", kBytes, kCapture, false, false,
               "encoded_bytes,wire_bytes"},
    MetricInfo{"bytes_per_row", kBytes, kCapture},
    MetricInfo{"bytes_per_message", kBytes, kCapture},
    MetricInfo{"connect_time", kTime, kCapture, true},
    MetricInfo{"server_time", kTime, kCapture, true},
    MetricInfo{"transfer_time", kTime, kCapture, true},
    MetricInfo{"think_time", kTime, kCapture, true},
    MetricInfo{"busy_time", kTime, kCapture, true},
    MetricInfo{"total_time", kTime, kCapture, true},
    MetricInfo{"parse_time", kTime, kEngine, true},
    MetricInfo{"generate_time", kTime, kEngine, true},
    MetricInfo{"parse_memory", kBytes, kEngine},
    MetricInfo{"requests_per_operation", kCount, kCapture},
    MetricInfo{"client_memory",
               kBytes,
               kNever,
               false,
               false,
               {},
               "memory that a client takes does not travel over the network"},
    MetricInfo{"server_memory",
               kBytes,
               kNever,
               false,
               false,
               {},
               "memory that a server takes does not travel over the network"},
    MetricInfo{"client_cpu",
               kTime,
               kNever,
               true,
               false,
               {},
               "how long a client computes cannot be told from how long it waits"},
    MetricInfo{"server_cpu",
               kTime,
               kNever,
               true,
               false,
               {},
               "how long a server computes cannot be told from how long it waits"},
    MetricInfo{"server_step_time",
               kTime,
               kNever,
               true,
               false,
               {},
               "the network shows when a server answers, not what it did before"},
    MetricInfo{"render_time",
               kTime,
               kNever,
               true,
               false,
               {},
               "drawing happens after the last byte and sends nothing"},
    MetricInfo{"unrecorded",
               kCount,
               kNever,
               false,
               false,
               {},
               "it is told of what is neither in the traffic nor in this recording"},
};

}  // namespace

std::span<const MetricInfo> metric_table() {
  return kMetrics;
}

const MetricInfo* find_metric_info(std::string_view name) {
  const auto* const found =
      std::find_if(kMetrics.begin(), kMetrics.end(),
                   [name](const MetricInfo& metric) { return metric.name == name; });
  return found == kMetrics.end() ? nullptr : found;
}

}  // namespace capaudit
