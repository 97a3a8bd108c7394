// SPDX-License-Identifier: Apache-2.0
// Rows of objects, lists and elements.
#include "analyzer/rows/row_shape.h"

#include <algorithm>

#include "analyzer/rows/table.h"
#include "decoders/formats/namespaces.h"

namespace capaudit {
namespace {

std::uint64_t mix(std::uint64_t value) {
  // The finaliser of MurmurHash3: every bit of the name reaches every bit of the sum.
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53ULL;
  return value ^ value >> 33;
}

}  // namespace

NodeId RowShape::atom_content(NodeId entry) const {
  for (NodeId id = tree_[entry].first; id != kNoNode; id = tree_[id].next) {
    if (tree_.name(tree_[id]) == "content" && tree_.type(tree_[id]) == kAtom) {
      return id;
    }
  }
  return kNoNode;
}

/// `m:properties`, in `content`, or beside it where that is a file.
NodeId RowShape::odata_properties(NodeId parent) const {
  for (NodeId id = tree_[parent].first; id != kNoNode; id = tree_[id].next) {
    if (tree_.name(tree_[id]) == "properties" &&
        is_odata_metadata(tree_.type(tree_[id]))) {
      return id;
    }
  }
  return kNoNode;
}

void RowShape::element_members(NodeId element, std::vector<Member>& out) const {
  NodeId row = element;
  if (format_ == Format::odata_atom) {
    const NodeId content = atom_content(row);
    NodeId properties = odata_properties(row);
    if (properties == kNoNode && content != kNoNode) {
      properties = odata_properties(content);
    }
    row = properties == kNoNode ? row : properties;
  }
  bool elements = false;
  for (NodeId id = tree_[row].first; id != kNoNode; id = tree_[id].next) {
    elements = elements || is_row_element(id);
  }
  for (NodeId id = tree_[row].first; id != kNoNode; id = tree_[id].next) {
    const Node& node = tree_[id];
    const std::string_view space = tree_.type(node);
    const bool about = space == kSchemaInstance || space == kSoapEncoding11 ||
                       space == kSoapEncoding12 || space == kSoap11 || space == kSoap12;
    if (elements ? is_row_element(id) : node.kind == NodeKind::attribute && !about) {
      out.push_back({node.name, id});
    }
  }
  if (out.empty()) {
    out.push_back({kNoName, row});
  }
}

void RowShape::members(NodeId row, std::vector<Member>& out) const {
  out.clear();
  row = tree_.resolve(row);
  if (row == kNoNode) {
    return;
  }
  const Node& node = tree_[row];
  if (node.kind == NodeKind::element) {
    element_members(row, out);
  } else if (node.kind == NodeKind::object || node.kind == NodeKind::list) {
    for (NodeId id = node.first; id != kNoNode; id = tree_[id].next) {
      if (!tree_[id].is(Node::kSuperseded)) {
        out.push_back({tree_[id].name, id});
      }
    }
  }
}

bool RowShape::annotates(NameId name) const {
  return format_ == Format::odata_json && is_annotation(tree_.names.text(name));
}

std::optional<std::uint64_t> RowShape::of(NodeId row) {
  const NodeId value = tree_.resolve(row);
  if (value == kNoNode) {
    return std::nullopt;
  }
  if (value == row) {
    return of_value(row);
  }
  const auto [known, fresh] = referred_.try_emplace(value);
  if (fresh) {
    known->second = of_value(value);
  }
  return known->second;
}

std::optional<std::uint64_t> RowShape::of_value(NodeId row) {
  const Node& node = tree_[row];
  if (node.kind == NodeKind::list) {
    return node.count == 0 ? std::nullopt : std::optional(mix(node.count));
  }
  std::uint64_t sum = 1;
  if (node.kind == NodeKind::object) {
    for (NodeId id = node.first; id != kNoNode; id = tree_[id].next) {
      const bool counts = !tree_[id].is(Node::kSuperseded) && !annotates(tree_[id].name);
      sum += counts ? mix(tree_[id].name) + 2 : 0;
    }
    return node.count == 0 ? std::nullopt : std::optional(sum | 1);
  }
  if (node.kind != NodeKind::element) {
    return std::nullopt;
  }
  members(row, scratch_);
  std::sort(scratch_.begin(), scratch_.end(),
            [](const Member& a, const Member& b) { return a.name < b.name; });
  NameId last = kNoName;
  for (const Member& member : scratch_) {
    sum += member.name != last || &member == &scratch_[0] ? mix(member.name) + 2 : 0;
    last = member.name;
  }
  return sum | 1;
}

bool RowShape::is_row_element(NodeId id) const {
  const Node& node = tree_[id];
  if (node.kind != NodeKind::element && node.kind != NodeKind::reference) {
    return node.is(Node::kAbsent);
  }
  // Axis puts the values that others refer to beside the call, all under one name.
  return format_ != Format::soap || tree_.name(node) != "multiRef";
}

}  // namespace capaudit
