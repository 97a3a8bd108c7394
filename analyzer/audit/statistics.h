// SPDX-License-Identifier: Apache-2.0
// Statistics of runs: medians first, intervals that assume nothing of the distribution,
// and plain words where there are too few runs to say anything (docs/STATISTICS.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace capaudit {

/// Below this no interval of a median reaches 95%: [min, max] of n values covers it with
/// 1 - 2 * 0.5^n.
inline constexpr std::size_t kFewestRuns = 6;
inline constexpr double kLevel = 0.95;
inline constexpr std::uint64_t kSeed = 20081105;  ///< of every bootstrap; printed
inline constexpr std::size_t kResamples = 10000;

/// How an interval was made, and so what it says.
enum class IntervalKind : std::uint8_t {
  none,              ///< no value
  constant,          ///< all values are the same
  order_statistics,  ///< at least 95% for the median
  bootstrap,         ///< about 95%
  range,             ///< from the least to the largest: too few runs for a level
};
std::string_view to_string(IntervalKind kind);

struct Estimate {
  double low = 0, middle = 0, high = 0;
  std::size_t n = 0;
  IntervalKind kind = IntervalKind::none;
};

/// The values that are finite, ascending.
std::vector<double> finite_sorted(const std::vector<double>& values);
/// Of ascending values, at least one.
double median_of_sorted(const std::vector<double>& values);
double median(std::vector<double> values);
/// Median of the distances from the median.
double median_deviation(const std::vector<double>& values);

/// The median with its interval. Values that are not finite take no part.
Estimate estimate_median(const std::vector<double>& values);

/// Medians divided, or subtracted, with a percentile bootstrap of both sides. None where
/// a side is empty or, for a ratio, a value is 0 or less: below a clock's quantum there
/// is no ratio.
std::optional<Estimate> estimate_ratio(const std::vector<double>& scenario,
                                       const std::vector<double>& reference);
std::optional<Estimate> estimate_difference(const std::vector<double>& scenario,
                                            const std::vector<double>& reference);

/// How many of the first runs are unlike the rest: the smallest k such that every window
/// of 5 behind it has its median within 2 MAD of that of the last half. None where no k
/// up to n/2 will do, or where there are fewer than 10 runs to judge by.
struct WarmUp {
  enum class State : std::uint8_t { steady, too_few, never_steady };
  State state = State::too_few;
  std::size_t runs = 0;
};
WarmUp find_warm_up(const std::vector<double>& in_order);

/// Values farther from the median than 5 MAD (scaled to a standard deviation); none where
/// the MAD is 0.
std::vector<std::size_t> find_outliers(const std::vector<double>& values);

/// Runs needed until a median's interval is `relative` wide either way, by the spread
/// seen.
std::optional<std::size_t> runs_needed(const std::vector<double>& values,
                                       double relative);

/// Rank correlation of order and value; none below 3 values or without spread.
std::optional<double> drift(const std::vector<double>& in_order);

}  // namespace capaudit
