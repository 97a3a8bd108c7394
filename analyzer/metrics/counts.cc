// SPDX-License-Identifier: Apache-2.0
// Requests, operations, requests by operation.
#include <algorithm>
#include <vector>

#include "analyzer/metrics/families.h"

namespace capaudit {

Measured requests(const MetricInput& input) {
  std::uint64_t count = 0;
  for (const std::uint32_t index : input.exchanges) {
    count += input.analysis.exchanges[index].state != State::response_only ? 1u : 0u;
  }
  return known(static_cast<double>(count));
}

Measured operations(const MetricInput& input) {
  std::vector<std::uint32_t> seen;
  seen.reserve(input.exchanges.size());
  for (const std::uint32_t index : input.exchanges) {
    const std::optional<std::uint32_t> operation =
        input.analysis.exchanges[index].operation;
    if (!operation) {
      return unknown("exchanges are not grouped", index);
    }
    seen.push_back(*operation);
  }
  std::sort(seen.begin(), seen.end());
  const auto end = std::unique(seen.begin(), seen.end());
  return known(static_cast<double>(end - seen.begin()));
}

Measured requests_per_operation(const MetricInput& input) {
  return ratio(requests(input), operations(input), "there is no operation");
}

}  // namespace capaudit
