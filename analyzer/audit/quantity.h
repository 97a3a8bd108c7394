// SPDX-License-Identifier: Apache-2.0
// Quantity: a figure as somebody printed it ("38.1 K", "0 s", "45% faster", "about 30 kB
// per call") with every way in which it can be read. What the digits allow is half a unit
// of the last one: "18k" is anything from 17.5k to 18.5k.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/result.h"

namespace capaudit {

/// What is measured, in the unit it is kept in.
enum class Dimension : std::uint8_t {
  count,         ///< 1
  bytes,         ///< B
  milliseconds,  ///< ms
  per_second,    ///< 1/s
  ratio,         ///< of two values: "78%", "7.22 x"
};

std::string_view to_string(Dimension dimension);
/// "B", "ms", "/s"; "" for counts and ratios.
std::string_view unit_of(Dimension dimension);

/// What a value is divided by.
enum class Per : std::uint8_t { nothing, row, call, message };
std::string_view to_string(Per per);

/// The word behind a comparison.
enum class Than : std::uint8_t { nothing, faster, slower, more, less };

/// One way to read the figure: its value and the ends of what its digits allow.
struct Reading {
  std::string name;  ///< "K = 1,000 bytes"; empty where there is only one way
  double low = 0, value = 0, high = 0;
};

struct Quantity {
  std::string text;  ///< as written
  Dimension dimension = Dimension::count;
  Per per = Per::nothing;
  Than than = Than::nothing;
  bool about = false;  ///< "about", "some", "~": 20% either way is allowed
  bool zero =
      false;  ///< a printed 0: below what the digits or, of a time, the clock shows
  std::vector<Reading> readings;  ///< at least one; the plainest first
};

/// Numbers may have commas between groups of three. The error's offset is where reading
/// stopped.
Result<Quantity> parse_quantity(std::string_view text);
/// A printed time of 0 is below the quantum of the clock that took it. Which clock that
/// was is not said: its digits, a clock of whole milliseconds (getTimer(), Date), or one
/// of the 64 ticks a second that Windows has by default. The finest first.
void read_as_quantum(Quantity& quantity);
/// A bare number, as a TOML file may have it. `digits` behind the point were printed.
Quantity plain_quantity(double value, std::string text, int digits);

}  // namespace capaudit
