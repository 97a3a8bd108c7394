// SPDX-License-Identifier: Apache-2.0
#include "reports/operation_record.h"

#include <array>

#include "analyzer/metrics/metric.h"
#include "reports/numbers.h"

namespace capaudit {
namespace {

using KindCounts = std::array<std::uint64_t, kOperationKinds>;

void write_metrics(const Analysis& analysis, const std::vector<std::uint32_t>& exchanges,
                   JsonWriter& json) {
  json.begin_object();
  for (const Metric& metric : metrics()) {
    if (metric.function == nullptr || (metric.levels & kPerOperation) == 0) {
      continue;
    }
    const Measured measured = measure(metric, {analysis, exchanges});
    json.key(metric.name);
    const bool whole = metric.unit == Unit::count || metric.unit == Unit::bytes;
    if (measured.value && whole) {
      json.number(static_cast<std::uint64_t>(*measured.value));
    } else {
      json.known_ms(measured.value);
    }
  }
  json.end_object();
}

}  // namespace

bool tells_more(const Operation& operation) {
  return operation.kind != OperationKind::single || operation.parts.size() > 1;
}

std::string kinds_text(const Analysis& analysis, std::size_t capture) {
  KindCounts counts{};
  for (const Operation& operation : analysis.operations) {
    if (operation.capture == capture) {
      ++counts[static_cast<std::size_t>(operation.kind)];
    }
  }
  std::string text;
  for (const OperationRule& rule : kOperationRules) {
    const std::uint64_t count = counts[static_cast<std::size_t>(rule.kind)];
    if (count != 0) {
      text += (text.empty() ? "" : ", ") + grouped(count) + " " + std::string(rule.name);
    }
  }
  return text.empty() ? "none" : text;
}

void write_operation(const Analysis& analysis, const Operation& operation,
                     const Redactor& redactor, JsonWriter& json) {
  json.begin_object();
  json.key("id");
  json.text(operation_id(analysis, operation));
  json.key("kind");
  json.text(kOperationRules[static_cast<std::size_t>(operation.kind)].name);
  json.key("because");
  json.text(grouped_because(operation));
  json.key("name");
  json.text(redactor.text(operation_name(analysis, operation)));
  json.key("start");
  json.known_text(operation.start == Start::none ? std::string_view()
                                                 : to_string(operation.start));
  json.key("complete");
  json.boolean(operation.complete);
  json.key("inferred");
  json.boolean(operation.inferred);
  json.key("exchanges");
  json.begin_array();
  bool setup = false;
  for (const Part& part : operation.parts) {
    setup = setup || part.role == PartRole::setup;
    json.begin_object();
    json.key("id");
    json.text(exchange_id(analysis, analysis.exchanges[part.exchange]));
    json.key("role");
    json.text(to_string(part.role));
    json.end_object();
  }
  json.end_array();
  json.key("metrics");
  write_metrics(analysis, exchanges_of(operation, true), json);
  json.key("without_setup");
  if (setup) {
    write_metrics(analysis, exchanges_of(operation, false), json);
  } else {
    json.null();
  }
  json.end_object();
}

void write_operations(const Analysis& analysis, const Redactor& redactor,
                      JsonWriter& json) {
  KindCounts counts{};
  for (const Operation& operation : analysis.operations) {
    ++counts[static_cast<std::size_t>(operation.kind)];
  }
  json.key("operations");
  json.begin_object();
  for (const OperationRule& rule : kOperationRules) {
    json.key(rule.name);
    json.number(counts[static_cast<std::size_t>(rule.kind)]);
  }
  json.end_object();
  json.key("grouped");
  json.begin_array();
  for (const Operation& operation : analysis.operations) {
    if (tells_more(operation)) {
      write_operation(analysis, operation, redactor, json);
    }
  }
  json.end_array();
}

}  // namespace capaudit
