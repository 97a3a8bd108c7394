// SPDX-License-Identifier: Apache-2.0
// A cursor over JSON text (RFC 8259): white space, strings with their escapes. What is
// not JSON by the book but has one plain meaning is taken and noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/text.h"
#include "decoders/core/tree_builder.h"

namespace capaudit {

class JsonLexer {
 public:
  /// Over bytes [begin, end) of the builder's body; decoded strings go into its tree.
  JsonLexer(TreeBuilder& builder, std::size_t begin, std::size_t end)
      : builder_(builder), text_(as_text(builder.tree().body().first(end))), at_(begin) {}

  const std::vector<std::string_view>& findings() const { return findings_; }

 protected:
  /// Reads a quoted text; `ref` says where it is, `stored` whether it had to be decoded.
  bool quoted(TextRef& ref, bool& stored);

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '/') {
      skip_comments();
    }
  }
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    const bool there = !at_end() && text_[at_] == c;
    at_ += there ? 1U : 0U;
    return there;
  }
  /// Sets the tree's error: what is missing here, or behind the end.
  bool fail(std::string_view expected);
  void note(std::string_view code);
  void lenient() { note("json_lenient"); }

  TreeBuilder& builder_;
  std::string_view text_;
  std::size_t at_;

 private:
  bool escape(std::string& out);
  bool unicode_escape(std::string& out);
  bool hex4(std::uint32_t& unit);
  void skip_comments();

  std::vector<std::string_view> findings_;
};

}  // namespace capaudit
