// SPDX-License-Identifier: Apache-2.0
// JSON parser (RFC 8259). Recursive descent; depth and size are bounded by the builder.
#include "decoders/formats/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "decoders/formats/json_guard.h"
#include "decoders/formats/json_lexer.h"

namespace capaudit {
namespace {

constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

class JsonParser : private JsonLexer {
 public:
  JsonParser(TreeBuilder& builder, std::size_t begin, std::size_t end)
      : JsonLexer(builder, begin, end), base_depth_(builder.depth()) {}

  JsonResult run();

 private:
  bool value(NameId name);
  bool object(NameId name);
  bool list(NameId name);
  bool member();
  bool string(NameId name);
  bool number(NameId name);
  bool integer(NameId name, std::size_t begin);
  bool word(NameId name);
  bool key(NameId& name);
  bool bare_key(NameId& name);
  void find_duplicates(Node& object);

  std::size_t base_depth_;
  JsonResult result_;
  std::vector<std::uint32_t> seen_;  ///< per name: the object that had it last
  std::uint32_t objects_ = 0;
};

bool JsonParser::value(NameId name) {
  switch (peek()) {
  case '{':
    return object(name);
  case '[':
    return list(name);
  case '"':
  case '\'':
    return string(name);
  default:
    break;
  }
  if (peek() == '-' || is_digit(peek())) {
    return number(name);
  }
  return word(name);
}

bool JsonParser::word(NameId name) {
  struct Word {
    std::string_view text;
    NodeKind kind;
    bool strict;
    double value;
  };
  static const std::array<Word, 7> kWords = {{
      {"true", NodeKind::boolean, true, 1},
      {"false", NodeKind::boolean, true, 0},
      {"null", NodeKind::null, true, 0},
      {"NaN", NodeKind::real, false, NAN},
      {"Infinity", NodeKind::real, false, HUGE_VAL},
      {"-Infinity", NodeKind::real, false, -HUGE_VAL},
      {"undefined", NodeKind::undefined, false, 0},
  }};
  const std::string_view rest = text_.substr(at_);
  for (const Word& word : kWords) {
    if (!rest.starts_with(word.text)) {
      continue;
    }
    Node* node = builder_.add(word.kind, name, at_);
    if (node == nullptr) {
      return false;
    }
    node->length = static_cast<std::uint32_t>(word.text.size());
    if (word.kind == NodeKind::boolean) {
      node->set(static_cast<std::int64_t>(word.value));
    } else if (word.kind == NodeKind::real) {
      node->set(word.value);
    }
    if (!word.strict) {
      lenient();
    }
    at_ += word.text.size();
    return true;
  }
  for (const Word& word : kWords) {
    if (word.text.starts_with(rest)) {
      at_ = text_.size();
    }
  }
  return fail("value");
}

bool JsonParser::number(NameId name) {
  const std::size_t begin = at_;
  const auto digits = [this] {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) {
      ++at_;
    }
    return at_ - from;
  };
  if (take('-') && peek() == 'I') {
    at_ = begin;
    return word(name);
  }
  const bool leading_zero = peek() == '0';
  const std::size_t whole = digits();
  if (whole == 0) {
    return fail("digit");
  }
  if (leading_zero && whole > 1) {
    lenient();
  }
  bool fraction = false;
  if (take('.')) {
    fraction = true;
    if (digits() == 0) {
      return fail("digit after the point");
    }
  }
  if (peek() == 'e' || peek() == 'E') {
    fraction = true;
    ++at_;
    at_ += peek() == '+' || peek() == '-' ? 1U : 0U;
    if (digits() == 0) {
      return fail("digit of the exponent");
    }
  }
  if (!fraction) {
    return integer(name, begin);
  }
  double value = 0;
  const std::from_chars_result read =
      std::from_chars(text_.data() + begin, text_.data() + at_, value);
  Node* node = builder_.add(read.ec == std::errc() ? NodeKind::real : NodeKind::number,
                            name, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(at_ - begin);
  if (node->kind == NodeKind::real) {
    node->set(value);
  } else {
    node->set(TextRef{node->begin, node->length});
    note("number_beyond_double");
  }
  return true;
}

bool JsonParser::integer(NameId name, std::size_t begin) {
  std::int64_t value = 0;
  const std::from_chars_result read =
      std::from_chars(text_.data() + begin, text_.data() + at_, value);
  Node* node = builder_.add(NodeKind::integer, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(at_ - begin);
  if (read.ec != std::errc()) {
    node->kind = NodeKind::number;
    node->set(TextRef{node->begin, node->length});
  } else if (value == 0 && text_[begin] == '-') {
    node->kind = NodeKind::real;
    node->set(-0.0);
  } else {
    node->set(value);
  }
  if (read.ec != std::errc() || value > kMaxExact || value < -kMaxExact) {
    note("number_beyond_double");
  }
  return true;
}

bool JsonParser::string(NameId name) {
  const std::size_t begin = at_;
  TextRef ref;
  bool stored = false;
  if (!quoted(ref, stored)) {
    return false;
  }
  Node* node = builder_.add(NodeKind::string, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(at_ - begin);
  builder_.set_text(*node, ref, stored);
  return true;
}

bool JsonParser::bare_key(NameId& name) {
  const std::size_t begin = at_;
  while (at_ < text_.size() && (is_alpha(text_[at_]) || is_digit(text_[at_]) ||
                                text_[at_] == '_' || text_[at_] == '$')) {
    ++at_;
  }
  if (at_ == begin) {
    return fail("member name");
  }
  lenient();
  name = builder_.tree().names.intern(text_.substr(begin, at_ - begin));
  return true;
}

bool JsonParser::key(NameId& name) {
  if (peek() != '"' && peek() != '\'') {
    return bare_key(name);
  }
  TextRef ref;
  bool stored = false;
  if (!quoted(ref, stored)) {
    return false;
  }
  std::string& store = builder_.store_text();
  if (stored) {
    const std::string decoded = store.substr(ref.offset, ref.length);
    store.resize(ref.offset);
    name = builder_.tree().names.intern(decoded);
  } else {
    name = builder_.tree().names.intern(text_.substr(ref.offset, ref.length));
  }
  return true;
}

bool JsonParser::member() {
  NameId name = kNoName;
  if (!key(name)) {
    return false;
  }
  skip_blanks();
  if (!take(':')) {
    return fail("colon");
  }
  skip_blanks();
  return value(name);
}

bool JsonParser::object(NameId name) {
  if (builder_.open(NodeKind::object, name, at_) == nullptr) {
    return false;
  }
  ++at_;
  skip_blanks();
  while (!take('}')) {
    if (!member()) {
      return false;
    }
    skip_blanks();
    if (take(',')) {
      skip_blanks();
      if (peek() == '}') {
        lenient();
      }
    } else if (peek() != '}' || at_end()) {
      return fail("comma or closing brace");
    }
  }
  find_duplicates(builder_.innermost());
  builder_.close(at_);
  return true;
}

/// Of members with one name the last counts, as in JavaScript; the others are marked.
void JsonParser::find_duplicates(Node& object) {
  Tree& tree = builder_.tree();
  ++objects_;
  seen_.resize(tree.names.size(), 0);
  bool repeated = false;
  for (NodeId id = object.first; id != kNoNode; id = tree[id].next) {
    std::uint32_t& seen = seen_[tree[id].name];
    repeated = repeated || seen == objects_;
    seen = objects_;
  }
  if (!repeated) {
    return;
  }
  note("json_duplicate_keys");
  std::vector<std::pair<NameId, NodeId>> last;
  for (NodeId id = object.first; id != kNoNode; id = tree[id].next) {
    last.emplace_back(tree[id].name, id);
  }
  std::sort(last.begin(), last.end());
  for (std::size_t i = 1; i < last.size(); ++i) {
    if (last[i].first == last[i - 1].first) {
      tree[last[i - 1].second].flags |= Node::kSuperseded;
    }
  }
}

bool JsonParser::list(NameId name) {
  if (builder_.open(NodeKind::list, name, at_) == nullptr) {
    return false;
  }
  ++at_;
  skip_blanks();
  while (!take(']')) {
    if (!value(kNoName)) {
      return false;
    }
    skip_blanks();
    if (take(',')) {
      skip_blanks();
      if (peek() == ']') {
        lenient();
      }
    } else if (peek() != ']' || at_end()) {
      return fail("comma or closing bracket");
    }
  }
  builder_.close(at_);
  return true;
}

JsonResult JsonParser::run() {
  const JsonGuard guard = find_json_guard(text_, at_);
  result_.guard_bytes = guard.begin - at_;
  const std::size_t text_end = text_.size();
  if (builder_.open(NodeKind::list, kNoName, at_) == nullptr) {
    return result_;
  }
  const NodeId values = builder_.last_id();
  at_ = guard.begin;
  text_ = text_.substr(0, guard.end);
  for (;;) {
    at_ = next_json_value(text_, at_, guard.events);
    skip_blanks();
    if (at_end()) {
      break;
    }
    const TreeBuilder::Mark mark = builder_.mark();
    const std::size_t begin = at_;
    if (value(kNoName)) {
      ++result_.values;
      continue;
    }
    if (!guard.events || builder_.tree().error->code != ErrorCode::malformed) {
      break;
    }
    // An event whose data is no JSON is a string.
    builder_.rewind(mark);
    at_ = std::min(text_.find('\n', begin), text_.size());
    Node* node = builder_.add(NodeKind::string, kNoName, begin);
    if (node == nullptr) {
      break;
    }
    node->length = static_cast<std::uint32_t>(at_ - begin);
    node->set(TextRef{node->begin, node->length});
    ++result_.values;
  }
  if (result_.values == 0 && !builder_.failed()) {
    fail("value");
  }
  const std::optional<Error>& error = builder_.tree().error;
  while (builder_.depth() > base_depth_) {
    builder_.close(at_);
  }
  result_.guard_bytes += text_end - guard.end;
  result_.json = !error || error->code != ErrorCode::malformed || result_.values > 1;
  const Node& all = builder_.tree()[values];
  result_.root = all.count == 1 ? all.first : values;
  result_.findings = findings();
  return result_;
}

}  // namespace

JsonResult parse_json(TreeBuilder& builder, std::size_t begin, std::size_t end) {
  return JsonParser(builder, begin, end).run();
}

}  // namespace capaudit
