// SPDX-License-Identifier: Apache-2.0
// Which column of a table each member of a row belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/rows/row_shape.h"

namespace capaudit {

/// Puts the members of rows into columns, also where a row has another order or a name
/// more than once.
class ColumnIndex {
 public:
  explicit ColumnIndex(std::vector<NameId> names)
      : names_(std::move(names)), next_same_(names_.size(), kNone), free_(names_.size()) {
    std::unordered_map<NameId, std::uint32_t> last;
    for (std::uint32_t column = 0; column < names_.size(); ++column) {
      const auto [at, fresh] = last.try_emplace(names_[column], column);
      if (fresh) {
        first_[names_[column]] = column;
      } else {
        next_same_[at->second] = column;
        at->second = column;
      }
    }
  }

  /// Gives each member of a row its column; kNone if the row has it once too often.
  void place(const std::vector<RowShape::Member>& members,
             std::vector<std::uint32_t>& columns) {
    columns.resize(members.size());
    bool same = members.size() == names_.size();
    for (std::size_t i = 0; i < members.size() && same; ++i) {
      same = members[i].name == names_[i];
      columns[i] = static_cast<std::uint32_t>(i);
    }
    if (same) {
      return;
    }
    for (std::uint32_t column = 0; column < names_.size(); ++column) {
      free_[column] = column;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto first = first_.find(members[i].name);
      columns[i] = first == first_.end() ? kNone : free_[first->second];
      if (columns[i] != kNone) {
        free_[first->second] = next_same_[columns[i]];
      }
    }
  }

  static constexpr std::uint32_t kNone = 0xffffffffU;

 private:
  std::vector<NameId> names_;
  std::unordered_map<NameId, std::uint32_t> first_;
  std::vector<std::uint32_t> next_same_;  ///< the next column of the same name
  std::vector<std::uint32_t> free_;       ///< per first column: the next one not taken
};

}  // namespace capaudit
