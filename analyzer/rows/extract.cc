// SPDX-License-Identifier: Apache-2.0
// From nodes to typed cells.
#include "analyzer/rows/extract.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyzer/rows/normalise.h"

namespace capaudit {
namespace {

std::optional<Cell> text_cell(std::string_view text, std::size_t max_bytes) {
  return text.size() <= max_bytes ? std::optional(Cell(std::string(text))) : std::nullopt;
}

/// None: the value is too deep, or its text longer than `max_bytes`.
std::optional<Cell> extract_cell(const Tree& tree, NodeId id, std::size_t max_bytes) {
  id = tree.resolve(id);
  if (id == kNoNode) {
    return Cell();
  }
  const Node& node = tree[id];
  switch (node.kind) {
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::reference:
    return Cell();
  case NodeKind::boolean:
    return Cell(node.boolean());
  case NodeKind::integer:
    return Cell(node.integer());
  case NodeKind::real:
    return Cell(node.real());
  case NodeKind::date:
    return Cell(Date{node.real()});
  case NodeKind::number:
  case NodeKind::string:
  case NodeKind::attribute:
    return text_cell(tree.text(node), max_bytes);
  case NodeKind::element:
    if (!tree.text(node).empty()) {
      return text_cell(tree.text(node), max_bytes);
    }
    break;
  case NodeKind::bytes:
  case NodeKind::list:
  case NodeKind::object:
  case NodeKind::dictionary:
  case NodeKind::opaque:
    break;
  }
  std::string text;
  if (!append_normalised(tree, id, max_bytes, text)) {
    return std::nullopt;
  }
  return node.kind == NodeKind::element && text.empty() ? Cell() : Cell(std::move(text));
}

}  // namespace

std::optional<Rows> extract_rows(const Tree& tree, const Table& table,
                                 std::size_t max_bytes) {
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
    std::optional<Cell> value = extract_cell(tree, cell, max_bytes);
    if (!value) {
      return std::nullopt;
    }
    if (const auto* const text = std::get_if<std::string>(&*value)) {
      max_bytes -= text->size();
    }
    rows.cells.push_back(std::move(*value));
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
