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
  Node* add(NodeKind kind, NameId name, std::size_t begin);
  /// Adds a container and makes it the innermost.
  Node* open(NodeKind kind, NameId name, std::size_t begin);
  /// Closes the innermost container, which ends before `end`.
  void close(std::size_t end);

  /// Number of open containers.
  std::size_t depth() const { return open_.size(); }
  Node& innermost() { return tree_[open_.back().id]; }
  NodeId innermost_id() const { return open_.back().id; }
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
    NodeId id;
    NodeId last;
  };

  Tree& tree_;
  Limits limits_;
  std::vector<Open> open_;
};

}  // namespace capaudit
