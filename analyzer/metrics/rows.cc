// SPDX-License-Identifier: Apache-2.0
// Rows and columns of the tables in answers, and the bytes of a row.
#include <algorithm>
#include <optional>

#include "analyzer/metrics/families.h"

namespace capaudit {
namespace {

constexpr std::string_view kNoTable = "no answer holds a table";
constexpr std::string_view kUnread = "an answer's body is damaged or was not read";

/// A try that was made again brought nothing that counts.
bool counts(const MetricInput& input, std::uint32_t index) {
  return role_of(input.analysis, index) != PartRole::failed_try;
}

/// Was the body read to its end, so that what has no rows there has none?
bool was_read(const Exchange& exchange) {
  if (!exchange.response) {
    return exchange.state != State::gap;
  }
  const Half& half = *exchange.response;
  const auto says = [&](std::string_view prefix) {
    return std::any_of(
        half.facts.findings.begin(), half.facts.findings.end(),
        [prefix](std::string_view code) { return code.starts_with(prefix); });
  };
  return half.whole && half.facts.format && half.facts.messages && !says("body_") &&
         !says("coding_truncated") && !says("coding_damaged");
}

const Facts* table_of(const Exchange& exchange) {
  return exchange.response && exchange.response->facts.rows ? &exchange.response->facts
                                                            : nullptr;
}

}  // namespace

Measured rows(const MetricInput& input) {
  std::uint64_t sum = 0;
  bool any = false;
  for (const std::uint32_t index : input.exchanges) {
    if (!counts(input, index)) {
      continue;
    }
    const Exchange& exchange = input.analysis.exchanges[index];
    if (const Facts* const facts = table_of(exchange)) {
      any = true;
      sum += *facts->rows;
    } else if (!was_read(exchange)) {
      return unknown(kUnread, index);
    }
  }
  return any ? known(static_cast<double>(sum)) : unknown(kNoTable);
}

Measured page_rows(const MetricInput& input) {
  std::optional<std::uint64_t> most;
  for (const std::uint32_t index : input.exchanges) {
    if (!counts(input, index)) {
      continue;
    }
    const Exchange& exchange = input.analysis.exchanges[index];
    if (const Facts* const facts = table_of(exchange)) {
      most = std::max(most.value_or(0), *facts->rows);
    } else if (!was_read(exchange)) {
      return unknown(kUnread, index);
    }
  }
  return most ? known(static_cast<double>(*most)) : unknown(kNoTable);
}

Measured columns(const MetricInput& input) {
  std::optional<std::uint64_t> common;
  for (const std::uint32_t index : input.exchanges) {
    const Facts* const facts = table_of(input.analysis.exchanges[index]);
    if (!counts(input, index) || facts == nullptr || !facts->columns) {
      continue;
    }
    if (common && *common != *facts->columns) {
      return unknown("the tables differ in their columns", index);
    }
    common = facts->columns;
  }
  return common ? known(static_cast<double>(*common)) : unknown(kNoTable);
}

Measured bytes_per_row(const MetricInput& input) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t index : input.exchanges) {
    const Exchange& exchange = input.analysis.exchanges[index];
    if (!counts(input, index) || table_of(exchange) == nullptr) {
      continue;
    }
    if (!exchange.response->encoded_bytes) {
      return unknown("the size of an answer's body is not known", index);
    }
    bytes += *exchange.response->encoded_bytes;
  }
  return ratio(known(static_cast<double>(bytes)), rows(input), "there is no row");
}

}  // namespace capaudit
