// SPDX-License-Identifier: Apache-2.0
// Builds a Tree from front to back: containers are opened and closed like brackets, what
// is added goes into the innermost open one. Limits are kept here, once for all formats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/tree.h"

namespace capaudit {

class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, const Limits& limits) : tree_(tree), limits_(limits) {}

  /// Adds a node without children that begins at `begin`. Null once a limit was hit; the
  /// tree's error says which. Valid as long as the tree.
  Node* add(NodeKind kind, NameId name, std::size_t begin) {
    if (next_ == chunk_end_ && !next_chunk(begin)) {
      return nullptr;
    }
    Node* const node = next_++;
    *node = Node();
    node->kind = kind;
    node->name = name;
    node->begin = static_cast<std::uint32_t>(begin);
    const NodeId id = static_cast<NodeId>(tree_.size_++);
    if (!open_.empty()) {
      Open& parent = open_.back();
      (parent.last == nullptr ? parent.node->first : parent.last->next) = id;
      parent.last = node;
      parent.last_id = id;
      ++parent.node->count;
    }
    return node;
  }
  /// Adds a container and makes it the innermost.
  Node* open(NodeKind kind, NameId name, std::size_t begin);
  /// Closes the innermost container, which ends before `end`.
  void close(std::size_t end);

  /// Number of open containers.
  std::size_t depth() const { return open_.size(); }
  Node& innermost() { return *open_.back().node; }
  /// The node added last.
  NodeId last_id() const { return static_cast<NodeId>(tree_.size_ - 1); }

  /// Stores text that is not in the body in this form.
  TextRef store(std::string_view text);
  /// Text being put together piece by piece: begin, append to store_text(), end.
  std::string& store_text() { return tree_.store_; }
  /// Gives `node` a text: of the body by offset, or stored.
  void set_text(Node& node, TextRef ref, bool stored) {
    node.set(ref);
    node.flags = static_cast<std::uint8_t>(stored ? node.flags | Node::kOwnText
                                                  : node.flags & ~Node::kOwnText);
  }

  /// Ends decoding: the first error stays.
  void fail(ErrorCode code, std::uint64_t offset, std::string what);
  bool failed() const { return tree_.error.has_value(); }
  const Limits& limits() const { return limits_; }
  Tree& tree() { return tree_; }

  /// A place to come back to: everything added since is dropped, and the error with it.
  struct Mark {
    std::size_t size;
    std::size_t depth;
    NodeId last;
    std::uint32_t count;
  };
  Mark mark() const;
  void rewind(const Mark& mark);

 private:
  struct Open {
    Node* node;
    Node* last;  ///< its last child so far
    NodeId last_id;
  };

  /// Makes room for the next nodes; false at a limit.
  bool next_chunk(std::size_t begin);

  Tree& tree_;
  Limits limits_;
  std::vector<Open> open_;
  Node* next_ = nullptr;  ///< where the next node goes
  Node* chunk_end_ = nullptr;
};

}  // namespace capaudit
