// SPDX-License-Identifier: Apache-2.0
// simdjson's On-Demand front end: values are read as they are visited, and what nobody
// visits is not validated; here everything is visited.
#include <simdjson.h>

#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"
#include "analyzer/parse/simdjson_version.h"

namespace capaudit {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::size_t kMostDepth = 1000;  // below simdjson's own 1,024

template <class Value, class Visitor>
bool visit(Value& value, std::size_t depth, Visitor& visitor);

template <class Value, class Visitor>
bool visit_array(Value& value, std::size_t depth, Visitor& visitor) {
  ondemand::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) {
    return false;
  }
  visitor.begin_array();
  for (auto child : array) {
    ondemand::value item;
    if (child.get(item) != simdjson::SUCCESS || !visit(item, depth + 1, visitor)) {
      return false;
    }
  }
  visitor.end_array();
  return true;
}

template <class Value, class Visitor>
bool visit_object(Value& value, std::size_t depth, Visitor& visitor) {
  ondemand::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) {
    return false;
  }
  visitor.begin_object();
  for (auto member : object) {
    std::string_view name;
    ondemand::value item;
    if (member.unescaped_key().get(name) != simdjson::SUCCESS) {
      return false;
    }
    visitor.key(name);
    if (member.value().get(item) != simdjson::SUCCESS ||
        !visit(item, depth + 1, visitor)) {
      return false;
    }
  }
  visitor.end_object();
  return true;
}

template <class Value, class Visitor>
bool visit_number(Value& value, Visitor& visitor) {
  ondemand::number number;
  if (value.get_number().get(number) != simdjson::SUCCESS) {
    return false;
  }
  if (number.is_double()) {
    visitor.real(number.get_double());
  } else if (number.is_int64()) {
    visitor.integer(number.get_int64());
  } else {
    visitor.integer(number.get_uint64());
  }
  return true;
}

template <class Value, class Visitor>
bool visit(Value& value, std::size_t depth, Visitor& visitor) {
  ondemand::json_type type{};
  if (depth > kMostDepth || value.type().get(type) != simdjson::SUCCESS) {
    return false;
  }
  switch (type) {
  case ondemand::json_type::array:
    return visit_array(value, depth, visitor);
  case ondemand::json_type::object:
    return visit_object(value, depth, visitor);
  case ondemand::json_type::number:
    return visit_number(value, visitor);
  case ondemand::json_type::string: {
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) {
      return false;
    }
    visitor.text(text);
    return true;
  }
  case ondemand::json_type::boolean: {
    bool truth = false;
    if (value.get_bool().get(truth) != simdjson::SUCCESS) {
      return false;
    }
    visitor.boolean(truth);
    return true;
  }
  case ondemand::json_type::null:
    visitor.null();
    return value.is_null();
  }
  return false;
}

class OnDemand {
 public:
  using Written = WrittenJson;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = false;

  explicit OnDemand(const ParsePayload& payload) : payload_(payload) {
    for (const ParseDocument& document : payload.documents) {
      texts_.emplace_back(as_text(document.content));
    }
  }

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    if (from_text) {
      return read(texts_[document], visitor);
    }
    const simdjson::padded_string copy(as_text(payload_.documents[document].content));
    return read(copy, visitor);
  }

  bool generate(std::size_t /*document*/, std::string& /*out*/) { return false; }

 private:
  template <class Visitor>
  bool read(const simdjson::padded_string& text, Visitor& visitor) {
    ondemand::document document;
    if (parser_.iterate(text).get(document) != simdjson::SUCCESS) {
      return false;
    }
    const char* rest = nullptr;  // an error says that nothing is left
    return visit(document, 0, visitor) &&
           document.current_location().get(rest) != simdjson::SUCCESS;
  }

  const ParsePayload& payload_;
  ondemand::parser parser_;
  std::vector<simdjson::padded_string> texts_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_simdjson_ondemand(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<OnDemand>>(payload, simdjson_version()));
}

}  // namespace capaudit
