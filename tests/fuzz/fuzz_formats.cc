// SPDX-License-Identifier: Apache-2.0
// Fuzzes decoders/formats and analyzer/rows: the low six bits of the first byte pick a
// type, the seventh makes it a request, the rest is the body. Whatever the body is, the
// tree must be sound, and its table and digest must end.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "analyzer/rows/table.h"
#include "decoders/formats/decode.h"

namespace {

using capaudit::kNoNode;
using capaudit::Node;
using capaudit::NodeId;
using capaudit::NodeKind;
using capaudit::Tree;

void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// Every node once, as the child of one that stands before it; extents inside the body.
void check_tree(const Tree& tree) {
  check(tree.empty() || tree.root < tree.size());
  std::vector<bool> seen(tree.size());
  for (NodeId id = 0; id < tree.size(); ++id) {
    const Node& node = tree[id];
    check(std::size_t{node.begin} + node.length <= tree.body().size());
    check(tree.text(node).size() <= tree.body().size() * 4 + 64);
    check(node.name < tree.names.size() && node.type < tree.names.size());
    check(node.kind != NodeKind::reference || node.target() < tree.size());
    std::uint32_t children = 0;
    for (NodeId child = node.first; child != kNoNode; child = tree[child].next) {
      check(child > id && child < tree.size() && !seen[child]);
      seen[child] = true;
      ++children;
    }
    check(children == node.count);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 17> kTypes = {
      "",
      "application/json",
      "application/x-ndjson",
      "text/xml",
      "application/atom+xml;charset=utf-8",
      "application/json;odata=verbose",
      "text/html",
      "application/x-amf",
      "application/x-www-form-urlencoded",
      "multipart/related; type=\"text/xml\"; start=\"<r>\"; boundary=B",
      "multipart/mixed; boundary=B",
      "text/csv",
      "text/javascript",
      "text/event-stream",
      "application/grpc-web-text",
      "application/grpc",
      "multipart/form-data; boundary=B",
  };
  if (size < 1) {
    return 0;
  }
  const std::vector<std::uint8_t> body(data + 1, data + size);
  capaudit::Hints hints;
  hints.content_type = kTypes[(data[0] & 0x3f) % kTypes.size()];
  hints.is_request = (data[0] & 0x40) != 0;
  hints.target = "http://h/s/graphql";
  capaudit::Limits limits;
  limits.max_nodes = 20'000;
  limits.max_depth = 64;
  const capaudit::Decoded decoded = decode(body, hints, limits);
  check_tree(decoded.tree);
  check(decoded.tree.size() <= limits.max_nodes);
  const std::optional<capaudit::Table> table = find_table(decoded);
  if (table) {
    check(!decoded.tree.error);
    check(table->cells.size() == table->rows * table->columns.size());
    table_digest(decoded.tree, *table);
  }
  return 0;
}
