// SPDX-License-Identifier: Apache-2.0
// XML out of a tree. The tree has resolved all prefixes; the names as they were written,
// and what declares them, are taken from the start tags in the body.
#include "reports/tree_xml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include "decoders/core/text.h"
#include "decoders/formats/xml_text.h"
#include "reports/text.h"

namespace capaudit {
namespace {

bool is_xml_format(Format format) {
  constexpr std::array kFormats = {Format::xml,        Format::soap, Format::atom,
                                   Format::odata_atom, Format::rss,  Format::image};
  return std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end();
}

void append_reference(std::string& out, char32_t value) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 static_cast<std::uint32_t>(value), 16)
                       .ptr;
  out.append("&#x").append(digits.data(), end).append(";");
}

/// REC-xml 2.2, Char, less what first_code_point() does not take for valid.
bool is_xml_char(const CodePoint& point) {
  const bool control = point.value < 0x20 && point.value != '\t' && point.value != '\n' &&
                       point.value != '\r';
  return point.valid && !control && point.value != 0xfffe && point.value != 0xffff;
}

/// A name that pugixml took but that would steer a terminal gets '_' in the place of it.
std::string clean_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const CodePoint point = first_code_point(name);
    if (point.valid && !is_hidden(point.value)) {
      out += name.substr(0, point.size);
    } else {
      out += '_';
    }
    name.remove_prefix(point.size);
  }
  return out;
}

/// Values are in double quotes. A carriage return that is no line end, and in a value
/// every character that a parser would make a space, is written by its number.
std::string escaped(std::string_view text, bool in_value) {
  std::string out;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const char32_t c = point.value;
    if (!is_xml_char(point)) {
      out += visible(text.substr(0, point.size));
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"' && in_value) {
      out += "&quot;";
    } else if ((c == '\n' || c == '\t') && !in_value) {
      out += static_cast<char>(c);
    } else if (is_hidden(c)) {
      append_reference(out, c);
    } else {
      out += text.substr(0, point.size);
    }
    text.remove_prefix(point.size);
  }
  return out;
}

/// REC-xml 2.11 and 3.3.3: what a parser hands on for line ends and, in values, blanks
/// that stand there themselves. Text that had references is not touched but for \r\n:
/// a blank may have come from one.
std::string as_parsed(std::string_view text, bool literal, bool in_value) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n' &&
        (literal || !in_value)) {
      continue;
    }
    if (literal) {
      c = c == '\r' ? '\n' : c;
      c = in_value && is_blank(c) ? ' ' : c;
    }
    out += c;
  }
  return out;
}

class XmlWriter {
 public:
  XmlWriter(const Tree& tree, const Redactor& redactor, Output& out)
      : tree_(tree), body_(as_text(tree.body())), redactor_(redactor), out_(out) {}

  /// Depth is bounded by the limits the tree was decoded with.
  void write(NodeId id, std::size_t depth, bool secret, bool in_line);

 private:
  struct Attribute {
    std::string_view name, value;
  };

  std::vector<Attribute> start_tag(const Node& element) const;
  std::string written_name(std::string_view written, const Node& node) const;
  bool hides(const Node& node, bool secret) const {
    return secret || redactor_.hides(tree_.name(node));
  }
  std::string shown(std::string_view text, bool hidden, bool in_value) const {
    return escaped(hidden ? std::string(text.size(), '*') : redactor_.text(text),
                   in_value);
  }
  void write_text(const Node& node, bool hidden);
  void write_declarations(const std::vector<Attribute>& written);
  void write_attributes(const Node& element, bool hidden);

  const Tree& tree_;
  std::string_view body_;
  const Redactor& redactor_;
  Output& out_;
};

bool is_declaration(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

/// The attributes of a start tag that was read before: it is sound.
std::vector<XmlWriter::Attribute> XmlWriter::start_tag(const Node& element) const {
  std::vector<Attribute> all;
  std::size_t at =
      std::min(body_.find_first_of(" \t\r\n/>", element.begin), body_.size());
  while (true) {
    at = body_.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos || body_[at] == '/' || body_[at] == '>') {
      return all;
    }
    const std::size_t name_end = body_.find_first_of(" \t\r\n=", at);
    const std::size_t quote = body_.find_first_of("\"'", name_end);
    if (quote == std::string_view::npos) {
      return all;
    }
    const std::size_t end = body_.find(body_[quote], quote + 1);
    if (end == std::string_view::npos) {
      return all;
    }
    all.push_back(
        {body_.substr(at, name_end - at), body_.substr(quote + 1, end - quote - 1)});
    at = end + 1;
  }
}

/// With its prefix, if the body has the node's name where it should be.
std::string XmlWriter::written_name(std::string_view written, const Node& node) const {
  const std::string_view local = tree_.name(node);
  const bool same =
      written == local || (written.size() > local.size() && written.ends_with(local) &&
                           written[written.size() - local.size() - 1] == ':');
  return clean_name(same ? written : local);
}

void XmlWriter::write_text(const Node& node, bool hidden) {
  const std::string text = as_parsed(tree_.text(node), !node.is(Node::kOwnText), false);
  out_.write(shown(text, hidden, false));
}

/// The last of each name counts, as it does for the decoder.
void XmlWriter::write_declarations(const std::vector<Attribute>& written) {
  std::map<std::string_view, std::string_view> declared;
  for (const Attribute& attribute : written) {
    if (is_declaration(attribute.name)) {
      declared[attribute.name] = attribute.value;
    }
  }
  for (const auto& [name, value] : declared) {
    std::string uri;
    if (!XmlText().decode(value, 0, value.size(), uri)) {
      uri = as_parsed(value, true, true);
    }
    out_.write(" " + clean_name(name) + "=\"" + shown(uri, false, true) + "\"");
  }
}

void XmlWriter::write_attributes(const Node& element, bool hidden) {
  for (NodeId id = element.first; id != kNoNode; id = tree_[id].next) {
    const Node& node = tree_[id];
    if (node.kind != NodeKind::attribute) {
      return;
    }
    if (node.is(Node::kSuperseded)) {
      continue;
    }
    const std::string_view written = body_.substr(node.begin, node.length);
    const std::string name =
        written_name(written.substr(0, written.find_first_of(" \t\r\n=")), node);
    const std::string value = as_parsed(tree_.text(node), !node.is(Node::kOwnText), true);
    out_.write(" " + name + "=\"" + shown(value, hides(node, hidden), true) + "\"");
  }
}

void XmlWriter::write(NodeId id, std::size_t depth, bool secret, bool in_line) {
  const Node& node = tree_[id];
  if (node.kind == NodeKind::string) {
    write_text(node, secret);
    return;
  }
  const bool hidden = hides(node, secret);
  const std::string_view tag = body_.substr(node.begin + std::size_t{1}, node.length);
  const std::string name =
      written_name(tag.substr(0, tag.find_first_of(" \t\r\n/>")), node);
  out_.write("<" + name);
  write_declarations(start_tag(node));
  write_attributes(node, hidden);
  NodeId first = node.first;
  while (first != kNoNode && tree_[first].kind == NodeKind::attribute) {
    first = tree_[first].next;
  }
  if (first == kNoNode && tree_.text(node).empty()) {
    out_.write("/>");
    return;
  }
  out_.put('>');
  bool mixed = in_line;
  for (NodeId child = first; child != kNoNode; child = tree_[child].next) {
    mixed = mixed || tree_[child].kind == NodeKind::string;
  }
  for (NodeId child = first; child != kNoNode; child = tree_[child].next) {
    if (tree_[child].is(Node::kAbsent)) {
      continue;  // never sent
    }
    if (!mixed) {
      out_.put('\n');
      out_.indent(depth + 1);
    }
    write(child, depth + 1, hidden, mixed);
  }
  if (first == kNoNode) {
    write_text(node, hidden);
  } else if (!mixed) {
    out_.put('\n');
    out_.indent(depth);
  }
  out_.write("</" + name + ">");
}

}  // namespace

NodeId xml_document(const Decoded& decoded) {
  const Tree& tree = decoded.tree;
  if (tree.empty() || !is_xml_format(decoded.format)) {
    return kNoNode;
  }
  if (tree[tree.root].kind == NodeKind::element) {
    return tree.root;
  }
  for (NodeId part = tree[tree.root].first; part != kNoNode; part = tree[part].next) {
    for (NodeId id = tree[part].first; id != kNoNode; id = tree[id].next) {
      if (tree[id].kind == NodeKind::element) {
        return id;
      }
    }
  }
  return kNoNode;
}

void write_tree_xml(const Tree& tree, NodeId document, const Redactor& redactor,
                    Output& out) {
  out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  XmlWriter(tree, redactor, out).write(document, 0, false, false);
  out.put('\n');
  if (tree.error) {
    std::string what = visible(tree.error->what);
    std::replace(what.begin(), what.end(), '-', ' ');  // REC-xml 2.5: no "--"
    out.write("<!-- decoding stops here: " + what + " -->\n");
  }
}

}  // namespace capaudit
