// SPDX-License-Identifier: Apache-2.0
// The one place where numbers become text. "Exact" forms lose nothing and are for
// machines and for the exact figure beside a rounded one; "short" forms have three
// significant digits and a unit, with 1 kB = 1,000 bytes. Unknown is written "unknown".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace capaudit {

inline constexpr std::string_view kUnknown = "unknown";

/// "1234567".
void append_number(std::string& out, std::uint64_t value);
void append_number(std::string& out, std::int64_t value);
/// "007"; more digits than `width` stay.
void append_padded(std::string& out, std::uint64_t value, std::size_t width);

/// "1,234,567".
std::string grouped(std::uint64_t value);
std::string grouped(std::int64_t value);
std::string grouped(std::optional<std::uint64_t> value);

/// "1 exchange", "1,234 exchanges": the plural of `one` has an s.
std::string counted(std::uint64_t value, std::string_view one);

/// "999 B", "12.3 kB", "1.23 MB".
std::string short_bytes(std::uint64_t bytes);
/// "12,345 B (12.3 kB)"; below 1,000 only "999 B".
std::string full_bytes(std::uint64_t bytes);

/// Milliseconds as a decimal without exponent, at the resolution of the clock (1 ns):
/// "1.234567", "5". Never "-0". Not finite: an empty string.
std::string exact_ms(double ms);
/// "1,234.568": microseconds, for columns of milliseconds that line up.
std::string column_ms(double ms);
/// "0.123 ms", "12.3 ms", "1.23 s", "2 min 5 s".
std::string short_ms(double ms);
std::string short_ms(std::optional<double> ms);

/// Of an axis, without digits that say nothing: "1.5 kB", "20 ms", "3 s".
std::string tick_text(double value, std::string_view unit);

/// Between ticks of an axis that ends at `most`: 1, 2 or 5 times a power of ten, so that
/// there are four to eight of them. At least 1e-6.
double tick_step(double most);

/// "12.3%"; "–" where the whole is 0.
std::string percent(std::uint64_t part, std::uint64_t whole);
/// "1,484.8", "0.873": so many significant digits, fewer where the last are 0; the whole
/// part is never rounded to fewer. `value` is not negative.
std::string significant_text(double value, int digits);
/// The value that this text stands for.
double significant_value(double value, int digits);
/// "-1,234.57": two digits behind the point.
std::string hundredths(double value);
/// "3.21"; three significant digits.
std::string short_ratio(double value);

}  // namespace capaudit
