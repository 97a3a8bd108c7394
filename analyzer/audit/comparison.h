// SPDX-License-Identifier: Apache-2.0
// "45% faster", "7 times slower", "0.2 s less": what is meant by comparisons, in every
// way that people mean them; and how far a value may lie from a claim.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/quantity.h"

namespace capaudit {

/// For a ratio or difference with "faster", "smaller" and so on: what scenario divided by
/// reference must be, in both ways that people mean. `rate`: more of it is faster.
std::vector<Reading> ratio_readings(const Quantity& quantity, bool rate);
/// For an absolute figure with such a word: what scenario less reference must be.
std::vector<Reading> difference_readings(const Quantity& quantity, bool rate);

/// What "about" allows either way: a convention, and printed as one.
inline constexpr double kAboutTolerance = 0.2;

/// How far a value may lie from a claim.
struct Tolerance {
  enum class Source : std::uint8_t { digits, stated, about };
  Source source = Source::digits;
  std::string text;  ///< "10%": as stated
  std::optional<double> relative;
  std::optional<double> absolute;  ///< in the unit of `dimension`
  Dimension dimension = Dimension::count;
};

/// "10%", "0.05 s", "512 B".
Result<Tolerance> parse_tolerance(std::string_view text);
/// Widens a reading: never narrower than what its digits allow.
Reading widened(const Reading& reading, const Tolerance& tolerance);

}  // namespace capaudit
