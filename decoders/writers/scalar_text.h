// SPDX-License-Identifier: Apache-2.0
// Numbers, dates and texts as text formats spell them.
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

/// A text as JSON writes it, quotes included (RFC 8259 7).
void append_json_string(std::string_view text, std::string& out);
/// Character data of XML; characters that XML 1.0 cannot hold become U+FFFD.
void append_xml_text(std::string_view text, std::string& out);

Buffer to_bytes(const std::string& text);

}  // namespace capaudit
