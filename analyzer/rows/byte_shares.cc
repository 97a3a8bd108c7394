// SPDX-License-Identifier: Apache-2.0
// What the bytes of a body are for. The extents of the values are known from the tree;
// what stands between them is told apart byte by byte.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/rows/captured_form.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

struct Extent {
  std::size_t begin = 0, end = 0;
  std::size_t characters = 0;  ///< bytes of it that stand for themselves
};

class Shares {
 public:
  Shares(const Decoded& decoded, const Table& table)
      : decoded_(decoded), tree_(decoded.tree), table_(table) {}

  ByteShares run();

 private:
  void add_cell(NodeId id);
  void add_element(const Node& node);
  void between(std::size_t begin, std::size_t end);
  void count_markup(std::string_view text);
  void count_json(std::string_view text);

  const Decoded& decoded_;
  const Tree& tree_;
  const Table& table_;
  std::vector<Extent> values_;
  ByteShares shares_;
};

/// `<name a="b">text</name>`: the value is what stands inside.
void Shares::add_element(const Node& node) {
  const std::string_view text = as_text(tree_.body()).substr(node.begin, node.length);
  const std::size_t open = text.find('>');
  const std::size_t close = text.rfind('<');
  if (open == std::string_view::npos || close == std::string_view::npos ||
      close <= open) {
    return;  // an empty element
  }
  const bool text_alone = node.first == kNoNode || !tree_.text(node).empty();
  const std::size_t begin = node.begin + open + 1;
  const std::size_t end = node.begin + close;
  values_.push_back({begin, end, text_alone ? tree_.text(node).size() : end - begin});
}

void Shares::add_cell(NodeId id) {
  if (id == kNoNode) {
    return;
  }
  const Node& node = tree_[id];
  if (node.kind == NodeKind::element) {
    add_element(node);
    return;
  }
  const std::size_t end = std::size_t{node.begin} + node.length;
  const bool quoted = node.kind == NodeKind::string && tree_.body()[node.begin] == '"';
  values_.push_back(
      {node.begin, end, quoted ? tree_.text(node).size() + 2 : node.length});
}

void Shares::count_json(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted || c == '"') {
      ++shares_.names;
      if (quoted && c == '\\' && i + 1 < text.size()) {
        ++shares_.names;
        ++i;
      } else if (c == '"') {
        quoted = !quoted;
      }
    } else {
      ++(is_blank(c) ? shares_.white : shares_.structure);
    }
  }
}

void Shares::count_markup(std::string_view text) {
  bool tag = false;
  for (const char c : text) {
    if (tag || c == '<') {
      ++shares_.names;
      tag = c != '>';
    } else {
      ++(is_blank(c) ? shares_.white : shares_.structure);
    }
  }
}

void Shares::between(std::size_t begin, std::size_t end) {
  const std::string_view text = as_text(tree_.body()).substr(begin, end - begin);
  if (tree_[table_.node].kind == NodeKind::element) {
    count_markup(text);
  } else if (decoded_.format == Format::amf0 || decoded_.format == Format::amf3 ||
             decoded_.format == Format::csv) {
    shares_.structure += text.size();
  } else {
    count_json(text);
  }
}

ByteShares Shares::run() {
  // Cells of columns and items may be indices; what they stand for is elsewhere.
  if (table_.items != kNoNode) {
    for (NodeId row = tree_[table_.items].first; row != kNoNode; row = tree_[row].next) {
      for (NodeId cell = tree_[row].first; cell != kNoNode; cell = tree_[cell].next) {
        add_cell(cell);
      }
    }
  } else {
    std::for_each(table_.cells.begin(), table_.cells.end(),
                  [this](NodeId id) { add_cell(id); });
    for (const auto& [row, node] : table_.extras) {
      add_cell(node);
    }
  }
  std::sort(values_.begin(), values_.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
  const Node& holder = tree_[table_.items != kNoNode ? table_.items : table_.node];
  Extent region = {holder.begin, std::size_t{holder.begin} + holder.length, 0};
  for (const Extent& value : values_) {
    region.begin = std::min(region.begin, value.begin);
    region.end = std::max(region.end, value.end);
  }
  shares_.envelope = tree_.body().size() - (region.end - region.begin);
  std::size_t at = region.begin;
  for (const Extent& value : values_) {
    if (value.begin < at) {
      continue;  // the same value for two cells
    }
    between(at, value.begin);
    at = value.end;
    const std::size_t length = value.end - value.begin;
    const std::size_t plain = std::min(length, value.characters);
    shares_.values += plain;
    shares_.escaping += length - plain;
  }
  between(at, region.end);
  return shares_;
}

}  // namespace

ByteShares byte_shares(const Decoded& decoded, const Table& table) {
  return Shares(decoded, table).run();
}

}  // namespace capaudit
