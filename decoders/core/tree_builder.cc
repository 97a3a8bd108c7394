// SPDX-License-Identifier: Apache-2.0
// Building the tree.
#include "decoders/core/tree_builder.h"

#include <algorithm>
#include <memory>

namespace capaudit {

bool TreeBuilder::next_chunk(std::size_t begin) {
  if (tree_.size_ >= limits_.max_nodes) {
    fail(ErrorCode::limit, begin,
         "more than " + std::to_string(limits_.max_nodes) + " values");
    return false;
  }
  if (tree_.names.size() > limits_.max_names) {
    fail(ErrorCode::limit, begin,
         "more than " + std::to_string(limits_.max_names) + " different names");
    return false;
  }
  const std::size_t chunk = tree_.size_ / Tree::kChunk;
  if (chunk == tree_.chunks_.size()) {
    tree_.chunks_.emplace_back(std::allocator<Node>().allocate(Tree::kChunk));
  }
  const std::size_t used = tree_.size_ % Tree::kChunk;
  const std::size_t room =
      std::min<std::size_t>(Tree::kChunk - used, limits_.max_nodes - tree_.size_);
  next_ = tree_.chunks_[chunk].get() + used;
  chunk_end_ = next_ + room;
  return true;
}

Node* TreeBuilder::open(NodeKind kind, NameId name, std::size_t begin) {
  if (open_.size() >= limits_.max_depth) {
    fail(ErrorCode::limit, begin,
         "nested more than " + std::to_string(limits_.max_depth) + " deep");
    return nullptr;
  }
  Node* node = add(kind, name, begin);
  if (node != nullptr) {
    open_.push_back({node, nullptr, kNoNode});
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
  return {tree_.size_, open_.size(), inside ? open_.back().last_id : kNoNode,
          inside ? open_.back().node->count : 0};
}

void TreeBuilder::rewind(const Mark& mark) {
  open_.resize(mark.depth);
  tree_.size_ = mark.size;
  tree_.error.reset();
  next_ = chunk_end_ = nullptr;
  if (open_.empty()) {
    return;
  }
  Open& parent = open_.back();
  parent.last_id = mark.last;
  parent.node->count = mark.count;
  if (mark.last == kNoNode) {
    parent.last = nullptr;
    parent.node->first = kNoNode;
  } else {
    parent.last = &tree_[mark.last];
    parent.last->next = kNoNode;
  }
}

}  // namespace capaudit
