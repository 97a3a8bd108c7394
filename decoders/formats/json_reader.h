// SPDX-License-Identifier: Apache-2.0
// From simdjson's documents to our tree: the class behind parse_json().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "decoders/core/text.h"
#include "decoders/formats/json.h"
#include "decoders/formats/json_text.h"

namespace capaudit {

class JsonReader {
 public:
  JsonReader(TreeBuilder& builder, std::size_t begin, std::size_t end)
      : builder_(builder),
        body_(as_text(builder.tree().body().first(end))),
        begin_(begin),
        base_depth_(builder.depth()),
        names_(builder.tree().names) {}

  JsonResult run();

 private:
  /// Making one costs more than reading a small body does.
  static simdjson::ondemand::parser& thread_parser();
  void values(std::size_t begin, std::size_t end);
  void all_values(std::size_t begin, std::size_t end);
  void events(std::size_t begin, std::size_t end);
  bool read(const JsonText& text);
  bool elements(simdjson::ondemand::array array);
  bool value(simdjson::ondemand::value& value, NameId name);
  bool object(simdjson::ondemand::value& value, NameId name);
  bool member(simdjson::ondemand::field& field, NameId& name);
  bool list(simdjson::ondemand::value& value, NameId name);
  bool string(std::string_view token, simdjson::ondemand::value& value, NameId name);
  bool number(std::string_view token, simdjson::ondemand::value& value, NameId name);
  bool odd_number(std::string_view token, NameId name);
  bool word(std::string_view token, NameId name);
  void find_duplicates(Node& object);

  bool fail_in_object(bool first);
  bool close_container(char bracket, std::string_view missing);
  std::size_t close_of_string(std::string_view token) const;
  bool decode(std::size_t open, std::size_t close, TextRef& ref);
  Node* add(NodeKind kind, NameId name, std::size_t end);
  Node* add_text(NameId name, std::string_view digits);

  std::size_t in_body(std::size_t at) const { return source_->in_body(at); }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
  }
  std::size_t offset_of(const char* place) const {
    return static_cast<std::size_t>(place - text_.data());
  }
  bool fail(std::string_view expected);
  void note(std::string_view code) {
    std::vector<std::string_view>& all = result_.findings;
    if (std::find(all.begin(), all.end(), code) == all.end()) {
      all.push_back(code);
    }
  }

  TreeBuilder& builder_;
  std::string_view body_;
  std::size_t begin_;
  std::size_t base_depth_;
  JsonResult result_;
  simdjson::ondemand::parser& parser_ = thread_parser();
  const JsonText* source_ = nullptr;
  std::string_view text_;  ///< of source_
  std::size_t at_ = 0;     ///< in text_: behind what was read last
  NameChain names_;
  std::vector<std::uint32_t> seen_;  ///< per name: the object that had it last
  std::uint32_t objects_ = 0;
};

}  // namespace capaudit
