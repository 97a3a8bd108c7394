// SPDX-License-Identifier: Apache-2.0
// A visit of capaudit's own tree, for the engines that have none: as JSON's events, and
// as a touch of every node whatever the format.
#pragma once

#include <charconv>
#include <string_view>

#include "analyzer/parse/visit.h"
#include "decoders/core/tree.h"

namespace capaudit {

/// Of a tree that was read from JSON; its depth is bounded by the decoder's limits.
template <class Visitor>
void visit_json_tree(const Tree& tree, NodeId id, Visitor& visitor) {
  const Node& node = tree[id];
  switch (node.kind) {
  case NodeKind::boolean:
    visitor.boolean(node.boolean());
    break;
  case NodeKind::integer:
    visitor.integer(node.integer());
    break;
  case NodeKind::real:
    visitor.real(node.real());
    break;
  case NodeKind::number: {
    const std::string_view digits = tree.text(node);
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    visitor.real(value);
    break;
  }
  case NodeKind::string:
    visitor.text(tree.text(node));
    break;
  case NodeKind::list:
    visitor.begin_array();
    for (NodeId child = node.first; child != kNoNode; child = tree[child].next) {
      visit_json_tree(tree, child, visitor);
    }
    visitor.end_array();
    break;
  case NodeKind::object:
    visitor.begin_object();
    for (NodeId child = node.first; child != kNoNode; child = tree[child].next) {
      visitor.key(tree.name(tree[child]));
      visit_json_tree(tree, child, visitor);
    }
    visitor.end_object();
    break;
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::bytes:
  case NodeKind::date:
  case NodeKind::dictionary:
  case NodeKind::element:
  case NodeKind::attribute:
  case NodeKind::reference:
  case NodeKind::opaque:
    visitor.null();
    break;
  }
}

/// Every node of any tree, in the order of the body.
inline void tally_tree(const Tree& tree, Tally& tally) {
  for (NodeId id = 0; id < tree.size(); ++id) {
    const Node& node = tree[id];
    tally.key(tree.name(node));
    switch (node.kind) {
    case NodeKind::number:
    case NodeKind::string:
    case NodeKind::bytes:
    case NodeKind::element:
    case NodeKind::attribute:
      tally.text(tree.text(node));
      break;
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
    case NodeKind::opaque:
      tally.integer(node.bits);
      break;
    }
  }
}

}  // namespace capaudit
