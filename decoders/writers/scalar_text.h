// SPDX-License-Identifier: Apache-2.0
// Numbers and dates as text formats spell them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "decoders/core/bytes.h"
#include "decoders/writers/rows.h"

namespace capaudit {

/// Appends the shortest decimal that reads back as the same double; not for NaN and the
/// infinities, which each format names in its own way.
void append_double(double value, std::string& out);
void append_integer(std::int64_t value, std::string& out);
/// `2010-01-31T12:00:00.000Z`; without a date in years 0000 to 9999, the milliseconds.
void append_iso_date(Date date, std::string& out);

/// A cell as plain text; `nan`, `infinity` and its negative as XML Schema names them.
std::string cell_text(const Cell& cell);

Buffer to_bytes(const std::string& text);

}  // namespace capaudit
