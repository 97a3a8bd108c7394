// SPDX-License-Identifier: Apache-2.0
// From nodes to typed cells.
#include "analyzer/rows/extract.h"

#include <algorithm>
#include <unordered_set>

#include "analyzer/rows/normalise.h"

namespace capaudit {
namespace {

Cell extract_cell(const Tree& tree, NodeId id) {
  id = tree.resolve(id);
  if (id == kNoNode) {
    return {};
  }
  const Node& node = tree[id];
  switch (node.kind) {
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::reference:
    return {};
  case NodeKind::boolean:
    return node.boolean();
  case NodeKind::integer:
    return node.integer();
  case NodeKind::real:
    return node.real();
  case NodeKind::date:
    return Date{node.real()};
  case NodeKind::number:
  case NodeKind::string:
  case NodeKind::attribute:
    return std::string(tree.text(node));
  case NodeKind::element:
    if (!tree.text(node).empty()) {
      return std::string(tree.text(node));
    }
    break;
  case NodeKind::bytes:
  case NodeKind::list:
  case NodeKind::object:
  case NodeKind::dictionary:
  case NodeKind::opaque:
    break;
  }
  constexpr std::size_t kMaxNested = std::size_t{1} << 20;
  std::string text;
  append_normalised(tree, id, kMaxNested, text);
  return node.kind == NodeKind::element && text.empty() ? Cell() : Cell(text);
}

}  // namespace

Rows extract_rows(const Tree& tree, const Table& table) {
  Rows rows;
  std::unordered_set<std::string> taken;
  for (const std::string& column : table.columns) {
    std::string name = column;
    for (std::size_t number = rows.columns.size() + 1;
         name.empty() || taken.count(name) != 0; ++number) {
      name = "c" + std::to_string(number);
    }
    taken.insert(name);
    rows.columns.push_back(std::move(name));
  }
  rows.cells.reserve(table.cells.size());
  for (const NodeId cell : table.cells) {
    rows.cells.push_back(extract_cell(tree, cell));
  }
  return rows;
}

Rows without_annotations(Rows rows) {
  std::vector<std::size_t> kept;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    if (!is_annotation(rows.columns[column])) {
      kept.push_back(column);
    }
  }
  if (kept.size() == rows.columns.size()) {
    return rows;
  }
  Rows out;
  for (const std::size_t column : kept) {
    out.columns.push_back(std::move(rows.columns[column]));
  }
  for (std::size_t row = 0; row < rows.cells.size() / rows.columns.size(); ++row) {
    for (const std::size_t column : kept) {
      out.cells.push_back(std::move(rows.cells[row * rows.columns.size() + column]));
    }
  }
  return out;
}

Rows first_rows(const Rows& rows, std::size_t count) {
  Rows out;
  out.columns = rows.columns;
  const std::size_t cells =
      std::min(rows.cells.size(), count * std::max<std::size_t>(1, rows.columns.size()));
  out.cells.assign(rows.cells.begin(),
                   rows.cells.begin() + static_cast<std::ptrdiff_t>(cells));
  return out;
}

}  // namespace capaudit
