// SPDX-License-Identifier: Apache-2.0
#include "tests/decoders/formats/render.h"

#include <array>
#include <charconv>
#include <cmath>

namespace capaudit {
namespace {

std::string number(double value) {
  std::array<char, 64> text{};
  if (std::trunc(value) == value && std::fabs(value) < 1e15) {
    const auto whole = std::to_chars(text.data(), text.data() + text.size(), value,
                                     std::chars_format::fixed);
    return std::string(text.data(), whole.ptr);
  }
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return std::string(text.data(), end.ptr);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "\"";
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[c & 0x0f];
  }
  return out;
}

std::string members(const Tree& tree, const Node& node) {
  std::string out;
  std::size_t index = 0;
  for (NodeId id = node.first; id != kNoNode; id = tree[id].next, ++index) {
    if (node.kind == NodeKind::dictionary) {
      out += index == 0 ? "" : index % 2 == 1 ? "=>" : ",";
    } else {
      out += index == 0 ? "" : ",";
    }
    if (tree[id].name != kNoName) {
      out += tree[id].is(Node::kSuperseded) ? "-" : "";
      out += std::string(tree.name(tree[id])) + ":";
    }
    out += render(tree, id);
  }
  return out;
}

std::string element(const Tree& tree, const Node& node) {
  std::string out = "<";
  if (node.type != kNoName) {
    out += "{" + std::string(tree.type(node)) + "}";
  }
  out += tree.name(node);
  std::string content;
  for (NodeId id = node.first; id != kNoNode; id = tree[id].next) {
    if (tree[id].kind == NodeKind::attribute) {
      out += " ";
      if (tree[id].type != kNoName) {
        out += "{" + std::string(tree.type(tree[id])) + "}";
      }
      out += std::string(tree.name(tree[id])) + "=" + quoted(tree.text(id));
    } else {
      content += render(tree, id);
    }
  }
  if (!tree.text(node).empty()) {
    content += quoted(tree.text(node));
  }
  return out + ">" + content + "</>";
}

}  // namespace

std::string render(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  const std::string type(node.kind == NodeKind::element ? "" : tree.type(node));
  switch (node.kind) {
  case NodeKind::null:
    return "null";
  case NodeKind::undefined:
    return "undefined";
  case NodeKind::boolean:
    return node.boolean() ? "true" : "false";
  case NodeKind::integer:
    return std::to_string(node.integer());
  case NodeKind::real:
    return number(node.real());
  case NodeKind::number:
    return "#" + std::string(tree.text(node));
  case NodeKind::string:
    return type + quoted(tree.text(node));
  case NodeKind::bytes:
    return "b\"" + hex(tree.text(node)) + "\"";
  case NodeKind::date:
    return "date(" + number(node.real()) + ")";
  case NodeKind::list:
    return type + "[" + members(tree, node) + "]";
  case NodeKind::object:
    return type + "{" + members(tree, node) + "}";
  case NodeKind::dictionary:
    return type + "dict{" + members(tree, node) + "}";
  case NodeKind::element:
    return element(tree, node);
  case NodeKind::attribute:
    return "@" + quoted(tree.text(node));
  case NodeKind::reference:
    return "&" + std::to_string(tree[node.target()].begin);
  case NodeKind::opaque:
    return "opaque(" + std::to_string(node.length) + ")";
  }
  return "?";
}

}  // namespace capaudit
