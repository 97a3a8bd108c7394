// SPDX-License-Identifier: Apache-2.0
// Sums and distributions of figures some of which are unknown: they say of how many they
// speak, and an unknown is never taken for 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace capaudit {

struct KnownSum {
  std::uint64_t bytes = 0;
  std::uint64_t known = 0, unknown = 0;

  void add(const std::optional<std::uint64_t>& value) {
    bytes += value.value_or(0);
    ++(value ? known : unknown);
  }
};

/// Of times in milliseconds.
struct Distribution {
  std::size_t n = 0;
  double least = 0, median = 0, most = 0, sum = 0;
  std::optional<double> p95;  ///< nearest rank; none below 20 values
};

/// None of no values.
std::optional<Distribution> distribution_of(std::vector<double> values);

}  // namespace capaudit
