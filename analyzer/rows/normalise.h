// SPDX-License-Identifier: Apache-2.0
// Values made equal where only the format made them different: 1.50 in text and 1.5 as a
// double, a date in milliseconds and in ISO 8601, null and an empty cell. docs/ROWS.md
// has the rules with their limits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "decoders/core/tree.h"

namespace capaudit {

/// Appends the normal form of a cell; nothing for null, for a missing cell (kNoNode) and
/// for empty text. False once `out` would grow beyond `max_bytes`.
bool append_normalised(const Tree& tree, NodeId cell, std::size_t max_bytes,
                       std::string& out);

/// The normal form of a text: white space collapsed, numbers, dates and booleans in one
/// spelling.
std::string normalise_text(std::string_view text);

/// The normal form of a number: integers in full, others as the shortest text that reads
/// back as the same double.
std::string normalise_number(double value);

}  // namespace capaudit
