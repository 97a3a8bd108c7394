// SPDX-License-Identifier: Apache-2.0
// Rows taken out of the tree they were found in, with the types their format gives them.
#pragma once

#include <cstddef>
#include <optional>

#include "analyzer/rows/table.h"
#include "decoders/writers/rows.h"

namespace capaudit {

/// Texts of the cells of a table, in bytes.
inline constexpr std::size_t kMaxRowsBytes = std::size_t{256} << 20;

/// Typed cells of `table`. Formats that know only text leave text; nested values become
/// their normal form. Columns without a name, or with one met before, are named c1, c2,
/// ... None where they cannot be written out whole: a nested value is deeper than a
/// normal form may be, or the texts take more than `max_bytes`, as a few references to
/// one value in another can.
std::optional<Rows> extract_rows(const Tree& tree, const Table& table,
                                 std::size_t max_bytes = kMaxRowsBytes);

/// The rows less the columns that are annotations: what another format would carry.
Rows without_annotations(Rows rows);
/// The first `count` rows.
Rows first_rows(const Rows& rows, std::size_t count);

}  // namespace capaudit
