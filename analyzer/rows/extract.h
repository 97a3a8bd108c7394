// SPDX-License-Identifier: Apache-2.0
// Rows taken out of the tree they were found in, with the types their format gives them.
#pragma once

#include "analyzer/rows/table.h"
#include "decoders/writers/rows.h"

namespace capaudit {

/// Typed cells of `table`. Formats that know only text leave text; nested values become
/// their normal form. Columns without a name, or with one met before, are named c1, c2,
/// ...
Rows extract_rows(const Tree& tree, const Table& table);

/// The rows less the columns that are annotations: what another format would carry.
Rows without_annotations(Rows rows);
/// The first `count` rows.
Rows first_rows(const Rows& rows, std::size_t count);

}  // namespace capaudit
