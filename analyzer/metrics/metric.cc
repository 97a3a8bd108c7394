// SPDX-License-Identifier: Apache-2.0
#include "analyzer/metrics/metric.h"

#include <algorithm>
#include <array>

#include "analyzer/metrics/families.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kSets = kPerOperation | kPerScenario;

constexpr std::array kMetrics = std::to_array<Metric>({
    {"requests", Unit::count, kEveryLevel, requests, "requests that were sent"},
    {"operations", Unit::count, kPerScenario, operations, "operations they belong to"},
    {"messages", Unit::count, kEveryLevel, messages_sent,
     "messages in the requests; a request without a body is one"},
    {"answered", Unit::count, kEveryLevel, messages_answered, "of these, with an answer"},
    {"unanswered", Unit::count, kEveryLevel, messages_unanswered,
     "of these, without one"},
    {"messages_per_second", Unit::per_second, kSets, messages_per_second,
     "answered messages, from the first request's first byte to the last answer's last"},
    {"rows", Unit::count, kEveryLevel, rows, "rows in the answers"},
    {"page_rows", Unit::count, kEveryLevel, page_rows, "rows of the answer with most"},
    {"columns", Unit::count, kEveryLevel, columns,
     "columns of their tables, where all have as many"},
    {"wire_bytes", Unit::bytes, kEveryLevel, wire_bytes,
     "frames that brought requests and answers, with all their headers"},
    {"request_bytes", Unit::bytes, kEveryLevel, request_bytes,
     "heads, framing and coded bodies of the requests"},
    {"response_bytes", Unit::bytes, kEveryLevel, response_bytes,
     "heads, framing and coded bodies of the answers"},
    {"head_bytes", Unit::bytes, kEveryLevel, head_bytes, "heads of requests and answers"},
    {"encoded_bytes", Unit::bytes, kEveryLevel, encoded_bytes,
     "bodies of the answers as sent, compressed or not"},
    {"content_bytes", Unit::bytes, kEveryLevel, content_bytes,
     "bodies of the answers, decoded"},
    {"bytes_per_row", Unit::bytes_per_row, kEveryLevel, bytes_per_row,
     "encoded bytes of the answers that carry rows, by row"},
    {"bytes_per_message", Unit::bytes_per_message, kEveryLevel, bytes_per_message,
     "request and response bytes, by message sent"},
    {"connect_time", Unit::milliseconds, kEveryLevel, connect_time,
     "opening the connections these requests waited for, TLS included"},
    {"server_time", Unit::milliseconds, kEveryLevel, server_time,
     "wait for the answers, less the network's share; parallel waits once"},
    {"transfer_time", Unit::milliseconds, kEveryLevel, transfer_time,
     "from an answer's first byte to its last; parallel transfers once"},
    {"think_time", Unit::milliseconds, kSets, think_time,
     "between the first request and the last answer, with nothing under way"},
    {"busy_time", Unit::milliseconds, kEveryLevel, busy_time,
     "with at least one exchange under way"},
    {"total_time", Unit::milliseconds, kEveryLevel, total_time,
     "from the start of the first exchange to the end of the last answer"},
    {"parse_time", Unit::milliseconds, kEveryLevel, nullptr,
     "parsing the answers again, here"},
    {"generate_time", Unit::milliseconds, kEveryLevel, nullptr,
     "generating the answers again, here"},
    {"parse_memory", Unit::bytes, kEveryLevel, nullptr,
     "peak allocation while parsing them here"},
    {"requests_per_operation", Unit::per_operation, kPerScenario, requests_per_operation,
     "requests by operation"},
});

}  // namespace

std::string_view to_string(Unit unit) {
  switch (unit) {
  case Unit::count:
    return "";
  case Unit::bytes:
    return "B";
  case Unit::milliseconds:
    return "ms";
  case Unit::per_second:
    return "/s";
  case Unit::bytes_per_row:
    return "B/row";
  case Unit::bytes_per_message:
    return "B/message";
  case Unit::per_operation:
    return "/operation";
  }
  return "";
}

std::span<const Metric> metrics() {
  return kMetrics;
}

const Metric* find_metric(std::string_view name) {
  const auto found =
      std::find_if(kMetrics.begin(), kMetrics.end(),
                   [name](const Metric& metric) { return metric.name == name; });
  return found == kMetrics.end() ? nullptr : found;
}

Measured measure(const Metric& metric, const MetricInput& input) {
  if (metric.function == nullptr) {
    return unknown("it takes parsing the bodies again");
  }
  if (input.exchanges.empty() && metric.unit != Unit::count) {
    return unknown("there is no exchange");
  }
  return metric.function(input);
}

Measured ratio(const Measured& a, const Measured& b, std::string_view if_zero) {
  if (!a.value) {
    return a;
  }
  if (!b.value) {
    return b;
  }
  return *b.value == 0 ? unknown(if_zero) : known(*a.value / *b.value);
}

PartRole role_of(const Analysis& analysis, std::uint32_t exchange) {
  const std::optional<std::uint32_t> operation = analysis.exchanges[exchange].operation;
  if (!operation) {
    return PartRole::main;
  }
  const Few<Part>& parts = analysis.operations[*operation].parts;
  const auto part = std::lower_bound(
      parts.begin(), parts.end(), exchange,
      [](const Part& one, std::uint32_t wanted) { return one.exchange < wanted; });
  return part == parts.end() || part->exchange != exchange ? PartRole::main : part->role;
}

}  // namespace capaudit
