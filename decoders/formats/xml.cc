// SPDX-License-Identifier: Apache-2.0
// XML parser: one loop over tags and text, no recursion.
#include "decoders/formats/xml.h"

#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/text.h"
#include "decoders/formats/xml_namespaces.h"
#include "decoders/formats/xml_text.h"

namespace capaudit {
namespace {

bool is_name_end(char c) {
  return is_blank(c) || c == '>' || c == '/' || c == '=' || c == '<' || c == '\0' ||
         c == '"' || c == '\'' || c == '&';
}

class XmlParser {
 public:
  XmlParser(TreeBuilder& builder, std::size_t begin, std::size_t end)
      : builder_(builder),
        text_(as_text(builder.tree().body().first(end))),
        at_(begin),
        base_depth_(builder.depth()),
        namespaces_(builder.tree().names) {}

  XmlResult run();

 private:
  /// What an open element needs until its end tag.
  struct Frame {
    std::string_view tag;       ///< as written, to match the end tag
    std::size_t bindings;       ///< namespace bindings before it
    bool has_children = false;  ///< elements, or text before one
    bool has_text = false;
    bool only_blanks = true;  ///< in the text so far
    bool stored = false;      ///< the text so far is in the tree's store
    TextRef text;
  };
  struct Attribute {
    std::string_view prefix, name;
    std::size_t begin, end;
    TextRef value;
    bool stored;
  };

  bool markup();
  bool open_tag();
  bool close_tag();
  bool attributes();
  bool attribute();
  bool add_attributes();
  void bind(const Attribute& attribute);
  NameId namespace_of(std::string_view prefix);
  bool decode(std::size_t begin, std::size_t end, std::string& out) {
    return references_.decode(text_, begin, end, out);
  }
  void close_element(std::size_t end);
  bool character_data();
  bool cdata();
  void add_text(std::size_t begin, std::size_t end);
  void flush_text();
  bool skip_past(std::string_view end, std::string_view what);
  bool skip_doctype();
  std::string_view name();
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
  }
  bool fail(ErrorCode code, std::string what) {
    builder_.fail(code, at_, std::move(what));
    return false;
  }
  bool ends_in(std::string_view what) {
    at_ = text_.size();
    return fail(ErrorCode::truncated, "XML ends inside " + std::string(what));
  }
  void note(std::string_view code) {
    std::vector<std::string_view>& all = result_.findings;
    if (std::find(all.begin(), all.end(), code) == all.end()) {
      all.push_back(code);
    }
  }
  Names& names() { return builder_.tree().names; }

  TreeBuilder& builder_;
  std::string_view text_;
  std::size_t at_;
  std::size_t base_depth_;
  XmlResult result_;
  std::vector<Frame> frames_;
  std::vector<Attribute> attributes_;
  XmlNamespaces namespaces_;
  XmlText references_;
  bool root_seen_ = false;
};

std::string_view XmlParser::name() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_name_end(text_[at_])) {
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

bool XmlParser::skip_past(std::string_view end, std::string_view what) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) {
    return ends_in(what);
  }
  at_ = found + end.size();
  return true;
}

/// Up to the ">" outside quotes, brackets and comments.
bool XmlParser::skip_doctype() {
  note("xml_doctype");
  int brackets = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      const std::size_t end = text_.find(c, at_ + 1);
      if (end == std::string_view::npos) {
        break;
      }
      at_ = end;
    } else if (text_.substr(at_).starts_with("<!--")) {
      if (!skip_past("-->", "a comment")) {
        return false;
      }
      continue;
    } else if (c == '[') {
      ++brackets;
    } else if (c == ']') {
      --brackets;
    } else if (c == '>' && brackets <= 0) {
      ++at_;
      return true;
    }
    ++at_;
  }
  return ends_in("the document type declaration");
}

/// Adds text_[begin, end) to the text of the innermost element. As long as it is one
/// piece without references it stays a view of the body.
void XmlParser::add_text(std::size_t begin, std::size_t end) {
  if (begin == end || frames_.empty()) {
    return;
  }
  Frame& frame = frames_.back();
  std::string& store = builder_.store_text();
  const std::size_t before = store.size();
  if (!frame.has_text) {
    frame.has_text = true;
    frame.text = {static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(end - begin)};
    if (decode(begin, end, store)) {
      frame.stored = true;
      frame.text = {static_cast<std::uint32_t>(before),
                    static_cast<std::uint32_t>(store.size() - before)};
    }
    return;
  }
  if (!frame.stored) {
    store.append(text_, frame.text.offset, frame.text.length);
    frame.stored = true;
    frame.text.offset = static_cast<std::uint32_t>(before);
  }
  if (!decode(begin, end, store)) {
    store.append(text_, begin, end - begin);
  }
  frame.text.length = static_cast<std::uint32_t>(store.size() - frame.text.offset);
}

/// Makes the text so far a child, because an element follows it.
void XmlParser::flush_text() {
  Frame& frame = frames_.back();
  if (frame.has_text && !frame.only_blanks) {
    const std::size_t begin = frame.stored ? at_ : frame.text.offset;
    Node* node = builder_.add(NodeKind::string, kNoName, begin);
    if (node != nullptr) {
      node->length = frame.stored ? 0 : frame.text.length;
      builder_.set_text(*node, frame.text, frame.stored);
    }
  }
  frame.has_text = false;
  frame.only_blanks = true;
  frame.stored = false;
}

bool XmlParser::character_data() {
  const std::size_t begin = at_;
  at_ = std::min(text_.find('<', at_), text_.size());
  const std::string_view run = text_.substr(begin, at_ - begin);
  const bool blank = std::all_of(run.begin(), run.end(), is_blank);
  if (frames_.empty()) {
    if (!blank) {
      at_ = begin;
      return fail(ErrorCode::malformed, "text outside the document element");
    }
    return true;
  }
  add_text(begin, at_);
  frames_.back().only_blanks = frames_.back().only_blanks && blank;
  return true;
}

bool XmlParser::cdata() {
  constexpr std::size_t kOpening = 9;  // <![CDATA[
  const std::size_t begin = at_ + kOpening;
  const std::size_t end = text_.find("]]>", begin);
  if (end == std::string_view::npos) {
    return ends_in("a CDATA section");
  }
  at_ = end + 3;
  if (frames_.empty()) {
    return fail(ErrorCode::malformed, "CDATA outside the document element");
  }
  Frame& frame = frames_.back();
  frame.only_blanks = false;
  std::string& store = builder_.store_text();
  if (!frame.has_text) {
    frame.has_text = true;
    frame.text = {static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(end - begin)};
    return true;
  }
  if (!frame.stored) {
    const std::size_t before = store.size();
    store.append(text_, frame.text.offset, frame.text.length);
    frame.stored = true;
    frame.text.offset = static_cast<std::uint32_t>(before);
  }
  store.append(text_, begin, end - begin);
  frame.text.length = static_cast<std::uint32_t>(store.size() - frame.text.offset);
  return true;
}

bool XmlParser::attribute() {
  Attribute attribute = {};
  attribute.begin = at_;
  const std::string_view whole = name();
  if (whole.empty()) {
    return fail(ErrorCode::malformed, "no attribute name");
  }
  const std::size_t colon = whole.rfind(':');
  attribute.prefix =
      colon == std::string_view::npos ? std::string_view() : whole.substr(0, colon);
  attribute.name = colon == std::string_view::npos ? whole : whole.substr(colon + 1);
  skip_blanks();
  if (at_ >= text_.size()) {
    return ends_in("a tag");
  }
  if (text_[at_] != '=') {
    return fail(ErrorCode::malformed, "attribute without a value");
  }
  ++at_;
  skip_blanks();
  if (at_ >= text_.size()) {
    return ends_in("a tag");
  }
  const char quote = text_[at_];
  if (quote != '"' && quote != '\'') {
    return fail(ErrorCode::malformed, "attribute value without quotes");
  }
  const std::size_t begin = at_ + 1;
  const std::size_t end = text_.find(quote, begin);
  if (end == std::string_view::npos) {
    return ends_in("an attribute value");
  }
  std::string& store = builder_.store_text();
  const std::size_t before = store.size();
  attribute.stored = decode(begin, end, store);
  attribute.value = {
      static_cast<std::uint32_t>(attribute.stored ? before : begin),
      static_cast<std::uint32_t>(attribute.stored ? store.size() - before : end - begin)};
  at_ = end + 1;
  attribute.end = at_;
  attributes_.push_back(attribute);
  return true;
}

bool XmlParser::attributes() {
  attributes_.clear();
  for (;;) {
    skip_blanks();
    if (at_ >= text_.size()) {
      return ends_in("a tag");
    }
    if (text_[at_] == '>' || text_[at_] == '/') {
      return true;
    }
    if (!attribute()) {
      return false;
    }
  }
}

void XmlParser::bind(const Attribute& attribute) {
  const std::string_view whole =
      attribute.stored ? std::string_view(builder_.store_text()) : text_;
  namespaces_.bind(attribute.prefix.empty() ? std::string_view() : attribute.name,
                   trim(whole.substr(attribute.value.offset, attribute.value.length)));
}

NameId XmlParser::namespace_of(std::string_view prefix) {
  const NameId id = namespaces_.find(prefix);
  if (id == kNoName && !prefix.empty()) {
    note("xml_prefix_unbound");
  }
  return id;
}

bool XmlParser::add_attributes() {
  for (const Attribute& attribute : attributes_) {
    const bool declaration = attribute.prefix == "xmlns" ||
                             (attribute.prefix.empty() && attribute.name == "xmlns");
    if (declaration) {
      continue;
    }
    const NameId name = names().intern(attribute.name);
    Node* node = builder_.add(NodeKind::attribute, name, attribute.begin);
    if (node == nullptr) {
      return false;
    }
    node->length = static_cast<std::uint32_t>(attribute.end - attribute.begin);
    node->type = attribute.prefix.empty() ? kNoName : namespace_of(attribute.prefix);
    builder_.set_text(*node, attribute.value, attribute.stored);
  }
  return true;
}

bool XmlParser::open_tag() {
  const std::size_t begin = at_;
  ++at_;
  const std::string_view tag = name();
  if (tag.empty()) {
    return at_ >= text_.size() ? ends_in("a tag")
                               : fail(ErrorCode::malformed, "no element name");
  }
  if (frames_.empty() && root_seen_) {
    at_ = begin;
    return fail(ErrorCode::malformed, "a second document element");
  }
  if (!attributes()) {
    return false;
  }
  if (!frames_.empty()) {
    flush_text();
    frames_.back().has_children = true;
  }
  frames_.push_back({tag, namespaces_.mark(), false, false, true, false, {}});
  for (const Attribute& attribute : attributes_) {
    if (attribute.prefix == "xmlns" ||
        (attribute.prefix.empty() && attribute.name == "xmlns")) {
      bind(attribute);
    }
  }
  const std::size_t colon = tag.rfind(':');
  const std::string_view prefix =
      colon == std::string_view::npos ? std::string_view() : tag.substr(0, colon);
  const NameId local =
      names().intern(colon == std::string_view::npos ? tag : tag.substr(colon + 1));
  Node* node = builder_.open(NodeKind::element, local, begin);
  if (node == nullptr) {
    return false;
  }
  if (!root_seen_) {
    root_seen_ = true;
    result_.root = builder_.last_id();
  }
  node->type = namespace_of(prefix);
  if (!add_attributes()) {
    return false;
  }
  if (text_[at_] == '/') {
    ++at_;
    if (at_ >= text_.size()) {
      return ends_in("a tag");
    }
    if (text_[at_] != '>') {
      return fail(ErrorCode::malformed, "\"/\" inside a tag");
    }
    close_element(at_ + 1);
  }
  ++at_;
  return true;
}

void XmlParser::close_element(std::size_t end) {
  Frame& frame = frames_.back();
  if (!frame.has_children && frame.has_text) {
    builder_.set_text(builder_.innermost(), frame.text, frame.stored);
  } else if (frame.has_text) {
    flush_text();
  }
  namespaces_.forget(frame.bindings);
  builder_.close(end);
  frames_.pop_back();
}

bool XmlParser::close_tag() {
  const std::size_t begin = at_;
  at_ += 2;
  const std::string_view tag = name();
  skip_blanks();
  if (at_ >= text_.size()) {
    return ends_in("a tag");
  }
  if (text_[at_] != '>' || frames_.empty() || frames_.back().tag != tag) {
    at_ = begin;
    return fail(ErrorCode::malformed,
                "end tag \"" + std::string(tag.substr(0, 80)) + "\" does not match");
  }
  ++at_;
  close_element(at_);
  return true;
}

bool XmlParser::markup() {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("<!--")) {
    at_ += 4;
    return skip_past("-->", "a comment");
  }
  if (rest.starts_with("<?")) {
    at_ += 2;
    return skip_past("?>", "a processing instruction");
  }
  if (rest.starts_with("<![CDATA[")) {
    return cdata();
  }
  if (starts_with_ignoring_case(rest, "<!doctype") && !root_seen_) {
    at_ += 9;
    return skip_doctype();
  }
  if (rest.starts_with("</")) {
    return close_tag();
  }
  if (rest.starts_with("<!")) {
    const std::string_view openings = "<![CDATA[";
    if (openings.starts_with(rest) || std::string_view("<!--").starts_with(rest) ||
        std::string_view("<!DOCTYPE").starts_with(rest)) {
      return ends_in("markup");
    }
    return fail(ErrorCode::malformed, "a declaration inside the document");
  }
  return open_tag();
}

XmlResult XmlParser::run() {
  while (at_ < text_.size()) {
    if (!(text_[at_] == '<' ? markup() : character_data())) {
      break;
    }
    if (builder_.failed()) {
      break;
    }
  }
  if (!builder_.failed()) {
    if (!frames_.empty()) {
      ends_in("element \"" + std::string(frames_.back().tag.substr(0, 80)) + "\"");
    } else if (!root_seen_) {
      ends_in("the prolog");
    }
  }
  if (references_.unresolved()) {
    note("xml_entity_unresolved");
  }
  if (references_.broken()) {
    note("xml_not_well_formed");
  }
  while (builder_.depth() > base_depth_) {
    builder_.close(at_);
  }
  return result_;
}

}  // namespace

XmlResult parse_xml(TreeBuilder& builder, std::size_t begin, std::size_t end) {
  return XmlParser(builder, begin, end).run();
}

}  // namespace capaudit
