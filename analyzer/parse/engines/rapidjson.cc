// SPDX-License-Identifier: Apache-2.0
// RapidJSON's DOM, numbers at full precision: without it the last digit of a double may
// be another one.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "analyzer/parse/allocation.h"
#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"

namespace capaudit {
namespace {

/// RapidJSON's CrtAllocator, seen by the meter.
class CountedAllocator {
 public:
  [[maybe_unused]] static constexpr bool kNeedFree = true;

  void* Malloc(std::size_t size) { return size == 0 ? nullptr : counted_malloc(size); }
  void* Realloc(void* block, std::size_t /*old_size*/, std::size_t size) {
    if (size == 0) {
      counted_free(block);
      return nullptr;
    }
    return counted_realloc(block, size);
  }
  static void Free(void* block) { counted_free(block); }
  bool operator==(const CountedAllocator& /*other*/) const { return true; }
  bool operator!=(const CountedAllocator& /*other*/) const { return false; }
};

using Pool = rapidjson::MemoryPoolAllocator<CountedAllocator>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, CountedAllocator>;
using Value = rapidjson::GenericValue<rapidjson::UTF8<>, Pool>;
using Text = rapidjson::GenericStringBuffer<rapidjson::UTF8<>, CountedAllocator>;

constexpr unsigned kFlags =
    rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag;

template <class Visitor>
void visit_number(const Value& value, Visitor& visitor) {
  if (value.IsInt64()) {
    visitor.integer(std::int64_t{value.GetInt64()});
  } else if (value.IsUint64()) {
    visitor.integer(std::uint64_t{value.GetUint64()});
  } else {
    visitor.real(value.GetDouble());
  }
}

std::string_view text_of(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

constexpr std::size_t kMostDepth = 1024;

template <class Visitor>
bool visit(const Value& value, std::size_t depth, Visitor& visitor) {
  if (depth > kMostDepth) {
    return false;
  }
  switch (value.GetType()) {
  case rapidjson::kNullType:
    visitor.null();
    return true;
  case rapidjson::kFalseType:
  case rapidjson::kTrueType:
    visitor.boolean(value.GetBool());
    return true;
  case rapidjson::kStringType:
    visitor.text(text_of(value));
    return true;
  case rapidjson::kNumberType:
    visit_number(value, visitor);
    return true;
  case rapidjson::kArrayType:
    visitor.begin_array();
    for (const Value& child : value.GetArray()) {
      if (!visit(child, depth + 1, visitor)) {
        return false;
      }
    }
    visitor.end_array();
    return true;
  case rapidjson::kObjectType:
    visitor.begin_object();
    for (const auto& member : value.GetObject()) {
      visitor.key(text_of(member.name));
      if (!visit(member.value, depth + 1, visitor)) {
        return false;
      }
    }
    visitor.end_object();
    return true;
  }
  return false;
}

class Rapidjson {
 public:
  using Written = WrittenJson;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = true;

  explicit Rapidjson(const ParsePayload& payload)
      : payload_(payload), values_(payload.documents.size()) {}

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    const std::string_view text = as_text(payload_.documents[document].content);
    Document value;
    if (from_text) {
      value.Parse<kFlags>(text.data(), text.size());
    } else {
      value.Parse<kFlags | rapidjson::kParseValidateEncodingFlag>(text.data(),
                                                                  text.size());
    }
    return !value.HasParseError() && visit(value, 0, visitor);
  }

  bool generate(std::size_t document, std::string& out) {
    std::unique_ptr<Document>& value = values_[document];
    if (!value) {
      const std::string_view text = as_text(payload_.documents[document].content);
      value = std::make_unique<Document>();
      value->Parse<kFlags>(text.data(), text.size());
    }
    if (value->HasParseError()) {
      return false;
    }
    Text buffer;
    rapidjson::Writer<Text, rapidjson::UTF8<>, rapidjson::UTF8<>, CountedAllocator>
        writer(buffer);
    const bool done = value->Accept(writer);
    out.assign(buffer.GetString(), buffer.GetSize());
    return done;
  }

 private:
  const ParsePayload& payload_;
  std::vector<std::unique_ptr<Document>> values_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_rapidjson(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Rapidjson>>(payload, RAPIDJSON_VERSION_STRING));
}

}  // namespace capaudit
