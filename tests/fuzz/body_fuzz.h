// SPDX-License-Identifier: Apache-2.0
// What the targets of body decoders share: the hints an input names, and what must hold
// of a tree whatever the body is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/rows/table.h"
#include "decoders/formats/decode.h"

namespace capaudit {

inline void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// Small, so that an input reaches them.
inline Limits fuzz_limits() {
  Limits limits;
  limits.max_nodes = 20'000;
  limits.max_depth = 64;
  return limits;
}

/// Every node once, as the child of one that stands before it; extents inside the body.
inline void check_tree(const Tree& tree) {
  check(tree.size() <= fuzz_limits().max_nodes);
  check(tree.empty() || tree.root < tree.size());
  check(!tree.error || tree.error->offset <= tree.body().size());
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

/// The tree is sound, the bytes of the calls are bytes of the body, and table and digest
/// end.
inline void check_decoded(const Decoded& decoded) {
  check_tree(decoded.tree);
  check(decoded.call_bytes().own <= decoded.tree.body().size());
  const std::optional<Table> table = find_table(decoded);
  if (table) {
    check(!decoded.tree.error);
    check(table->cells.size() == table->rows * table->columns.size());
    table_digest(decoded.tree, *table);
  }
}

/// The low six bits of the first byte pick a type, the seventh makes it a request.
inline Hints fuzz_hints(std::uint8_t first) {
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
  Hints hints;
  hints.content_type = kTypes[(first & 0x3f) % kTypes.size()];
  hints.is_request = (first & 0x40) != 0;
  hints.target = "http://h/s/graphql";
  return hints;
}

/// One family's decoder over a body that need not look like one of its own.
inline int fuzz_family(const std::uint8_t* data, std::size_t size, Format format,
                       bool (*decode_body)(Decoded&, const Hints&, const Limits&)) {
  if (size < 2) {
    return 0;
  }
  const std::vector<std::uint8_t> body(data + 1, data + size);
  Decoded decoded{Tree(body)};
  decoded.format = format;
  if (decode_body(decoded, fuzz_hints(data[0]), fuzz_limits())) {
    check_decoded(decoded);
  }
  return 0;
}

}  // namespace capaudit
