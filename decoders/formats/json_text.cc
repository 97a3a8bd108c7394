// SPDX-License-Identifier: Apache-2.0
// Strict and relaxed copies. The relaxed one knows strings, comments and brackets, not
// grammar: what is wrong stays wrong and is simdjson's to say.
#include "decoders/formats/json_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <simdjson.h>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

bool is_word(char c) {
  return is_alpha(c) || is_digit(c) || c == '_' || c == '$';
}

bool is_bracket(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']';
}

constexpr char kRecordSeparator = '\x1e';  // RFC 7464

bool ends_scalar(char c) {
  return is_blank(c) || is_bracket(c) || c == ',' || c == ':' || c == '"' || c == '\'' ||
         c == kRecordSeparator;
}

/// The first character from `at` on that is neither blank nor in a comment.
std::size_t skip_blanks_and_comments(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) {
      ++at;
    }
    const char second = at + 1 < text.size() && text[at] == '/' ? text[at + 1] : '\0';
    if (second != '*' && second != '/') {
      return at;
    }
    const bool block = second == '*';
    const std::size_t end = text.find(block ? "*/" : "\n", at + 2);
    at = end == std::string_view::npos ? text.size() : end + (block ? 2 : 1);
  }
}

}  // namespace

std::size_t json_closing_quote(std::string_view text, std::size_t open) {
  for (std::size_t at = open;;) {
    at = text.find('"', at + 1);
    if (at == std::string_view::npos) {
      return text.size();
    }
    std::size_t run = at;
    while (text[run - 1] == '\\') {
      --run;
    }
    if ((at - run) % 2 == 0) {
      return at;
    }
  }
}

std::size_t end_of_json_tokens(std::string_view text, std::size_t begin, std::size_t end,
                               std::uint64_t most) {
  if (end - begin <= most) {
    return end;  // a token has a byte at least
  }
  text = text.substr(0, end);
  std::uint64_t tokens = 0;
  bool scalar = false;  // inside one
  for (std::size_t at = begin; at < end; ++at) {
    const char c = text[at];
    const bool punctuation = is_bracket(c) || c == ',' || c == ':' || c == '"';
    const bool begins = punctuation || (!scalar && !is_blank(c));
    if (begins && ++tokens > most) {
      return at;
    }
    scalar = !punctuation && !is_blank(c);
    at = c == '"' ? json_closing_quote(text, at) : at;
  }
  return end;
}

class JsonRelaxer {
 public:
  JsonRelaxer(std::string_view body, JsonText& text)
      : body_(body.substr(0, text.body_end_)), at_(text.begin_), text_(text) {}

  void run();

 private:
  bool skip();
  void separate();
  void string();
  void scalar();
  void comma();
  void insert(char c) {
    text_.text_ += c;
    ++inserted_;
    text_.insertions_.push_back({text_.text_.size(), inserted_});
  }
  void put(char c) {
    text_.text_ += c;
    ++at_;
  }

  std::string_view body_;
  std::size_t at_;
  JsonText& text_;
  std::size_t inserted_ = 0;
  std::vector<bool> open_;  ///< brackets: true for an object's
  char last_ = '\0';        ///< the last character that was neither blank nor comment
  bool whole_ = false;      ///< outside brackets, behind a value
};

/// Blanks, comments and, between values, record separators.
bool JsonRelaxer::skip() {
  const char c = body_[at_];
  const bool blank = is_blank(c) || c == '/';
  const std::size_t end = blank ? skip_blanks_and_comments(body_, at_) : at_;
  if (end == at_) {
    if (!open_.empty() || c != kRecordSeparator) {
      return false;
    }
    text_.text_ += ' ';
    ++at_;
    return true;
  }
  text_.lenient_ =
      text_.lenient_ || !std::all_of(&body_[at_], &body_[at_] + (end - at_), is_blank);
  text_.text_.append(end - at_, ' ');
  at_ = end;
  return true;
}

/// Between two values of a body stands a comma, in place of a blank if there is one.
void JsonRelaxer::separate() {
  if (!open_.empty() || !whole_) {
    return;
  }
  whole_ = false;
  std::string& text = text_.text_;
  if (text.back() == ' ') {
    text.back() = ',';
  } else {
    insert(',');
  }
}

void JsonRelaxer::string() {
  const char quote = body_[at_];
  text_.lenient_ = text_.lenient_ || quote == '\'';
  put('"');
  for (;;) {
    const auto plain = [quote](char c) {
      return c != quote && c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20;
    };
    std::size_t end = at_;
    while (end < body_.size() && plain(body_[end])) {
      ++end;
    }
    text_.text_.append(body_, at_, end - at_);
    at_ = end;
    if (at_ == body_.size() || body_[at_] == quote) {
      break;
    }
    if (body_[at_] == '\\' && at_ + 1 < body_.size()) {
      put('\\');
      put('"');
      continue;
    }
    text_.lenient_ = text_.lenient_ || static_cast<unsigned char>(body_[at_]) < 0x20;
    put(' ');
  }
  if (at_ < body_.size()) {
    put('"');
  } else {
    text_.end_ = text_.text_.size();
    text_.text_ += '"';
  }
  last_ = '"';
  whole_ = true;
}

/// Numbers, words and what is neither; a name without quotes gets them. What the body
/// ends with can be one only in an object: in a list it is a value.
void JsonRelaxer::scalar() {
  std::size_t end = at_ + 1;
  bool name = is_word(body_[at_]);
  while (end < body_.size() && !ends_scalar(body_[end]) &&
         (body_[end] != '/' || skip_blanks_and_comments(body_, end) == end)) {
    name = name && is_word(body_[end]);
    ++end;
  }
  if (name && (last_ == '{' || last_ == ',') && !open_.empty()) {
    const std::size_t next = skip_blanks_and_comments(body_, end);
    name = next == body_.size() ? bool{open_.back()} : body_[next] == ':';
  } else {
    name = false;
  }
  if (name) {
    insert('"');
    text_.lenient_ = true;
  }
  last_ = body_[end - 1];
  text_.text_.append(body_, at_, end - at_);
  at_ = end;
  if (name) {
    insert('"');
  }
  whole_ = true;
}

/// A comma before a closing bracket says nothing, unless nothing stands before it.
void JsonRelaxer::comma() {
  const std::size_t next = skip_blanks_and_comments(body_, at_ + 1);
  const bool closes = next < body_.size() && (body_[next] == '}' || body_[next] == ']');
  if (closes && last_ != '{' && last_ != '[' && last_ != ',' && last_ != ':') {
    text_.lenient_ = true;
    put(' ');
    return;
  }
  last_ = ',';
  put(',');
}

void JsonRelaxer::run() {
  while (at_ < body_.size()) {
    if (skip()) {
      continue;
    }
    const char c = body_[at_];
    separate();
    if (c == '"' || c == '\'') {
      string();
    } else if (c == ',') {
      comma();
    } else if (is_bracket(c)) {
      const bool opens = c == '{' || c == '[';
      if (opens) {
        open_.push_back(c == '{');
      } else if (!open_.empty()) {
        open_.pop_back();
      }
      whole_ = !opens;
      last_ = c;
      put(c);
    } else {
      scalar();
    }
  }
}

void JsonText::finish() {
  end_ = end_ == 0 ? text_.size() : end_;
  text_ += ']';
  length_ = text_.size();
  text_.append(simdjson::SIMDJSON_PADDING, ' ');
}

JsonText JsonText::strict(std::string_view body, std::size_t begin, std::size_t end) {
  JsonText text(begin, end);
  text.text_.reserve(end - begin + 2 + simdjson::SIMDJSON_PADDING);
  text.text_ = '[';
  text.text_.append(body, begin, end - begin);
  text.finish();
  return text;
}

JsonText JsonText::lines(std::string_view body, std::size_t begin, std::size_t end) {
  JsonText text(begin, end);
  text.text_.reserve(end - begin + 2 + simdjson::SIMDJSON_PADDING);
  text.text_ = '[';
  text.text_.append(body, begin, end - begin);
  std::string& all = text.text_;
  for (std::size_t at = 1; at < all.size();) {
    const std::size_t line_end = std::min(all.find('\n', at), all.size());
    std::size_t first = at;
    while (first < line_end && is_blank(all[first])) {
      ++first;
    }
    if (first != line_end) {
      ++text.line_count_;
      all[at - 1] = text.line_count_ == 1 ? all[at - 1] : ',';
    }
    at = line_end + 1;
  }
  text.finish();
  return text;
}

JsonText JsonText::relaxed(std::string_view body, std::size_t begin, std::size_t end) {
  JsonText text(begin, end);
  text.relaxed_ = true;
  text.text_.reserve(end - begin + 2 + simdjson::SIMDJSON_PADDING);
  text.text_ = '[';
  JsonRelaxer(body, text).run();
  if (!simdjson::validate_utf8(text.text_)) {
    for (char& c : text.text_) {
      c = static_cast<unsigned char>(c) < 0x80 ? c : '?';
    }
  }
  text.finish();
  return text;
}

std::size_t JsonText::inserted_before(std::size_t at) const {
  const auto after = std::upper_bound(
      insertions_.begin(), insertions_.end(), at,
      [](std::size_t offset, const Insertion& each) { return offset < each.at; });
  return after == insertions_.begin() ? 0 : std::prev(after)->inserted;
}

}  // namespace capaudit
