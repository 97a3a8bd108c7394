// SPDX-License-Identifier: Apache-2.0
#include "reports/tree_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "reports/numbers.h"
#include "reports/text.h"
#include "reports/times.h"

namespace capaudit {
namespace {

std::string real_text(double value) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string date_text(double ms) {
  // Beyond this nanoseconds do not fit.
  if (!std::isfinite(ms) || std::abs(ms) > 9.2e15 / 1000) {
    return "date " + real_text(ms) + " ms";
  }
  return utc_time(static_cast<std::int64_t>(ms * 1e6));
}

class TreeWriter {
 public:
  TreeWriter(const Tree& tree, const Redactor& redactor, Output& out)
      : tree_(tree), redactor_(redactor), out_(out) {}

  /// Depth is bounded by the limits the tree was decoded with.
  void write(NodeId id, const std::string& label, std::size_t depth, bool secret) {
    const Node& node = tree_[id];
    const bool hidden = secret || redactor_.hides(tree_.name(node));
    out_.indent(depth);
    // Where indents stop growing the level is said.
    const std::string level =
        depth > Output::kMostIndented ? "(" + std::to_string(depth) + ") " : "";
    out_.write(level + label + value_of(node, hidden) + "\n");
    write_children(node, depth + 1, hidden);
  }

 private:
  void write_children(const Node& node, std::size_t depth, bool hidden) {
    std::uint64_t index = 0;
    NodeId key = kNoNode;  // of a dictionary, before its value
    for (NodeId child = node.first; child != kNoNode; child = tree_[child].next) {
      write(child, label_of(node, tree_[child], index), depth,
            hidden || (key != kNoNode && redactor_.hides(tree_.text(key))));
      const bool is_key = node.kind == NodeKind::dictionary && index % 2 == 0;
      key = is_key ? child : kNoNode;
      ++index;
    }
  }

  std::string label_of(const Node& parent, const Node& child, std::uint64_t index) const {
    const std::string name = visible(tree_.name(child));
    if (child.kind == NodeKind::attribute) {
      return "@" + name + ": ";
    }
    if (child.kind == NodeKind::element) {
      return "<" + name + "> ";
    }
    if (parent.kind == NodeKind::dictionary) {
      return index % 2 == 0 ? "key: " : "value: ";
    }
    const bool named = child.name != kNoName;
    return (named ? name : "[" + std::to_string(index) + "]") + ": ";
  }

  std::string text_value(const Node& node, bool hidden) const {
    const std::string_view text = tree_.text(node);
    const std::string shown =
        hidden ? std::string(text.size(), '*') : redactor_.text(text);
    return "\"" + visible(shown) + "\"";
  }

  std::string container(std::string_view kind, const Node& node) const {
    std::string out(kind);
    const std::string type = visible(tree_.type(node));
    out += type.empty() ? "" : " " + type;
    return out + ", " + grouped(std::uint64_t{node.count});
  }

  /// A number below a secret's name is secret as well.
  static std::string scalar(std::string text, bool hidden) {
    return hidden ? std::string(text.size(), '*') : text;
  }

  std::string value_of(const Node& node, bool hidden) const {
    switch (node.kind) {
    case NodeKind::null:
    case NodeKind::undefined:
      return std::string(to_string(node.kind));
    case NodeKind::boolean:
      return hidden ? "*" : node.boolean() ? "true" : "false";
    case NodeKind::integer:
      return scalar(std::to_string(node.integer()), hidden);
    case NodeKind::real:
      return scalar(real_text(node.real()), hidden);
    case NodeKind::number:
      return scalar(visible(tree_.text(node)), hidden);
    case NodeKind::string:
    case NodeKind::attribute:
      return text_value(node, hidden);
    case NodeKind::element: {
      const std::string_view text = tree_.text(node);
      return text.empty() ? "" : text_value(node, hidden);
    }
    case NodeKind::bytes:
      return "bytes, " + grouped(std::uint64_t{tree_.text(node).size()});
    case NodeKind::date:
      return scalar(date_text(node.real()), hidden);
    case NodeKind::list:
      return container("list", node);
    case NodeKind::object:
      return container("object", node);
    case NodeKind::dictionary:
      return container("dictionary", node);
    case NodeKind::reference:
      return "reference to something above";
    case NodeKind::opaque:
      return "opaque, " + grouped(std::uint64_t{node.length}) + " bytes";
    }
    return {};
  }

  const Tree& tree_;
  const Redactor& redactor_;
  Output& out_;
};

}  // namespace

void write_tree(const Tree& tree, const Redactor& redactor, Output& out) {
  const Node& root = tree[tree.root];
  const std::string name = visible(tree.name(root));
  TreeWriter(tree, redactor, out)
      .write(tree.root, root.kind == NodeKind::element ? "<" + name + "> " : "", 0,
             false);
  if (tree.error) {
    out.write("decoding stops here: " + visible(tree.error->what) + "\n");
  }
}

}  // namespace capaudit
