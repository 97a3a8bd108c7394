// SPDX-License-Identifier: Apache-2.0
// Building the tree.
#include "decoders/core/tree_builder.h"

namespace capaudit {

Node* TreeBuilder::add(NodeKind kind, NameId name, std::size_t begin) {
  if (tree_.size_ >= limits_.max_nodes || tree_.names.size() > limits_.max_names) {
    fail(ErrorCode::limit, begin,
         tree_.size_ >= limits_.max_nodes
             ? "more than " + std::to_string(limits_.max_nodes) + " values"
             : "more than " + std::to_string(limits_.max_names) + " different names");
    return nullptr;
  }
  const NodeId id = static_cast<NodeId>(tree_.size_);
  if (id % Tree::kChunk == 0 && id / Tree::kChunk == tree_.chunks_.size()) {
    tree_.chunks_.push_back(std::make_unique_for_overwrite<Node[]>(Tree::kChunk));
  }
  ++tree_.size_;
  Node& node = tree_[id];
  node = Node();
  node.kind = kind;
  node.name = name;
  node.begin = static_cast<std::uint32_t>(begin);
  if (!open_.empty()) {
    Open& parent = open_.back();
    if (parent.last == kNoNode) {
      tree_[parent.id].first = id;
    } else {
      tree_[parent.last].next = id;
    }
    parent.last = id;
    ++tree_[parent.id].count;
  }
  return &node;
}

Node* TreeBuilder::open(NodeKind kind, NameId name, std::size_t begin) {
  if (open_.size() >= limits_.max_depth) {
    fail(ErrorCode::limit, begin,
         "nested more than " + std::to_string(limits_.max_depth) + " deep");
    return nullptr;
  }
  Node* node = add(kind, name, begin);
  if (node != nullptr) {
    open_.push_back({last_id(), kNoNode});
  }
  return node;
}

void TreeBuilder::close(std::size_t end) {
  Node& node = innermost();
  node.length = static_cast<std::uint32_t>(end - node.begin);
  open_.pop_back();
}

TextRef TreeBuilder::store(std::string_view text) {
  const TextRef ref = {static_cast<std::uint32_t>(tree_.store_.size()),
                       static_cast<std::uint32_t>(text.size())};
  tree_.store_ += text;
  return ref;
}

void TreeBuilder::fail(ErrorCode code, std::uint64_t offset, std::string what) {
  if (!tree_.error) {
    tree_.error = Error{code, offset, std::move(what)};
  }
}

TreeBuilder::Mark TreeBuilder::mark() const {
  const bool inside = !open_.empty();
  return {tree_.size_, open_.size(), inside ? open_.back().last : kNoNode,
          inside ? tree_[open_.back().id].count : 0};
}

void TreeBuilder::rewind(const Mark& mark) {
  open_.resize(mark.depth);
  tree_.size_ = mark.size;
  tree_.error.reset();
  if (open_.empty()) {
    return;
  }
  Open& parent = open_.back();
  parent.last = mark.last;
  tree_[parent.id].count = mark.count;
  if (mark.last == kNoNode) {
    tree_[parent.id].first = kNoNode;
  } else {
    tree_[mark.last].next = kNoNode;
  }
}

}  // namespace capaudit
