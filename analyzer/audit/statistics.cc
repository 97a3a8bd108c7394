// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace capaudit {
namespace {

constexpr std::size_t kWindow = 5;

/// 1-based rank r such that [x(r), x(n+1-r)] covers the median with at least kLevel; 0:
/// none does. The chance that fewer than r values lie below is a binomial tail.
std::size_t interval_rank(std::size_t n) {
  const double tail_allowed = (1 - kLevel) / 2;
  double log_term = -static_cast<double>(n) * std::log(2.0);  // of C(n, 0) / 2^n
  double tail = 0;
  std::size_t rank = 0;
  for (std::size_t k = 0; k < n / 2; ++k) {
    tail += std::exp(log_term);
    if (tail > tail_allowed) {
      break;
    }
    rank = k + 1;
    log_term +=
        std::log(static_cast<double>(n - k)) - std::log(static_cast<double>(k + 1));
  }
  return rank;
}

/// Uniform below `bound` by multiplication: the same on every platform, unlike the
/// distributions of <random>.
std::size_t below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<std::size_t>(((random() >> 32) * bound) >> 32);
}

/// The median of as many values drawn with replacement: counted by rank, none is moved.
double resampled_median(const std::vector<double>& sorted, std::mt19937_64& random,
                        std::vector<std::uint32_t>& counts) {
  const std::size_t n = sorted.size();
  counts.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    ++counts[below(random, n)];
  }
  std::size_t rank = 0;
  std::size_t seen = counts[0];
  const auto value_at = [&](std::size_t wanted) {
    while (seen <= wanted) {
      seen += counts[++rank];
    }
    return sorted[rank];
  };
  if (n % 2 == 1) {
    return value_at(n / 2);
  }
  const double lower = value_at(n / 2 - 1);
  return (lower + value_at(n / 2)) / 2;
}

using Combine = std::function<double(double, double)>;

std::optional<Estimate> estimate_two(const std::vector<double>& scenario,
                                     const std::vector<double>& reference,
                                     const Combine& combine) {
  const std::vector<double> a = finite_sorted(scenario);
  const std::vector<double> b = finite_sorted(reference);
  if (a.empty() || b.empty()) {
    return std::nullopt;
  }
  Estimate out;
  out.n = std::min(a.size(), b.size());
  out.middle = combine(median_of_sorted(a), median_of_sorted(b));
  if (a.front() == a.back() && b.front() == b.back()) {
    out.low = out.high = out.middle;
    out.kind = IntervalKind::constant;
    return out;
  }
  // Both ways of combining grow with the first and fall with the second.
  if (out.n < kFewestRuns) {
    out.low = combine(a.front(), b.back());
    out.high = combine(a.back(), b.front());
    out.kind = IntervalKind::range;
    return out;
  }
  std::mt19937_64 random(kSeed);
  std::vector<double> draws(kResamples);
  std::vector<std::uint32_t> counts;
  for (double& draw : draws) {
    const double first = resampled_median(a, random, counts);
    draw = combine(first, resampled_median(b, random, counts));
  }
  std::sort(draws.begin(), draws.end());
  const std::size_t cut =
      static_cast<std::size_t>(static_cast<double>(kResamples) * (1 - kLevel) / 2);
  out.low = draws[cut];
  out.high = draws[kResamples - 1 - cut];
  out.kind = IntervalKind::bootstrap;
  return out;
}

}  // namespace

std::string_view to_string(IntervalKind kind) {
  switch (kind) {
  case IntervalKind::none:
    return "none";
  case IntervalKind::constant:
    return "constant";
  case IntervalKind::order_statistics:
    return "order statistics";
  case IntervalKind::bootstrap:
    return "bootstrap";
  case IntervalKind::range:
    return "range";
  }
  return "";
}

std::vector<double> finite_sorted(const std::vector<double>& values) {
  std::vector<double> out;
  out.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(out),
               [](double value) { return std::isfinite(value); });
  std::sort(out.begin(), out.end());
  return out;
}

double median_of_sorted(const std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return median_of_sorted(values);
}

double median_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances(values.size());
  std::transform(values.begin(), values.end(), distances.begin(),
                 [middle](double value) { return std::abs(value - middle); });
  return median(std::move(distances));
}

Estimate estimate_median(const std::vector<double>& values) {
  const std::vector<double> sorted = finite_sorted(values);
  Estimate out;
  out.n = sorted.size();
  if (sorted.empty()) {
    return out;
  }
  out.middle = median_of_sorted(sorted);
  out.low = sorted.front();
  out.high = sorted.back();
  const std::size_t rank = interval_rank(sorted.size());
  if (out.low == out.high) {
    out.kind = IntervalKind::constant;
  } else if (rank == 0) {
    out.kind = IntervalKind::range;
  } else {
    out.low = sorted[rank - 1];
    out.high = sorted[sorted.size() - rank];
    out.kind = IntervalKind::order_statistics;
  }
  return out;
}

std::optional<Estimate> estimate_ratio(const std::vector<double>& scenario,
                                       const std::vector<double>& reference) {
  const auto positive = [](double value) { return !std::isfinite(value) || value > 0; };
  if (!std::all_of(scenario.begin(), scenario.end(), positive) ||
      !std::all_of(reference.begin(), reference.end(), positive)) {
    return std::nullopt;
  }
  return estimate_two(scenario, reference, std::divides<>());
}

std::optional<Estimate> estimate_difference(const std::vector<double>& scenario,
                                            const std::vector<double>& reference) {
  return estimate_two(scenario, reference, std::minus<>());
}

WarmUp find_warm_up(const std::vector<double>& in_order) {
  WarmUp out;
  const std::size_t n = in_order.size();
  if (n < 2 * kWindow || finite_sorted(in_order).size() != n) {
    return out;
  }
  const auto slice = [&in_order](std::size_t from, std::size_t count) {
    const auto begin = in_order.begin() + static_cast<std::ptrdiff_t>(from);
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  const std::vector<double> last_half = slice(n / 2, n - n / 2);
  const double middle = median(last_half);
  const double allowed = 2 * median_deviation(last_half);
  // The last window that strays decides: what stands before it is warm-up.
  std::size_t first_steady = 0;
  for (std::size_t from = 0; from + kWindow <= n; ++from) {
    if (std::abs(median(slice(from, kWindow)) - middle) > allowed) {
      first_steady = from + 1;
    }
  }
  out.state = first_steady > n / 2 ? WarmUp::State::never_steady : WarmUp::State::steady;
  out.runs = out.state == WarmUp::State::steady ? first_steady : 0;
  return out;
}

std::vector<std::size_t> find_outliers(const std::vector<double>& values) {
  std::vector<std::size_t> out;
  const std::vector<double> sorted = finite_sorted(values);
  if (sorted.empty()) {
    return out;
  }
  const double middle = median_of_sorted(sorted);
  constexpr double kToDeviation = 1.4826;  // of a normal distribution
  const double allowed = 5 * kToDeviation * median_deviation(sorted);
  for (std::size_t i = 0; i < values.size() && allowed > 0; ++i) {
    if (std::isfinite(values[i]) && std::abs(values[i] - middle) > allowed) {
      out.push_back(i);
    }
  }
  return out;
}

std::optional<std::size_t> runs_needed(const std::vector<double>& values,
                                       double relative) {
  const std::vector<double> sorted = finite_sorted(values);
  if (sorted.size() < 2 || relative <= 0 || median_of_sorted(sorted) <= 0) {
    return std::nullopt;
  }
  const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) /
                      static_cast<double>(sorted.size());
  double squares = 0;
  for (const double value : sorted) {
    squares += (value - mean) * (value - mean);
  }
  const double deviation = std::sqrt(squares / static_cast<double>(sorted.size() - 1));
  const double root = 1.96 * deviation / mean / relative;
  const double runs = std::ceil(root * root);
  constexpr double kMost = 1e9;
  return std::max(kFewestRuns, static_cast<std::size_t>(std::min(runs, kMost)));
}

std::optional<double> drift(const std::vector<double>& in_order) {
  const std::size_t n = in_order.size();
  if (n < 3 || finite_sorted(in_order).size() != n) {
    return std::nullopt;
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&in_order](std::size_t a, std::size_t b) {
    return in_order[a] < in_order[b] || (in_order[a] == in_order[b] && a < b);
  });
  std::vector<double> rank(n);
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i;
    while (end < n && in_order[order[end]] == in_order[order[i]]) {
      ++end;
    }
    for (std::size_t k = i; k < end; ++k) {  // equal values share their mean rank
      rank[order[k]] = static_cast<double>(i + end - 1) / 2;
    }
    i = end;
  }
  const double mean = static_cast<double>(n - 1) / 2;
  double product = 0, spread_order = 0, spread_rank = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = static_cast<double>(i) - mean;
    const double b = rank[i] - mean;
    product += a * b;
    spread_order += a * a;
    spread_rank += b * b;
  }
  if (spread_rank == 0) {
    return std::nullopt;
  }
  return product / std::sqrt(spread_order * spread_rank);
}

}  // namespace capaudit
