// SPDX-License-Identifier: Apache-2.0
#include "analyzer/rows/captured_form.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "decoders/core/reader.h"
#include "decoders/core/text.h"
#include "decoders/writers/row_lists.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kAmf3Switch = 0x11;
constexpr std::uint8_t kAmf3Array = 0x09;
constexpr std::uint8_t kAmf0StrictArray = 0x0a;

bool is_json(Format format) {
  constexpr std::array kJson = {Format::json, Format::json_rpc, Format::graphql,
                                Format::bayeux, Format::odata_json};
  return std::find(kJson.begin(), kJson.end(), format) != kJson.end();
}

bool is_amf(Format format) {
  return format == Format::amf0 || format == Format::amf3;
}

std::size_t end_of(const Node& node) {
  return std::size_t{node.begin} + node.length;
}

/// Where the AMF3 value begins that `inner` lies in: behind the outermost switch.
std::optional<std::size_t> amf3_value(const Tree& tree, NodeId inner) {
  const Node& target = tree[inner];
  NodeId id = tree.root;
  while (id != kNoNode) {
    const Node& node = tree[id];
    if (node.length != 0 && tree.body()[node.begin] == kAmf3Switch) {
      return std::size_t{node.begin} + 1;
    }
    NodeId child = node.first;
    while (child != kNoNode &&
           (tree[child].begin > target.begin || end_of(tree[child]) < end_of(target))) {
      child = tree[child].next;
    }
    id = child == inner ? kNoNode : child;
  }
  return std::nullopt;
}

/// AMF3 1.3.1.
std::size_t read_u29(Reader& reader) {
  std::size_t value = 0;
  for (int i = 0; i < 3; ++i) {
    const std::uint8_t byte = reader.u8();
    value = value << 7 | (byte & 0x7fU);
    if (byte < 0x80) {
      return value;
    }
  }
  return value << 8 | reader.u8();
}

/// The class of the first row, by the traits that its head names or holds.
std::optional<Amf3Tables::Class> row_class(const Tree& tree, std::size_t value,
                                           const Amf3Tables& before, const Node& row) {
  Reader reader(tree.body().subspan(row.begin));
  reader.skip(1);  // the marker
  const std::size_t head = read_u29(reader);
  if (!reader.ok()) {
    return std::nullopt;
  }
  if ((head & 3) == 1) {
    const std::size_t index = head >> 2;
    return index < before.classes.size() ? std::optional(before.classes[index])
                                         : std::nullopt;
  }
  const Amf3Tables after = amf3_tables_at(tree.body(), value, end_of(row));
  return (head & 3) == 3 && after.classes.size() > before.classes.size()
             ? std::optional(after.classes[before.classes.size()])
             : std::nullopt;
}

std::function<Buffer(const Rows&)> amf_list(const Tree& tree, const Table& table) {
  const Node& list = tree[table.node];
  const std::uint8_t marker = tree.body()[list.begin];
  const NodeId first = tree.resolve(list.first);
  if (list.kind != NodeKind::list || first == kNoNode ||
      tree[first].kind != NodeKind::object) {
    return {};
  }
  if (const std::optional<std::size_t> value = amf3_value(tree, table.node)) {
    const Amf3Tables tables = amf3_tables_at(tree.body(), *value, list.begin);
    const auto row = row_class(tree, *value, tables, tree[first]);
    if (marker != kAmf3Array || !row || row->externalizable) {
      return {};
    }
    return
        [tables, row](const Rows& rows) { return write_amf3_list(rows, tables, *row); };
  }
  if (marker != kAmf0StrictArray) {
    return {};
  }
  const std::string type(tree.type(tree[first]));
  return [type](const Rows& rows) { return write_amf0_list(rows, type); };
}

std::function<Buffer(const Rows&)> json_list(const Tree& tree, const Table& table) {
  if (table.items != kNoNode) {
    std::vector<std::vector<std::string>> values(table.enums.size());
    for (std::size_t column = 0; column < values.size(); ++column) {
      for (NodeId id = table.enums[column] == kNoNode ? kNoNode
                                                      : tree[table.enums[column]].first;
           id != kNoNode; id = tree[id].next) {
        values[column].emplace_back(tree.text(id));
      }
    }
    return [values](const Rows& rows) { return write_json_items(rows, values); };
  }
  const Node& list = tree[table.node];
  if (list.kind != NodeKind::list || list.first == kNoNode) {
    return {};
  }
  const NodeKind row = tree[list.first].kind;
  if (row == NodeKind::list) {
    return [](const Rows& rows) { return write_json_items(rows, {}); };
  }
  return row == NodeKind::object ? write_json_list : std::function<Buffer(const Rows&)>();
}

}  // namespace

const RowWriter* nearest_writer(const Decoded& decoded, const Table& table) {
  const Tree& tree = decoded.tree;
  const auto name = [&]() -> std::string_view {
    if (is_json(decoded.format)) {
      const bool enums = std::any_of(table.enums.begin(), table.enums.end(),
                                     [](NodeId id) { return id != kNoNode; });
      return enums                                  ? "json-enums"
             : table.items != kNoNode               ? "json-columns"
             : decoded.format == Format::odata_json ? "odata-json"
                                                    : "json";
    }
    if (decoded.format == Format::soap) {
      return as_text(tree.body()).find("encodingStyle") != std::string_view::npos
                 ? "soap-encoded"
                 : "soap-literal";
    }
    if (decoded.format == Format::amf3) {
      const NodeId first = tree.resolve(tree[table.node].first);
      return first != kNoNode && tree.type(tree[first]).empty() ? "amf3-anonymous"
                                                                : "amf3";
    }
    return decoded.format == Format::rss    ? "xml"
           : decoded.format == Format::atom ? "odata-atom"
                                            : to_string(decoded.format);
  }();
  return find_row_writer(name);
}

std::optional<CapturedForm> CapturedForm::of(const Decoded& decoded, const Table& table) {
  const Tree& tree = decoded.tree;
  std::function<Buffer(const Rows&)> write;
  if (is_json(decoded.format)) {
    write = json_list(tree, table);
  } else if (is_amf(decoded.format)) {
    write = amf_list(tree, table);
  }
  if (!write) {
    return std::nullopt;
  }
  const Node& replaced = tree[table.items != kNoNode ? table.items : table.node];
  const Bytes body = tree.body();
  return CapturedForm(body.first(replaced.begin), body.subspan(end_of(replaced)),
                      std::move(write));
}

Buffer CapturedForm::write(const Rows& rows) const {
  const Buffer list = write_(rows);
  Buffer out(before_.begin(), before_.end());
  out.insert(out.end(), list.begin(), list.end());
  out.insert(out.end(), after_.begin(), after_.end());
  return out;
}

}  // namespace capaudit
