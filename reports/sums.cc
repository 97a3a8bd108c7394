// SPDX-License-Identifier: Apache-2.0
#include "reports/sums.h"

#include <algorithm>

namespace capaudit {

std::optional<Distribution> distribution_of(std::vector<double> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  Distribution out;
  out.n = n;
  out.least = values.front();
  out.most = values.back();
  out.median = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  for (const double value : values) {
    out.sum += value;
  }
  if (n >= 20) {
    out.p95 = values[(n * 95 + 99) / 100 - 1];
  }
  return out;
}

}  // namespace capaudit
