// SPDX-License-Identifier: Apache-2.0
// nlohmann::json with its usual containers.
#include <nlohmann/json.hpp>

#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"

namespace capaudit {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostDepth = 1024;

template <class Visitor>
bool visit(const Json& value, std::size_t depth, Visitor& visitor) {
  if (depth > kMostDepth) {
    return false;
  }
  switch (value.type()) {
  case Json::value_t::null:
    visitor.null();
    return true;
  case Json::value_t::boolean:
    visitor.boolean(*value.get_ptr<const bool*>());
    return true;
  case Json::value_t::number_integer:
    visitor.integer(std::int64_t{*value.get_ptr<const Json::number_integer_t*>()});
    return true;
  case Json::value_t::number_unsigned:
    visitor.integer(std::uint64_t{*value.get_ptr<const Json::number_unsigned_t*>()});
    return true;
  case Json::value_t::number_float:
    visitor.real(*value.get_ptr<const Json::number_float_t*>());
    return true;
  case Json::value_t::string:
    visitor.text(*value.get_ptr<const Json::string_t*>());
    return true;
  case Json::value_t::array:
    visitor.begin_array();
    for (const Json& child : value) {
      if (!visit(child, depth + 1, visitor)) {
        return false;
      }
    }
    visitor.end_array();
    return true;
  case Json::value_t::object:
    visitor.begin_object();
    for (const auto& [name, child] : *value.get_ptr<const Json::object_t*>()) {
      visitor.key(name);
      if (!visit(child, depth + 1, visitor)) {
        return false;
      }
    }
    visitor.end_object();
    return true;
  case Json::value_t::binary:
  case Json::value_t::discarded:
    break;
  }
  return false;
}

constexpr bool kThrows = false;

class Nlohmann {
 public:
  using Written = WrittenJson;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = true;

  explicit Nlohmann(const ParsePayload& payload)
      : payload_(payload), values_(payload.documents.size()) {}

  template <class Visitor>
  bool parse(std::size_t document, bool /*from_text*/, Visitor& visitor) {
    const Json value =
        Json::parse(as_text(payload_.documents[document].content), nullptr, kThrows);
    return visit(value, 0, visitor);
  }

  bool generate(std::size_t document, std::string& out) {
    std::optional<Json>& value = values_[document];
    if (!value) {
      value =
          Json::parse(as_text(payload_.documents[document].content), nullptr, kThrows);
    }
    if (value->is_discarded()) {
      return false;
    }
    // Anything that dump() could throw at is not let in by parse().
    out = value->dump();
    return true;
  }

 private:
  const ParsePayload& payload_;
  std::vector<std::optional<Json>> values_;
};

std::string version_text() {
  return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
         std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
         std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace

Result<std::unique_ptr<EngineRun>> open_nlohmann(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Nlohmann>>(payload, version_text()));
}

}  // namespace capaudit
