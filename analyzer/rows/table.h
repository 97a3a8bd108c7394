// SPDX-License-Identifier: Apache-2.0
// Table: the rows that a body carries, whatever its format calls them: an array of like
// objects, columns and items, a repeated element, Atom entries, the rows of an HTML table
// or a CSV file. The table with the most bytes wins; rows are alike when at least 95% of
// them have the same set of members.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decoders/formats/decode.h"

namespace capaudit {

struct Table {
  NodeId node = kNoNode;  ///< what holds the rows
  /// Names, "" where the source has none. A name occurs as often as a row has it.
  std::vector<std::string> columns;
  std::size_t rows = 0;
  bool of_values = false;  ///< rows are plain values: one column without a name
  /// rows x columns, row by row: nodes of the tree the table was found in; kNoNode where
  /// a row has no such cell.
  std::vector<NodeId> cells;
  /// Values in rows that have more than the columns: row and node, row by row.
  std::vector<std::pair<std::size_t, NodeId>> extras;

  /// Of columns and items: the list with one list of values per row; else kNoNode.
  NodeId items = kNoNode;
  std::vector<NodeId> enums;  ///< then, per column: what its cells are indices of

  NodeId cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
};

/// The largest table of the body; none if there is no table or the body has an error.
std::optional<Table> find_table(const Decoded& decoded);

/// A column that OData adds to the rows in JSON: `odata.etag`, `age@odata.type`,
/// `__metadata`. No digest counts it.
bool is_annotation(std::string_view column);

/// A digest over the table's values, the same for the same rows in any format: values are
/// normalised (docs/ROWS.md), columns are taken by what they hold, without regard to
/// their order and names. Empty if a limit was hit.
std::string table_digest(const Tree& tree, const Table& table);
/// Of any value in its normal form: for bodies that hold no table. Empty if a limit was
/// hit.
std::string value_digest(const Tree& tree, NodeId value);

}  // namespace capaudit
