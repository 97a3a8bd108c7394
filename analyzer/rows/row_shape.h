// SPDX-License-Identifier: Apache-2.0
// What a node is as a row: which members it has, and whether two rows are alike.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "decoders/core/format.h"
#include "decoders/core/tree.h"

namespace capaudit {

class RowShape {
 public:
  struct Member {
    NameId name = kNoName;
    NodeId node = kNoNode;
  };

  RowShape(const Tree& tree, Format format) : tree_(tree), format_(format) {}

  /// Equal for rows with the same set of member names, or the same number of cells; none
  /// for what is no row. What OData adds to a row (a null has no type) is no member here.
  std::optional<std::uint64_t> of(NodeId row);

  /// The row's members in their order: of an object; cells of a list; of an element its
  /// child elements, else its attributes, else itself. In OData's Atom the properties.
  void members(NodeId row, std::vector<Member>& out) const;

  /// Is it the name of what OData's JSON adds to a row?
  bool annotates(NameId name) const;
  bool is_atom() const {
    return format_ == Format::atom || format_ == Format::odata_atom;
  }
  /// May elements like this one be rows of their parent?
  bool is_row_element(NodeId id) const;

 private:
  NodeId atom_content(NodeId entry) const;
  NodeId odata_properties(NodeId parent) const;
  void element_members(NodeId element, std::vector<Member>& out) const;
  std::optional<std::uint64_t> of_value(NodeId row);

  const Tree& tree_;
  Format format_;
  std::vector<Member> scratch_;
  /// Of values that references stand for: many may stand for the same large one.
  std::unordered_map<NodeId, std::optional<std::uint64_t>> referred_;
};

}  // namespace capaudit
