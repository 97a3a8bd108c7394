// SPDX-License-Identifier: Apache-2.0
#include "reports/tree_json.h"

#include <cmath>
#include <string>

#include "decoders/core/utf8.h"
#include "reports/json_writer.h"
#include "reports/page/html_policy.h"
#include "reports/times.h"

namespace capaudit {
namespace {

/// Beyond it an integer is no double, and most readers of JSON would change it.
constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

class TreeJson {
 public:
  TreeJson(const Tree& tree, const Redactor& redactor, Output& out)
      : tree_(tree), redactor_(redactor), json_(out) {}

  void document(const Decoded& decoded, Bytes content);

 private:
  void node(NodeId id, std::size_t depth, bool secret);
  void head(NodeKind kind, std::size_t begin, std::size_t length);
  void names(const Node& node);
  void value(const Node& node, bool hidden);
  void scalar(const Node& node);
  void children(const Node& node, std::size_t depth, bool hidden);
  bool names_secret(NodeId key) const {
    return key != kNoNode && redactor_.hides(tree_.text(key));
  }
  void text(std::string_view text, bool hidden);
  void bytes(std::string_view bytes, bool hidden);
  void date(double ms);
  void stars(std::size_t count) {
    json_.key("redacted");
    json_.boolean(true);
    json_.key("value");
    json_.text(std::string(count, '*'));
  }

  const Tree& tree_;
  const Redactor& redactor_;
  JsonWriter json_;
};

void TreeJson::head(NodeKind kind, std::size_t begin, std::size_t length) {
  json_.begin_object();
  json_.key("type");
  json_.text(to_string(kind));
  json_.key("at");
  json_.begin_array();
  json_.number(std::uint64_t{begin});
  json_.number(std::uint64_t{length});
  json_.end_array();
}

void TreeJson::names(const Node& node) {
  if (node.name != kNoName) {
    json_.key("name");
    json_.text(redactor_.text(tree_.name(node)));
  }
  if (node.type != kNoName) {
    const bool markup =
        node.kind == NodeKind::element || node.kind == NodeKind::attribute;
    json_.key(markup ? "namespace" : "class");
    json_.text(redactor_.text(tree_.type(node)));
  }
  if (node.is(Node::kSuperseded)) {
    json_.key("superseded");
    json_.boolean(true);
  }
  if (node.is(Node::kAbsent)) {
    json_.key("absent");
    json_.boolean(true);
  }
}

void TreeJson::text(std::string_view text, bool hidden) {
  if (hidden) {
    stars(text.size());
    return;
  }
  const std::string shown = redactor_.text(text);
  if (shown != text) {
    json_.key("redacted");
    json_.boolean(true);
  }
  if (!is_utf8(shown)) {
    json_.key("lossy");
    json_.boolean(true);
  }
  json_.key("value");
  json_.text(shown);
}

void TreeJson::bytes(std::string_view bytes, bool hidden) {
  const std::string shown =
      hidden ? std::string(bytes.size(), '*') : redactor_.text(bytes);
  if (shown != bytes) {
    json_.key("redacted");
    json_.boolean(true);
  }
  json_.key("base64");
  json_.text(base64(shown));
}

void TreeJson::date(double ms) {
  json_.key("ms");
  json_.real(ms);
  // Beyond this nanoseconds do not fit.
  if (std::isfinite(ms) && std::abs(ms) <= 9.2e15 / 1000) {
    json_.key("value");
    json_.text(utc_time(static_cast<std::int64_t>(ms * 1e6)));
  }
}

void TreeJson::scalar(const Node& node) {
  if (node.kind == NodeKind::date) {
    date(node.real());
    return;
  }
  json_.key("value");
  if (node.kind == NodeKind::boolean) {
    json_.boolean(node.boolean());
  } else if (node.kind == NodeKind::real) {
    json_.real(node.real());
  } else if (node.integer() < -kMaxExact || node.integer() > kMaxExact) {
    json_.text(std::to_string(node.integer()));
  } else {
    json_.number(node.integer());
  }
}

void TreeJson::value(const Node& node, bool hidden) {
  switch (node.kind) {
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::list:
  case NodeKind::object:
  case NodeKind::dictionary:
  case NodeKind::opaque:
    return;
  case NodeKind::boolean:
    // Its length would tell it.
    if (hidden) {
      stars(1);
    } else {
      scalar(node);
    }
    return;
  case NodeKind::integer:
  case NodeKind::real:
  case NodeKind::date:
    // A number below a secret's name is secret as well.
    if (hidden) {
      stars(node.length);
    } else {
      scalar(node);
    }
    return;
  case NodeKind::number:
  case NodeKind::string:
  case NodeKind::attribute:
    text(tree_.text(node), hidden);
    return;
  case NodeKind::element:
    if (!tree_.text(node).empty()) {
      text(tree_.text(node), hidden);
    }
    return;
  case NodeKind::bytes:
    bytes(tree_.text(node), hidden);
    return;
  case NodeKind::reference:
    json_.key("to");
    json_.number(std::uint64_t{tree_[node.target()].begin});
    return;
  }
}

void TreeJson::children(const Node& node, std::size_t depth, bool hidden) {
  const bool container = node.kind == NodeKind::list || node.kind == NodeKind::object ||
                         node.kind == NodeKind::dictionary;
  if (node.first == kNoNode && !container) {
    return;
  }
  json_.key("children");
  json_.begin_array();
  NodeId key = kNoNode;  // of a dictionary, before its value
  for (NodeId child = node.first; child != kNoNode; child = tree_[child].next) {
    json_.next_line(depth + 1);
    this->node(child, depth + 1, hidden || names_secret(key));
    const bool is_key = node.kind == NodeKind::dictionary && key == kNoNode;
    key = is_key ? child : kNoNode;
  }
  json_.end_array();
}

/// Depth is bounded by the limits the tree was decoded with.
void TreeJson::node(NodeId id, std::size_t depth, bool secret) {
  const Node& node = tree_[id];
  const bool hidden = secret || redactor_.hides(tree_.name(node));
  head(node.kind, node.begin, node.length);
  names(node);
  value(node, hidden);
  children(node, depth, hidden);
  json_.end_object();
}

void TreeJson::document(const Decoded& decoded, Bytes content) {
  json_.begin_object();
  json_.key("format");
  json_.text(to_string(decoded.format));
  json_.key("bytes");
  json_.number(std::uint64_t{tree_.empty() ? content.size() : tree_.body().size()});
  json_.key("messages");
  json_.known_number(decoded.messages);
  json_.key("names");
  json_.begin_array();
  for (const std::string& name : decoded.names) {
    json_.text(redactor_.text(name));
  }
  json_.end_array();
  json_.key("findings");
  json_.begin_array();
  for (const std::string_view code : decoded.findings) {
    json_.text(code);
  }
  json_.end_array();
  json_.key("error");
  if (tree_.error) {
    json_.begin_object();
    json_.key("code");
    json_.text(to_string(tree_.error->code));
    json_.key("at");
    json_.number(tree_.error->offset);
    json_.key("what");
    json_.text(tree_.error->what);
    json_.end_object();
  } else {
    json_.null();
  }
  json_.key("root");
  json_.next_line(0);
  if (!tree_.empty()) {
    node(tree_.root, 0, false);
  } else {
    const bool readable = is_utf8(as_text(content));
    head(readable ? NodeKind::string : NodeKind::bytes, 0, content.size());
    if (readable) {
      text(as_text(content), false);
    } else {
      bytes(as_text(content), false);
    }
    json_.end_object();
  }
  json_.end_object();
  json_.new_line();
}

}  // namespace

void write_tree_json(const Decoded& decoded, Bytes content, const Redactor& redactor,
                     Output& out) {
  TreeJson(decoded.tree, redactor, out).document(decoded, content);
}

}  // namespace capaudit
