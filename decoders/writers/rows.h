// SPDX-License-Identifier: Apache-2.0
// Rows: a table with typed cells, apart from the body it was found in, ready to be
// written in any format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace capaudit {

/// Milliseconds since 1970 UTC.
struct Date {
  double ms = 0;
  bool operator==(const Date&) const = default;
};

/// Without a value: null.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, Date, std::string>;

struct Rows {
  std::vector<std::string> columns;  ///< names, all different
  std::vector<Cell> cells;           ///< rows x columns, row by row

  std::size_t count() const {
    return columns.empty() ? 0 : cells.size() / columns.size();
  }
  std::span<const Cell> row(std::size_t index) const {
    return std::span(cells).subspan(index * columns.size(), columns.size());
  }
};

}  // namespace capaudit
