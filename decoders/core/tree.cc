// SPDX-License-Identifier: Apache-2.0
// Reading the tree.
#include "decoders/core/tree.h"

#include <array>

namespace capaudit {

std::string_view to_string(NodeKind kind) {
  constexpr std::array<std::string_view, 16> kNames = {
      "null",    "undefined", "boolean",   "integer", "real",   "number",
      "string",  "bytes",     "date",      "list",    "object", "dictionary",
      "element", "attribute", "reference", "opaque"};
  static_assert(kNames.size() == static_cast<std::size_t>(NodeKind::opaque) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

NodeId Tree::resolve(NodeId id) const {
  // A reference is to a container, or to something read before it: two steps are enough
  // for every sound tree.
  for (int steps = 0; steps < 4; ++steps) {
    if (id == kNoNode || (*this)[id].kind != NodeKind::reference) {
      return id;
    }
    id = (*this)[id].target();
  }
  return kNoNode;
}

NodeId Tree::find(NodeId parent, std::string_view name) const {
  parent = resolve(parent);
  const NameId wanted = names.find(name);
  if (parent == kNoNode || wanted == kNoName) {
    return kNoNode;
  }
  NodeId found = kNoNode;
  for (NodeId id = (*this)[parent].first; id != kNoNode; id = (*this)[id].next) {
    if ((*this)[id].name == wanted) {
      found = id;
    }
  }
  return resolve(found);
}

std::string_view Tree::text(const Node& node) const {
  switch (node.kind) {
  case NodeKind::string:
  case NodeKind::number:
  case NodeKind::bytes:
  case NodeKind::attribute:
  case NodeKind::element:
  case NodeKind::opaque: {
    const TextRef ref = node.text_ref();
    const std::string_view whole =
        node.is(Node::kOwnText) ? std::string_view(store_) : as_text(body_);
    return whole.substr(ref.offset, ref.length);
  }
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::boolean:
  case NodeKind::integer:
  case NodeKind::real:
  case NodeKind::date:
  case NodeKind::list:
  case NodeKind::object:
  case NodeKind::dictionary:
  case NodeKind::reference:
    break;
  }
  return {};
}

}  // namespace capaudit
