// SPDX-License-Identifier: Apache-2.0
#include "reports/audit/borders.h"

#include <algorithm>
#include <cmath>

#include "reports/audit/words.h"
#include "reports/numbers.h"

namespace capaudit {
namespace {

constexpr int kMostDigits = 15;

/// What is written is `value` times `factor`, and the unit.
struct Scale {
  double factor;
  std::string_view unit;
};

Scale scale_of(double size, Dimension dimension) {
  switch (dimension) {
  case Dimension::count:
  case Dimension::ratio:
    return {1, ""};
  case Dimension::bytes:
    return {1, " B"};
  case Dimension::per_second:
    return {1, "/s"};
  case Dimension::milliseconds:
    break;
  }
  return size < 0.001  ? Scale{1e6, " ns"}
         : size < 0.1  ? Scale{1e3, " \xc2\xb5s"}
         : size < 1000 ? Scale{1, " ms"}
                       : Scale{1e-3, " s"};
}

/// A value written with some digits: the text and the value it stands for.
struct Written {
  std::string text;
  double value;
};

Written written(double value, Dimension dimension, int digits) {
  const Scale scale = scale_of(std::abs(value), dimension);
  const double size = std::abs(value) * scale.factor;
  const std::string sign = value < 0 ? "-" : "";
  return {sign + significant_text(size, digits) + std::string(scale.unit),
          std::copysign(significant_value(size, digits) / scale.factor, value)};
}

bool is_same(double a, double b) {
  return std::abs(a - b) <= 1e-13 * std::max(std::abs(a), std::abs(b));
}

bool is_whole(double value) {
  return std::abs(value - std::round(value)) < 1e-6;
}

/// Printed figures have few digits; with more it is a fraction without end.
int most_exact_digits(double border, Dimension dimension) {
  const double size = std::abs(border) * scale_of(std::abs(border), dimension).factor;
  const int whole = size < 1 ? 0 : static_cast<int>(std::log10(size)) + 1;
  return std::max(9, whole + 2);
}

/// -1, 0 or 1: below, at or above the border.
int side_of(double value, double border) {
  return is_same(value, border) ? 0 : value < border ? -1 : 1;
}

/// With so few digits it stays on the same side of all others.
bool stays(double exact, double shown, const std::vector<double>& others) {
  return std::all_of(others.begin(), others.end(), [&](double other) {
    return side_of(exact, other) == side_of(shown, other);
  });
}

}  // namespace

std::string border_text(double border, const Estimate& measured, Dimension dimension) {
  constexpr int kFewestDigits = 4;  // one more than values have
  if (!std::isfinite(border) || border == 0) {
    return value_text(border, dimension);
  }
  const std::vector<double> others =
      measured.n == 0 ? std::vector<double>()
                      : std::vector<double>{measured.low, measured.middle, measured.high};
  for (int digits = 1; digits <= most_exact_digits(border, dimension); ++digits) {
    const Written exact = written(border, dimension, digits);
    if (is_same(exact.value, border)) {
      return exact.text;
    }
  }
  for (int digits = kFewestDigits; digits < kMostDigits; ++digits) {
    const Written near = written(border, dimension, digits);
    if (stays(border, near.value, others)) {
      return near.text;
    }
  }
  return written(border, dimension, kMostDigits).text;
}

std::string beside_text(double value, const std::vector<double>& borders,
                        Dimension dimension) {
  constexpr int kShort = 3;
  const bool near = std::any_of(borders.begin(), borders.end(), [value](double border) {
    // value_text() is exact to half a unit of its third digit, or to 0.05 B.
    return std::abs(value - border) <= 0.006 * std::abs(value) + 0.06;
  });
  if (!near || !std::isfinite(value) || value == 0) {
    return value_text(value, dimension);
  }
  for (int digits = kShort; digits < kMostDigits; ++digits) {
    const Written shown = written(value, dimension, digits);
    if (stays(value, shown.value, borders)) {
      return shown.text;
    }
  }
  return written(value, dimension, kMostDigits).text;
}

std::vector<double> borders_of(const ClaimVerdict& verdict) {
  const Reading& claimed = verdict.chosen.claimed;
  switch (verdict.claim->op) {
  case Relation::equal:
    return {claimed.low, claimed.high};
  case Relation::less:
  case Relation::at_most:
    return {claimed.value, claimed.high};
  case Relation::more:
  case Relation::at_least:
    return {claimed.low, claimed.value};
  }
  return {};
}

bool allows_one_number(const ClaimVerdict& verdict) {
  const Reading& claimed = verdict.chosen.claimed;
  const Estimate& measured = verdict.chosen.measured;
  const Dimension dimension = verdict.reading.dimension;
  const bool counted = dimension == Dimension::count || dimension == Dimension::bytes;
  return counted && is_whole(claimed.value) &&
         std::floor(claimed.high) == std::ceil(claimed.low) && is_whole(measured.low) &&
         is_whole(measured.middle) && is_whole(measured.high);
}

}  // namespace capaudit
