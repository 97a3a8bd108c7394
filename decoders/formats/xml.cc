// SPDX-License-Identifier: Apache-2.0
// From pugixml's document to our tree. pugixml checks the markup and cuts it into names
// and values; a cursor over the body knows the extents, namespaces are resolved here.
#include "decoders/formats/xml.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

#include <pugixml.hpp>

#include "decoders/core/text.h"
#include "decoders/formats/xml_namespaces.h"
#include "decoders/formats/xml_source.h"
#include "decoders/formats/xml_text.h"

namespace capaudit {
namespace {

class XmlReader {
 public:
  XmlReader(TreeBuilder& builder, std::size_t begin, std::size_t end)
      : builder_(builder),
        body_(as_text(builder.tree().body().first(end))),
        base_depth_(builder.depth()),
        begin_(begin),
        source_(body_, begin, builder.limits().max_nodes),
        at_(begin),
        element_names_(builder.tree().names),
        attribute_names_(builder.tree().names),
        namespaces_(builder.tree().names) {}

  XmlResult run();

 private:
  /// The text of an element so far, until an element or the end tag follows.
  struct Pending {
    bool any = false;
    bool only_blanks = true;
    bool stored = false;  ///< it is in the tree's store
    TextRef text;
    std::size_t begin = 0, end = 0;  ///< of its pieces in the body
  };
  struct Attribute {
    std::string_view name;
    std::size_t begin, value, value_end;
  };
  enum class Tag { open, closed, damaged };

  bool top_level(pugi::xml_node node);
  bool element(pugi::xml_node node, const char* name, Pending& before);
  bool content(pugi::xml_node node);
  Tag start_tag(pugi::xml_node node, std::size_t at);
  void bind(const Attribute& attribute);
  bool add_attributes();
  void find_repeated(NodeId first);
  void add_text(Pending& pending, std::size_t begin, std::size_t end, bool references);
  void flush(Pending& pending);
  NameId namespace_of(std::string_view prefix);
  bool fail(ErrorCode code, std::size_t at, std::string what) {
    builder_.fail(code, at, std::move(what));
    return false;
  }
  void note(std::string_view code) {
    std::vector<std::string_view>& all = result_.findings;
    if (std::find(all.begin(), all.end(), code) == all.end()) {
      all.push_back(code);
    }
  }

  TreeBuilder& builder_;
  std::string_view body_;
  std::size_t base_depth_;
  std::size_t begin_;
  XmlSource source_;
  std::size_t at_;  ///< behind what was read last
  XmlResult result_;
  std::vector<Attribute> attributes_;  ///< of the tag being read
  NameChain element_names_, attribute_names_;
  XmlNamespaces namespaces_;
  XmlText references_;
};

std::string_view prefix_of(std::string_view name) {
  // Forward first: most names have no colon.
  return name.find(':') == std::string_view::npos ? std::string_view()
                                                  : name.substr(0, name.rfind(':'));
}

std::string_view local_of(std::string_view name) {
  return name.find(':') == std::string_view::npos ? name
                                                  : name.substr(name.rfind(':') + 1);
}

/// Characters that no XML may have (REC-xml 2.2). Without a branch, and in bytes, so that
/// many are looked at in one step: it is all of the body.
bool has_controls(std::string_view text) {
  std::uint8_t found = 0;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    const bool control = (byte < 0x20) & (byte != '\t') & (byte != '\n') & (byte != '\r');
    found = static_cast<std::uint8_t>(found | static_cast<std::uint8_t>(control));
  }
  return found != 0;
}

/// What a character may be in a name: 2 anywhere, 1 anywhere but first, 0 nowhere.
/// Which characters outside of ASCII are letters is not asked: pugixml takes all that is
/// no markup.
constexpr std::array<std::uint8_t, 256> kNameCharacters = [] {
  std::array<std::uint8_t, 256> may{};
  for (unsigned c = 0; c < may.size(); ++c) {
    const unsigned lower = c | 0x20U;
    const bool letter =
        (lower >= 'a' && lower <= 'z' && c < 0x80) || c == '_' || c >= 0x80;
    const bool later = (c >= '0' && c <= '9') || c == '-' || c == '.';
    may[c] = letter ? 2 : later ? 1 : 0;
  }
  return may;
}();

/// REC-xml-names 4, NCName.
bool is_ncname(std::string_view name) {
  bool good = !name.empty() && kNameCharacters[static_cast<std::uint8_t>(name[0])] == 2;
  for (const char c : name) {
    good = good && kNameCharacters[static_cast<std::uint8_t>(c)] != 0;
  }
  return good;
}

/// REC-xml-names 4, QName.
bool is_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos
             ? is_ncname(name)
             : is_ncname(name.substr(0, colon)) && is_ncname(name.substr(colon + 1));
}

bool is_declaration(std::string_view name) {
  return name == "xmlns" || prefix_of(name) == "xmlns";
}

/// Adds body_[begin, end) to a text. As long as it is one piece without references it
/// stays a view of the body.
void XmlReader::add_text(Pending& pending, std::size_t begin, std::size_t end,
                         bool references) {
  const std::string_view piece = body_.substr(begin, end - begin);
  pending.only_blanks = pending.only_blanks && references &&
                        std::all_of(piece.begin(), piece.end(), is_blank);
  if (piece.empty() && references) {
    return;
  }
  pending.begin = pending.any ? pending.begin : begin;
  pending.end = end;
  std::string& store = builder_.store_text();
  const std::size_t before = store.size();
  const auto decode = [&] {
    return references && references_.decode(body_, begin, end, store);
  };
  if (!pending.any) {
    pending.any = true;
    pending.stored = decode();
    pending.text = {static_cast<std::uint32_t>(pending.stored ? before : begin),
                    static_cast<std::uint32_t>(pending.stored ? store.size() - before
                                                              : piece.size())};
    return;
  }
  if (!pending.stored) {
    store.append(body_, pending.text.offset, pending.text.length);
    pending.stored = true;
    pending.text.offset = static_cast<std::uint32_t>(before);
  }
  if (!decode()) {
    store += piece;
  }
  pending.text.length = static_cast<std::uint32_t>(store.size() - pending.text.offset);
}

/// Makes the text so far a child, because an element follows it.
void XmlReader::flush(Pending& pending) {
  if (pending.any && !pending.only_blanks) {
    Node* node = builder_.add(NodeKind::string, kNoName, pending.begin);
    if (node != nullptr) {
      node->length = static_cast<std::uint32_t>(pending.end - pending.begin);
      builder_.set_text(*node, pending.text, pending.stored);
    }
  }
  pending = Pending();
}

void XmlReader::bind(const Attribute& attribute) {
  std::string uri;
  if (!references_.decode(body_, attribute.value, attribute.value_end, uri)) {
    uri = body_.substr(attribute.value, attribute.value_end - attribute.value);
  }
  const bool prefixed = attribute.name != "xmlns";
  namespaces_.bind(prefixed ? local_of(attribute.name) : std::string_view(), trim(uri));
}

NameId XmlReader::namespace_of(std::string_view prefix) {
  const NameId id = namespaces_.find(prefix);
  if (id == kNoName && !prefix.empty()) {
    note("xml_prefix_unbound");
  }
  return id;
}

bool XmlReader::add_attributes() {
  const NodeId before = builder_.last_id();
  for (const Attribute& attribute : attributes_) {
    if (is_declaration(attribute.name)) {
      continue;
    }
    const std::string_view prefix = prefix_of(attribute.name);
    const NameId name = attribute_names_.intern(local_of(attribute.name));
    Node* node = builder_.add(NodeKind::attribute, name, attribute.begin);
    if (node == nullptr) {
      return false;
    }
    node->length = static_cast<std::uint32_t>(attribute.value_end + 1 - attribute.begin);
    node->type = prefix.empty() ? kNoName : namespace_of(prefix);
    std::string& store = builder_.store_text();
    const std::size_t stored_at = store.size();
    const bool stored =
        references_.decode(body_, attribute.value, attribute.value_end, store);
    const std::size_t begin = stored ? stored_at : attribute.value;
    const std::size_t end = stored ? store.size() : attribute.value_end;
    builder_.set_text(
        *node,
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)},
        stored);
  }
  // REC-xml 3.1: no attribute twice. pugixml does not look.
  if (builder_.last_id() - before > 1) {
    find_repeated(before + 1);
  }
  return true;
}

/// REC-xml 3.1: no attribute twice; pugixml does not look. The last counts.
void XmlReader::find_repeated(NodeId first) {
  Tree& tree = builder_.tree();
  std::vector<std::tuple<NameId, NameId, NodeId>> names;
  for (NodeId id = first; id <= builder_.last_id(); ++id) {
    names.emplace_back(tree[id].type, tree[id].name, id);
  }
  std::sort(names.begin(), names.end());
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto& [type, name, id] = names[i - 1];
    if (type == std::get<0>(names[i]) && name == std::get<1>(names[i])) {
      tree[id].flags |= Node::kSuperseded;
      note("xml_not_well_formed");
    }
  }
}

/// Finds the attributes of a start tag in the body and where the tag ends.
XmlReader::Tag XmlReader::start_tag(pugi::xml_node node, std::size_t at) {
  attributes_.clear();
  for (pugi::xml_attribute each = node.first_attribute(); each;
       each = each.next_attribute()) {
    const std::string_view name = each.name();
    const std::size_t begin = source_.offset(each.name());
    const std::size_t quote = body_.find_first_of("\"'", begin + name.size());
    const std::size_t end = quote == std::string_view::npos
                                ? std::string_view::npos
                                : body_.find(body_[quote], quote + 1);
    if (end == std::string_view::npos) {
      return Tag::damaged;
    }
    if (!is_name(name) ||
        body_.substr(quote, end - quote).find('<') != std::string_view::npos) {
      note("xml_not_well_formed");
    }
    if (attributes_.size() == builder_.limits().max_nodes) {
      fail(ErrorCode::limit, begin, "more attributes than values are allowed");
      return Tag::damaged;
    }
    attributes_.push_back({body_.substr(begin, name.size()), begin, quote + 1, end});
    at = end + 1;
  }
  while (at < body_.size() && is_blank(body_[at])) {
    ++at;
  }
  const bool closed = at < body_.size() && body_[at] == '/';
  at += closed ? 1 : 0;
  if (at >= source_.sound_end() || body_[at] != '>') {
    return Tag::damaged;
  }
  at_ = at + 1;
  return closed ? Tag::closed : Tag::open;
}

bool XmlReader::element(pugi::xml_node node, const char* tag_name, Pending& before) {
  const std::size_t begin = source_.offset(tag_name) - 1;
  const std::string_view name = body_.substr(begin + 1, std::strlen(tag_name));
  const Tag tag = start_tag(node, begin + 1 + name.size());
  if (tag == Tag::damaged) {
    return false;
  }
  if (!is_name(name)) {
    note("xml_not_well_formed");
  }
  flush(before);
  const std::size_t mark = namespaces_.mark();
  for (const Attribute& attribute : attributes_) {
    if (is_declaration(attribute.name)) {
      bind(attribute);
    }
  }
  Node* added =
      builder_.open(NodeKind::element, element_names_.intern(local_of(name)), begin);
  if (added == nullptr) {
    return false;
  }
  if (result_.root == kNoNode) {
    result_.root = builder_.last_id();
  }
  added->type = namespace_of(prefix_of(name));
  if (!add_attributes() || (tag == Tag::open && !content(node))) {
    return false;
  }
  namespaces_.forget(mark);
  builder_.close(at_);
  return true;
}

/// What stands between start and end tag, and the end tag.
bool XmlReader::content(pugi::xml_node node) {
  Pending text;
  bool elements = false;
  const std::string_view first = node.value();  // text that comes before all else
  if (!first.empty()) {
    const std::size_t begin = source_.offset(first.data());
    at_ = begin + first.size();
    add_text(text, begin, at_, true);
  }
  for (pugi::xml_node child = node.first_child(); child; child = child.next_sibling()) {
    const char* name = child.name();
    if (*name != '\0') {
      elements = true;
      if (!element(child, name, text)) {
        return false;
      }
      continue;
    }
    const char* value = child.value();
    const std::size_t begin = source_.offset(value);
    at_ = std::min(begin + std::strlen(value), body_.size());
    const bool cdata = child.type() == pugi::node_cdata;
    add_text(text, begin, at_, !cdata);
    at_ = std::min(at_ + (cdata ? 3 : 0), body_.size());
  }
  const std::size_t end = source_.end_tag(at_);
  if (end > source_.sound_end()) {
    return false;
  }
  at_ = end;
  if (!text.any) {
    return true;
  }
  if (elements) {
    flush(text);
  } else {
    builder_.set_text(builder_.innermost(), text.text, text.stored);
  }
  return !builder_.failed();
}

/// One document element, and nothing but blanks beside it.
bool XmlReader::top_level(pugi::xml_node node) {
  if (node.type() == pugi::node_doctype) {
    note("xml_doctype");
    return true;
  }
  if (node.type() == pugi::node_element) {
    if (result_.root != kNoNode) {
      return fail(ErrorCode::malformed, source_.offset(node.name()) - 1,
                  "a second document element");
    }
    Pending nothing;
    return element(node, node.name(), nothing);
  }
  const std::string_view text = node.value();
  if (node.type() == pugi::node_cdata ||
      !std::all_of(text.begin(), text.end(), is_blank)) {
    return fail(ErrorCode::malformed, source_.offset(text.data()),
                "text outside the document element");
  }
  return true;
}

XmlResult XmlReader::run() {
  bool sound = true;
  for (const pugi::xml_node node : source_.document().children()) {
    sound = sound && top_level(node);
  }
  if (!builder_.failed() && (!sound || !source_.sound())) {
    const std::string_view innermost = builder_.depth() > base_depth_
                                           ? body_.substr(builder_.innermost().begin)
                                           : std::string_view();
    const Error error = source_.error(innermost);
    fail(error.code, static_cast<std::size_t>(error.offset), error.what);
  }
  if (!builder_.failed() && result_.root == kNoNode) {
    fail(ErrorCode::truncated, body_.size(), "XML ends inside the prolog");
  }
  if (references_.unresolved()) {
    note("xml_entity_unresolved");
  }
  if (references_.broken() || has_controls(body_.substr(begin_))) {
    note("xml_not_well_formed");
  }
  while (builder_.depth() > base_depth_) {
    builder_.close(at_);
  }
  return result_;
}

}  // namespace

XmlResult parse_xml(TreeBuilder& builder, std::size_t begin, std::size_t end) {
  return XmlReader(builder, begin, end).run();
}

}  // namespace capaudit
