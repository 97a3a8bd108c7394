// SPDX-License-Identifier: Apache-2.0
// The text that simdjson is given: a padded copy in brackets, so that the values of a
// body are the elements of one array whatever the body holds, even if it ends early. In
// the strict form it is the body as it stands. In the relaxed form what is not JSON by
// the book but has one plain meaning is JSON: comments and blanks are spaces, separate
// values have commas, strings double quotes, bare names quotes. Values are always taken
// from the body, so a character that simdjson would refuse may be anything in the copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

/// The quote that ends the string at `open`, or the end of `text`.
std::size_t json_closing_quote(std::string_view text, std::size_t open);

/// Where in [begin, end) of `text` there have been `most` tokens (brackets, colons,
/// commas, strings, other scalars) and another begins; else `end`. simdjson holds a
/// number per token, so a body of brackets alone would cost it four times its size.
std::size_t end_of_json_tokens(std::string_view text, std::size_t begin, std::size_t end,
                               std::uint64_t most);

class JsonText {
 public:
  static JsonText strict(std::string_view body, std::size_t begin, std::size_t end);
  /// With a comma between lines; right if there are as many values as line_count().
  static JsonText lines(std::string_view body, std::size_t begin, std::size_t end);
  static JsonText relaxed(std::string_view body, std::size_t begin, std::size_t end);

  /// The array; behind it are as many readable bytes as simdjson wants.
  std::string_view text() const { return std::string_view(text_).substr(0, length_); }
  std::size_t capacity() const { return text_.size(); }
  /// Where the body ends in the text: what begins there is ours.
  std::size_t end() const { return end_; }
  /// Offset in the body of what is at `at` in the text.
  std::size_t in_body(std::size_t at) const {
    return std::min(begin_ + at - 1 - (insertions_.empty() ? 0 : inserted_before(at)),
                    body_end_);
  }
  /// No commas were put in: one between values is the body's, and wrong.
  bool is_strict() const { return !relaxed_ && line_count_ == 0; }
  bool is_relaxed() const { return relaxed_; }
  std::size_t line_count() const { return line_count_; }
  /// Something was not JSON by the book.
  bool lenient() const { return lenient_; }

 private:
  friend class JsonRelaxer;
  /// From `at` on text and body differ by `inserted` more characters.
  struct Insertion {
    std::size_t at;
    std::size_t inserted;
  };

  JsonText(std::size_t begin, std::size_t end) : begin_(begin), body_end_(end) {}
  void finish();
  std::size_t inserted_before(std::size_t at) const;

  std::string text_;
  std::size_t begin_, body_end_;
  std::size_t length_ = 0;
  std::size_t end_ = 0;
  std::size_t line_count_ = 0;
  bool relaxed_ = false;
  bool lenient_ = false;
  std::vector<Insertion> insertions_;
};

}  // namespace capaudit
