// SPDX-License-Identifier: Apache-2.0
// From simdjson's documents to our tree. simdjson finds the tokens, checks UTF-8 and
// structure, decodes strings and numbers; a cursor over the same text knows the extents.
#include "decoders/formats/json.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "decoders/formats/json_guard.h"
#include "decoders/formats/json_reader.h"

namespace capaudit {

namespace od = simdjson::ondemand;

namespace {

/// A value has its name, a colon, two brackets, and a comma behind it.
constexpr std::uint64_t kTokensPerNode = 5;

}  // namespace

simdjson::ondemand::parser& JsonReader::thread_parser() {
  constexpr std::size_t kMostKept = std::size_t{1} << 20;
  static thread_local std::optional<od::parser> parser;
  if (!parser || parser->capacity() > kMostKept) {
    parser.emplace();
  }
  return *parser;
}

/// Sets the tree's error: what is missing at the cursor, or behind the end.
bool JsonReader::fail(std::string_view expected) {
  const bool ends = at_ >= source_->end();
  builder_.fail(ends ? ErrorCode::truncated : ErrorCode::malformed,
                in_body(std::min(at_, source_->end())),
                ends ? "JSON ends where " + std::string(expected) + " must stand"
                     : "JSON has no " + std::string(expected) + " here");
  return false;
}

/// A node from the cursor to `end`, where the cursor goes.
Node* JsonReader::add(NodeKind kind, NameId name, std::size_t end) {
  Node* node = builder_.add(kind, name, in_body(at_));
  if (node != nullptr) {
    node->length = static_cast<std::uint32_t>(in_body(end) - node->begin);
    at_ = end;
  }
  return node;
}

bool JsonReader::value(od::value& value, NameId name) {
  std::string_view token = value.raw_json_token();
  at_ = offset_of(token.data());
  if (token.empty() || at_ >= source_->end()) {
    return fail("value");
  }
  if (token[0] == '{') {
    return object(value, name);
  }
  if (token[0] == '[') {
    return list(value, name);
  }
  const std::size_t next = at_ + token.size();
  token = trim(token);
  const bool digits = token[0] == '-' || is_digit(token[0]);
  if (digits && builder_.depth() > base_depth_ + 1 &&
      at_ + token.size() >= source_->end()) {
    // A bracket is open, so the body is cut, and the number may have had more digits.
    at_ = source_->end();
    return fail("comma or closing bracket");
  }
  const bool read = token[0] == '"' ? string(token, value, name)
                    : digits        ? number(token, value, name)
                                    : word(token, name);
  if (!read) {
    return false;
  }
  skip_blanks();
  return at_ == next || fail("comma or closing bracket");
}

/// Takes the bracket that simdjson has found at the cursor.
bool JsonReader::close_container(char bracket, std::string_view missing) {
  skip_blanks();
  if (at_ >= source_->end() || text_[at_] != bracket) {
    return fail(missing);
  }
  ++at_;
  builder_.close(in_body(at_));
  return true;
}

bool JsonReader::member(od::field& field, NameId& name) {
  const std::size_t open = offset_of(field.key().raw()) - 1;
  const std::size_t close = json_closing_quote(text_, open);
  const std::size_t begin = in_body(open + 1);
  const std::string_view written = body_.substr(begin, in_body(close) - begin);
  std::string_view decoded;
  if (written.find('\\') == std::string_view::npos) {
    name = names_.intern(written);
  } else if (!source_->is_relaxed() &&
             field.unescaped_key().get(decoded) == simdjson::SUCCESS) {
    name = names_.intern(decoded);
  } else {
    TextRef ref;
    if (!decode(open, close, ref)) {
      return false;
    }
    std::string& store = builder_.store_text();
    name = names_.intern(std::string_view(store).substr(ref.offset));
    store.resize(ref.offset);
  }
  return value(field.value(), name);
}

/// Says what is missing where simdjson sees no member.
bool JsonReader::fail_in_object(bool first) {
  skip_blanks();
  if (!first) {
    if (at_ >= source_->end() || text_[at_] != ',') {
      return fail("comma or closing brace");
    }
    ++at_;
    skip_blanks();
  }
  if (at_ >= source_->end() || text_[at_] != '"') {
    return fail("member name");
  }
  at_ = json_closing_quote(text_, at_) + 1;
  skip_blanks();
  return fail("colon");
}

bool JsonReader::object(od::value& value, NameId name) {
  if (builder_.open(NodeKind::object, name, in_body(at_)) == nullptr) {
    return false;
  }
  ++at_;
  od::object members;
  if (value.get_object().get(members) != simdjson::SUCCESS) {
    return fail_in_object(true);
  }
  bool first = true;
  bool ascending = true;  // by number, as in rows that came before: no name comes twice
  NameId last = kNoName;
  for (simdjson::simdjson_result<od::field> each : members) {
    if (each.error() != simdjson::SUCCESS) {
      return fail_in_object(first);
    }
    od::field&& field = std::move(each).value_unsafe();
    NameId member_name = kNoName;
    if (!member(field, member_name)) {
      return false;
    }
    ascending = ascending && member_name > last;
    last = member_name;
    first = false;
  }
  if (!ascending) {
    find_duplicates(builder_.innermost());
  }
  return close_container('}', "comma or closing brace");
}

/// Of members with one name the last counts, as in JavaScript; the others are marked.
void JsonReader::find_duplicates(Node& object) {
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

bool JsonReader::list(od::value& value, NameId name) {
  if (builder_.open(NodeKind::list, name, in_body(at_)) == nullptr) {
    return false;
  }
  ++at_;
  od::array items;
  if (value.get_array().get(items) != simdjson::SUCCESS) {
    skip_blanks();
    return fail("comma or closing bracket");
  }
  for (simdjson::simdjson_result<od::value> each : items) {
    if (each.error() != simdjson::SUCCESS) {
      skip_blanks();
      return fail("comma or closing bracket");
    }
    od::value&& item = std::move(each).value_unsafe();
    if (!this->value(item, kNoName)) {
      return false;
    }
  }
  return close_container(']', "comma or closing bracket");
}

/// The values of one text: the elements of the array that JsonText has made of it.
bool JsonReader::read(const JsonText& text) {
  source_ = &text;
  text_ = text.text();
  at_ = 1;
  od::document document;
  simdjson::error_code error =
      parser_.iterate(text_.data(), text_.size(), text.capacity()).get(document);
  od::array values;
  if (error == simdjson::SUCCESS) {
    error = document.get_array().get(values);
  }
  if (error != simdjson::SUCCESS) {
    const bool large = error == simdjson::MEMALLOC || error == simdjson::CAPACITY;
    builder_.fail(large ? ErrorCode::limit : ErrorCode::malformed, in_body(at_),
                  simdjson::error_message(error));
    return false;
  }
  std::size_t read = 0;
  for (simdjson::simdjson_result<od::value> each : values) {
    if (each.error() != simdjson::SUCCESS || (read != 0 && text.is_strict())) {
      skip_blanks();
      return fail("value");
    }
    od::value&& value = std::move(each).value_unsafe();
    if (!this->value(value, kNoName)) {
      return false;
    }
    ++read;
    ++result_.values;
  }
  skip_blanks();
  return at_ == text.end() || fail("value");
}

/// Reads the values of a range, of which simdjson is not given more than can be nodes.
void JsonReader::values(std::size_t begin, std::size_t end) {
  const std::uint64_t most = kTokensPerNode * builder_.limits().max_nodes;
  const std::size_t stop = end_of_json_tokens(body_, begin, end, most);
  all_values(begin, stop);
  std::optional<Error>& error = builder_.tree().error;
  if (stop != end && (!error || error->code == ErrorCode::truncated)) {
    error = Error{ErrorCode::limit, stop,
                  "more than " + std::to_string(most) + " tokens of JSON"};
  }
}

/// Reads all values of a range: as it stands, and if that is not JSON once more with
/// what can be meant.
void JsonReader::all_values(std::size_t begin, std::size_t end) {
  const TreeBuilder::Mark mark = builder_.mark();
  const std::size_t stored = builder_.store_text().size();
  const JsonResult before = result_;
  const auto read_anew = [&](const JsonText& text) {
    builder_.rewind(mark);
    builder_.store_text().resize(stored);
    result_ = before;
    return read(text);
  };
  const auto limited = [this] {
    return builder_.failed() && builder_.tree().error->code == ErrorCode::limit;
  };
  if (read_anew(JsonText::strict(body_, begin, end)) || limited()) {
    return;
  }
  if (result_.values > before.values) {
    const JsonText lines = JsonText::lines(body_, begin, end);
    const bool read = read_anew(lines);
    if (limited() || (read && result_.values - before.values == lines.line_count())) {
      return;
    }
  }
  const JsonText relaxed = JsonText::relaxed(body_, begin, end);
  read_anew(relaxed);
  if (relaxed.lenient() && (!builder_.failed() || result_.values != 0)) {
    note("json_lenient");
  }
}

/// The data of server-sent events, line by line. What is no JSON is a string.
void JsonReader::events(std::size_t begin, std::size_t end) {
  const std::string_view text = body_.substr(0, end);
  for (std::size_t at = next_json_value(text, begin, true); at < end;
       at = next_json_value(text, at, true)) {
    const TreeBuilder::Mark mark = builder_.mark();
    const JsonResult before = result_;
    const std::size_t line_end = std::min(text.find('\n', at), end);
    values(at, line_end);
    if (builder_.failed()) {
      const ErrorCode code = builder_.tree().error->code;
      if (code == ErrorCode::limit || (code == ErrorCode::truncated && line_end == end)) {
        return;
      }
      builder_.rewind(mark);
      result_ = before;
      Node* node = builder_.add(NodeKind::string, kNoName, at);
      if (node == nullptr) {
        return;
      }
      node->length = static_cast<std::uint32_t>(line_end - at);
      node->set(TextRef{node->begin, node->length});
      ++result_.values;
    }
    at = line_end;
  }
}

JsonResult JsonReader::run() {
  const JsonGuard guard = find_json_guard(body_, begin_);
  result_.guard_bytes = guard.begin - begin_ + body_.size() - guard.end;
  if (builder_.open(NodeKind::list, kNoName, begin_) == nullptr) {
    return result_;
  }
  const NodeId all = builder_.last_id();
  if (guard.events) {
    events(guard.begin, guard.end);
  } else {
    values(guard.begin, guard.end);
  }
  if (result_.values == 0 && !builder_.failed()) {
    builder_.fail(ErrorCode::truncated, guard.end, "JSON ends where a value must stand");
  }
  const std::optional<Error>& error = builder_.tree().error;
  while (builder_.depth() > base_depth_) {
    builder_.close(error ? static_cast<std::size_t>(error->offset) : guard.end);
  }
  result_.json = !error || error->code != ErrorCode::malformed || result_.values > 1;
  const Node& list = builder_.tree()[all];
  result_.root = list.count == 1 ? list.first : all;
  return result_;
}

JsonResult parse_json(TreeBuilder& builder, std::size_t begin, std::size_t end) {
  return JsonReader(builder, begin, end).run();
}

}  // namespace capaudit
