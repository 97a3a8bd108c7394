// SPDX-License-Identifier: Apache-2.0
// Finding the table: every container of the tree is asked once whether it holds rows; the
// one with the most bytes is taken apart into cells.
#include "analyzer/rows/table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "analyzer/rows/column_index.h"
#include "analyzer/rows/row_shape.h"
#include "decoders/formats/namespaces.h"

namespace capaudit {
namespace {

enum class Layout {
  rows,               ///< objects, or lists of cells
  values,             ///< plain values
  columns,            ///< column names, and a list with one list of values per row
  columns_by_column,  ///< column names, and a list with one list of values per column
  lists,              ///< an object with one list per column
};

struct Candidate {
  Layout layout = Layout::rows;
  NodeId node = kNoNode;
  std::uint64_t bytes = 0;
  std::vector<NodeId> rows;  ///< of `rows` and `values`
  NodeId modal = kNoNode;    ///< a row with the common shape
  NodeId names = kNoNode;    ///< list of column names, of columnar layouts
  NodeId items = kNoNode;    ///< list of lists
};

class TableFinder {
 public:
  explicit TableFinder(const Decoded& decoded)
      : tree_(decoded.tree),
        shape_(decoded.tree, decoded.format),
        schema_(decoded.tree.names.find(kXmlSchema)),
        diffgram_(decoded.tree.names.find(kDiffgram)) {}

  std::optional<Table> run();

 private:
  /// True if what has `bytes` cannot be the largest table any more.
  bool settled(std::uint64_t bytes) const {
    return best_.node != kNoNode && bytes <= best_.bytes;
  }
  void look_at(NodeId id);
  void look_at_list(NodeId id);
  void look_at_object(NodeId id);
  bool look_at_columns(NodeId id);
  void look_at_element(NodeId id);
  void offer(Candidate candidate, bool explicit_rows);
  /// Sets `modal`; false if the rows are not alike.
  bool alike(Candidate& candidate);

  bool fill_rows(const Candidate& candidate, Table& table) const;
  void fill_columns(const Candidate& candidate, Table& table);
  std::vector<NodeId> find_enums(NodeId object, const std::vector<std::string>& columns);
  NodeId enumerated(NodeId values, NodeId cell) const;
  std::vector<NodeId> children(NodeId id) const;

  const Tree& tree_;
  RowShape shape_;
  NameId schema_, diffgram_;  ///< namespaces whose elements are never rows
  Candidate best_;            ///< without a node: none yet
  std::unordered_map<NodeId, std::vector<NodeId>> enum_values_;
};

std::vector<NodeId> TableFinder::children(NodeId id) const {
  std::vector<NodeId> ids;
  ids.reserve(tree_[id].count);
  for (NodeId child = tree_[id].first; child != kNoNode; child = tree_[child].next) {
    ids.push_back(child);
  }
  return ids;
}

bool TableFinder::alike(Candidate& candidate) {
  struct Seen {
    std::size_t count = 0;
    NodeId first = kNoNode;
  };
  std::unordered_map<std::uint64_t, Seen> shapes;
  const Seen* most = nullptr;
  Seen* last = nullptr;  // references into the map stay
  std::uint64_t last_shape = 0;
  std::size_t rows = 0;
  for (const NodeId row : candidate.rows) {
    if (tree_[row].is(Node::kHeader) || tree_[row].is(Node::kAbsent)) {
      continue;
    }
    ++rows;
    const std::optional<std::uint64_t> shape = shape_.of(row);
    if (!shape) {
      continue;
    }
    if (last == nullptr || *shape != last_shape) {
      last = &shapes[*shape];
      last_shape = *shape;
    }
    Seen& seen = *last;
    if (++seen.count == 1) {
      seen.first = row;
    }
    if (most == nullptr || seen.count > most->count) {
      most = &seen;
    }
  }
  constexpr std::size_t kAlikePercent = 95;
  if (most == nullptr) {
    return candidate.rows.empty();
  }
  candidate.modal = most->first;
  return most->count * 100 >= rows * kAlikePercent;
}

void TableFinder::offer(Candidate candidate, bool explicit_rows) {
  if (settled(candidate.bytes)) {
    return;
  }
  const auto data_rows =
      std::count_if(candidate.rows.begin(), candidate.rows.end(),
                    [this](NodeId row) { return !tree_[row].is(Node::kHeader); });
  if (data_rows < 2 && !explicit_rows) {
    return;
  }
  if (alike(candidate)) {
    best_ = std::move(candidate);
  } else if (explicit_rows) {
    // What is a list of rows by its format stays one, whatever the rows are.
    candidate.layout = Layout::values;
    best_ = std::move(candidate);
  }
}

void TableFinder::look_at_list(NodeId id) {
  const Node& list = tree_[id];
  if (list.is(Node::kEnvelope) || settled(list.length)) {
    return;
  }
  Candidate candidate;
  candidate.node = id;
  candidate.bytes = list.length;
  for (const NodeId row : children(id)) {
    if (tree_[row].name == kNoName) {
      candidate.rows.push_back(row);
    }
  }
  offer(std::move(candidate), list.is(Node::kRows));
}

/// A list of names, and a list of lists that is as wide or as long.
bool TableFinder::look_at_columns(NodeId id) {
  Candidate candidate;
  for (NodeId child = tree_[id].first; child != kNoNode; child = tree_[child].next) {
    const Node& list = tree_[child];
    if (list.kind != NodeKind::list || list.count == 0) {
      continue;
    }
    const NodeKind kind = tree_[list.first].kind;
    if (kind == NodeKind::string && candidate.names == kNoNode) {
      candidate.names = child;
    } else if (kind == NodeKind::list && (candidate.items == kNoNode ||
                                          list.length > tree_[candidate.items].length)) {
      candidate.items = child;
    }
  }
  if (candidate.names == kNoNode || candidate.items == kNoNode) {
    return false;
  }
  const std::size_t columns = tree_[candidate.names].count;
  for (const NodeId name : children(candidate.names)) {
    if (tree_[name].kind != NodeKind::string) {
      return false;
    }
  }
  std::size_t wide = 0;
  std::size_t lists = 0;
  std::size_t longest = 0;
  std::size_t shortest = SIZE_MAX;
  for (const NodeId item : children(candidate.items)) {
    const bool list = tree_[item].kind == NodeKind::list;
    lists += list ? 1U : 0U;
    wide += list && tree_[item].count == columns ? 1U : 0U;
    longest = std::max<std::size_t>(longest, tree_[item].count);
    shortest = std::min<std::size_t>(shortest, tree_[item].count);
  }
  const std::size_t items = tree_[candidate.items].count;
  if (wide * 100 >= items * 95) {
    candidate.layout = Layout::columns;
  } else if (items == columns && lists == items && longest == shortest && longest != 0) {
    candidate.layout = Layout::columns_by_column;
  } else {
    return false;
  }
  candidate.node = id;
  candidate.bytes = tree_[id].length;
  if (!settled(candidate.bytes)) {
    best_ = std::move(candidate);
  }
  return true;
}

void TableFinder::look_at_object(NodeId id) {
  if (settled(tree_[id].length) || look_at_columns(id)) {
    return;
  }
  std::size_t lists = 0;
  std::size_t length = 0;
  for (NodeId child = tree_[id].first; child != kNoNode; child = tree_[child].next) {
    const Node& node = tree_[child];
    if (node.kind == NodeKind::object || node.kind == NodeKind::dictionary) {
      return;
    }
    if (node.kind != NodeKind::list) {
      continue;
    }
    const bool plain = node.count != 0 && tree_[node.first].first == kNoNode;
    if (!plain || (lists != 0 && node.count != length)) {
      return;
    }
    length = node.count;
    ++lists;
  }
  if (lists >= 2 && length >= 2) {
    Candidate candidate;
    candidate.layout = Layout::lists;
    candidate.node = id;
    candidate.bytes = tree_[id].length;
    best_ = std::move(candidate);
  }
}

/// Child elements of one name are rows; an element's other children do not matter. Of a
/// feed only the entries are.
void TableFinder::look_at_element(NodeId id) {
  const Node& parent = tree_[id];
  const bool explicit_rows = parent.is(Node::kRows);
  const auto about_rows = [this](const Node& node) {
    return node.type != kNoName && (node.type == schema_ || node.type == diffgram_);
  };
  if ((settled(parent.length) && !explicit_rows) || about_rows(parent)) {
    return;
  }
  std::unordered_map<std::uint64_t, std::size_t> index;
  std::vector<Candidate> groups;
  for (NodeId child = parent.first; child != kNoNode; child = tree_[child].next) {
    const Node& node = tree_[child];
    const bool feed = explicit_rows && shape_.is_atom();
    if (!shape_.is_row_element(child) || (feed && tree_.name(node) != "entry")) {
      continue;
    }
    const std::uint64_t key = std::uint64_t{node.name} << 32 | node.type;
    const auto [at, fresh] = index.try_emplace(key, groups.size());
    if (fresh) {
      groups.emplace_back();
      groups.back().node = id;
    }
    Candidate& group = groups[at->second];
    const NodeId row = tree_.resolve(child);
    group.bytes += node.length + (row != child && row != kNoNode ? tree_[row].length : 0);
    group.rows.push_back(child);
  }
  if (explicit_rows && groups.empty()) {
    groups.emplace_back();
    groups.back().node = id;
  }
  for (Candidate& group : groups) {
    offer(std::move(group), explicit_rows);
  }
}

void TableFinder::look_at(NodeId id) {
  const NodeKind kind = tree_[id].kind;
  if (kind == NodeKind::list) {
    look_at_list(id);
  } else if (kind == NodeKind::object) {
    look_at_object(id);
  } else if (kind == NodeKind::element) {
    look_at_element(id);
  }
}

/// False if rows of very unequal width would make more cells than the body accounts for.
bool TableFinder::fill_rows(const Candidate& candidate, Table& table) const {
  std::vector<NodeId> rows;
  NodeId header = kNoNode;
  for (const NodeId row : candidate.rows) {
    if (!tree_[row].is(Node::kHeader)) {
      rows.push_back(row);
    } else if (header == kNoNode) {
      header = row;
    }
  }
  table.rows = rows.size();
  if (candidate.layout == Layout::values || candidate.modal == kNoNode) {
    table.of_values = true;
    table.columns = {""};
    table.cells = std::move(rows);
    return true;
  }
  std::vector<RowShape::Member> members;
  shape_.members(candidate.modal, members);
  constexpr std::size_t kManyCells = std::size_t{1} << 24;
  const std::size_t max_cells = std::max(kManyCells, 8 * tree_.size());
  if (table.rows > max_cells / std::max<std::size_t>(members.size(), 1)) {
    return false;
  }
  table.of_values =
      members.size() == 1 && members[0].node == tree_.resolve(candidate.modal);
  std::vector<NameId> names;
  for (const RowShape::Member& member : members) {
    names.push_back(member.name);
    table.columns.emplace_back(tree_.names.text(member.name));
  }
  if (header != kNoNode) {
    std::size_t column = 0;
    for (const NodeId name : children(header)) {
      if (column < table.columns.size()) {
        table.columns[column++] = tree_.text(name);
      }
    }
  }
  ColumnIndex index(std::move(names));
  std::vector<std::uint32_t> columns;
  table.cells.assign(table.rows * table.columns.size(), kNoNode);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    shape_.members(rows[row], members);
    index.place(members, columns);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (columns[i] != ColumnIndex::kNone) {
        table.cells[row * table.columns.size() + columns[i]] = members[i].node;
      } else if (!shape_.annotates(members[i].name)) {
        table.extras.emplace_back(row, members[i].node);
      }
    }
    if (table.extras.size() > max_cells) {
      return false;
    }
  }
  return true;
}

/// The value that an index stands for, `{"enums": {"column": [value, ...]}}`.
NodeId TableFinder::enumerated(NodeId values, NodeId cell) const {
  if (values == kNoNode || tree_[cell].kind != NodeKind::integer) {
    return cell;
  }
  const std::int64_t index = tree_[cell].integer();
  if (index < 0 || index >= std::int64_t{tree_[values].count}) {
    return cell;
  }
  return enum_values_.at(values)[static_cast<std::size_t>(index)];
}

/// Per column, the list of values its cells are indices of: an object beside the columns
/// whose members are lists and have names of columns.
std::vector<NodeId> TableFinder::find_enums(NodeId object,
                                            const std::vector<std::string>& columns) {
  std::vector<NodeId> enums(columns.size(), kNoNode);
  for (NodeId child = tree_[object].first; child != kNoNode; child = tree_[child].next) {
    if (tree_[child].kind != NodeKind::object) {
      continue;
    }
    std::unordered_map<std::string_view, NodeId> lists;
    for (const NodeId list : children(child)) {
      if (tree_[list].kind == NodeKind::list) {
        lists[tree_.name(tree_[list])] = list;
      }
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const auto found = lists.find(columns[column]);
      if (found != lists.end()) {
        enums[column] = found->second;
        enum_values_[found->second] = children(found->second);
      }
    }
  }
  return enums;
}

void TableFinder::fill_columns(const Candidate& candidate, Table& table) {
  const bool by_row = candidate.layout == Layout::columns;
  std::vector<NodeId> lists;
  for (const NodeId item :
       children(candidate.layout == Layout::lists ? candidate.node : candidate.items)) {
    if (by_row || tree_[item].kind == NodeKind::list) {
      lists.push_back(item);
    }
  }
  if (candidate.layout == Layout::lists) {
    for (const NodeId list : lists) {
      table.columns.emplace_back(tree_.name(tree_[list]));
    }
  } else {
    for (const NodeId name : children(candidate.names)) {
      table.columns.emplace_back(tree_.text(name));
    }
  }
  const std::size_t width = table.columns.size();
  std::vector<NodeId> enums = find_enums(candidate.node, table.columns);
  table.rows = by_row ? lists.size() : tree_[lists[0]].count;
  table.cells.assign(table.rows * width, kNoNode);
  for (std::size_t outer = 0; outer < lists.size(); ++outer) {
    std::size_t inner = 0;
    for (const NodeId cell : children(lists[outer])) {
      const std::size_t row = by_row ? outer : inner;
      const std::size_t column = by_row ? inner : outer;
      if (column < width && row < table.rows) {
        table.cells[row * width + column] = enumerated(enums[column], cell);
      } else {
        table.extras.emplace_back(row, cell);
      }
      ++inner;
    }
  }
  if (by_row) {
    table.items = candidate.items;
    table.enums = std::move(enums);
  }
}

std::optional<Table> TableFinder::run() {
  if (tree_.name(tree_[tree_.root]) == "entry" && shape_.is_atom()) {
    best_.node = tree_.root;
    best_.rows = {tree_.root};
    best_.modal = tree_.root;
  } else {
    for (NodeId id = 0; id < tree_.size(); ++id) {
      look_at(id);
    }
  }
  if (best_.node == kNoNode) {
    return std::nullopt;
  }
  Table table;
  table.node = best_.node;
  if (best_.layout == Layout::rows || best_.layout == Layout::values) {
    if (!fill_rows(best_, table)) {
      return std::nullopt;
    }
  } else {
    fill_columns(best_, table);
  }
  return table;
}

}  // namespace

std::optional<Table> find_table(const Decoded& decoded) {
  if (decoded.tree.empty() || decoded.tree.error) {
    return std::nullopt;
  }
  return TableFinder(decoded).run();
}

}  // namespace capaudit
