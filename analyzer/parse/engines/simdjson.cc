// SPDX-License-Identifier: Apache-2.0
// simdjson's DOM: one parser used again, as its documentation advises.
#include <simdjson.h>

#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"
#include "analyzer/parse/simdjson_version.h"

namespace capaudit {
namespace {

namespace dom = simdjson::dom;

template <class Visitor>
void visit(const dom::element& value, Visitor& visitor) {
  switch (value.type()) {
  case dom::element_type::ARRAY:
    visitor.begin_array();
    for (const dom::element child : dom::array(value)) {
      visit(child, visitor);
    }
    visitor.end_array();
    break;
  case dom::element_type::OBJECT:
    visitor.begin_object();
    for (const dom::key_value_pair member : dom::object(value)) {
      visitor.key(member.key);
      visit(member.value, visitor);
    }
    visitor.end_object();
    break;
  case dom::element_type::INT64:
    visitor.integer(std::int64_t{value});
    break;
  case dom::element_type::UINT64:
    visitor.integer(std::uint64_t{value});
    break;
  case dom::element_type::DOUBLE:
    visitor.real(double(value));
    break;
  case dom::element_type::STRING:
    visitor.text(std::string_view(value));
    break;
  case dom::element_type::BOOL:
    visitor.boolean(bool(value));
    break;
  case dom::element_type::NULL_VALUE:
    visitor.null();
    break;
  }
}

class Simdjson {
 public:
  using Written = WrittenJson;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = true;

  explicit Simdjson(const ParsePayload& payload) : payload_(payload) {
    for (const ParseDocument& document : payload.documents) {
      texts_.emplace_back(as_text(document.content));
      values_.emplace_back();
      generators_.emplace_back();
    }
  }

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    dom::element value;
    if (from_text) {
      if (parser_.parse(texts_[document]).get(value) != simdjson::SUCCESS) {
        return false;
      }
    } else {
      const Buffer& content = payload_.documents[document].content;
      constexpr bool kCopyBehindPadding = true;
      if (parser_.parse(content.data(), content.size(), kCopyBehindPadding).get(value) !=
          simdjson::SUCCESS) {
        return false;
      }
    }
    visit(value, visitor);
    return true;
  }

  bool generate(std::size_t document, std::string& out) {
    if (!values_[document]) {
      dom::element value;
      if (generators_[document].parse(texts_[document]).get(value) != simdjson::SUCCESS) {
        return false;
      }
      values_[document] = value;
    }
    out = simdjson::to_string(*values_[document]);
    return true;
  }

 private:
  const ParsePayload& payload_;
  dom::parser parser_;
  std::vector<simdjson::padded_string> texts_;
  std::vector<dom::parser> generators_;  ///< each owns one value
  std::vector<std::optional<dom::element>> values_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_simdjson(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Simdjson>>(payload, simdjson_version()));
}

}  // namespace capaudit
