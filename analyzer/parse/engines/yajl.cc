// SPDX-License-Identifier: Apache-2.0
// yajl: no tree, its events are the visit. It generates from capaudit's own tree.
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

#include "analyzer/parse/allocation.h"
#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"
#include "analyzer/parse/visit_tree.h"
#include "decoders/formats/decode.h"

namespace capaudit {
namespace {

std::string_view view(const unsigned char* text, std::size_t length) {
  return as_text(Bytes(text, length));
}

template <class Visitor>
struct Events {
  static Visitor& of(void* data) { return *static_cast<Visitor*>(data); }
  static int null(void* data) {
    of(data).null();
    return 1;
  }
  static int boolean(void* data, int value) {
    of(data).boolean(value != 0);
    return 1;
  }
  static int integer(void* data, long long value) {
    of(data).integer(std::int64_t{value});
    return 1;
  }
  static int real(void* data, double value) {
    of(data).real(value);
    return 1;
  }
  static int text(void* data, const unsigned char* text, std::size_t length) {
    of(data).text(view(text, length));
    return 1;
  }
  static int key(void* data, const unsigned char* text, std::size_t length) {
    of(data).key(view(text, length));
    return 1;
  }
  static int begin_object(void* data) {
    of(data).begin_object();
    return 1;
  }
  static int end_object(void* data) {
    of(data).end_object();
    return 1;
  }
  static int begin_array(void* data) {
    of(data).begin_array();
    return 1;
  }
  static int end_array(void* data) {
    of(data).end_array();
    return 1;
  }
  static constexpr yajl_callbacks kCallbacks = {
      null,         boolean, integer,    real,        nullptr,  text,
      begin_object, key,     end_object, begin_array, end_array};
};

yajl_alloc_funcs counted() {
  return {[](void* /*context*/, std::size_t size) { return counted_malloc(size); },
          [](void* /*context*/, void* block, std::size_t size) {
            return counted_realloc(block, size);
          },
          [](void* /*context*/, void* block) { counted_free(block); }, nullptr};
}

/// Hands a tree to yajl's generator.
class Generator {
 public:
  explicit Generator(yajl_gen generator) : generator_(generator) {}

  bool ok() const { return ok_; }
  void null() { keep(yajl_gen_null(generator_)); }
  void boolean(bool value) { keep(yajl_gen_bool(generator_, value ? 1 : 0)); }
  void integer(std::int64_t value) { keep(yajl_gen_integer(generator_, value)); }
  void integer(std::uint64_t value) { number(std::to_string(value)); }
  void real(double value) {
    // yajl writes 17 digits; the shortest that reads back is what others write.
    std::string digits;
    append_double(value, digits);
    number(digits);
  }
  void number(std::string_view digits) {
    keep(yajl_gen_number(generator_, digits.data(), digits.size()));
  }
  void text(std::string_view value) {
    const Bytes bytes = as_bytes(value);
    keep(yajl_gen_string(generator_, bytes.data(), bytes.size()));
  }
  void key(std::string_view name) { text(name); }
  void begin_object() { keep(yajl_gen_map_open(generator_)); }
  void end_object() { keep(yajl_gen_map_close(generator_)); }
  void begin_array() { keep(yajl_gen_array_open(generator_)); }
  void end_array() { keep(yajl_gen_array_close(generator_)); }

 private:
  void keep(yajl_gen_status status) { ok_ = ok_ && status == yajl_gen_status_ok; }

  yajl_gen generator_;
  bool ok_ = true;
};

struct FreeParser {
  void operator()(yajl_handle handle) const { yajl_free(handle); }
};
struct FreeGenerator {
  void operator()(yajl_gen generator) const { yajl_gen_free(generator); }
};
template <class Handle, class Free>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

class Yajl {
 public:
  using Written = WrittenJson;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = true;

  explicit Yajl(const ParsePayload& payload)
      : payload_(payload), values_(payload.documents.size()) {}

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    yajl_alloc_funcs memory = counted();
    const Owner<yajl_handle, FreeParser> handle(
        yajl_alloc(&Events<Visitor>::kCallbacks, &memory, &visitor));
    if (!handle) {
      return false;
    }
    yajl_config(handle.get(), yajl_dont_validate_strings, from_text ? 1 : 0);
    const Buffer& content = payload_.documents[document].content;
    return yajl_parse(handle.get(), content.data(), content.size()) == yajl_status_ok &&
           yajl_complete_parse(handle.get()) == yajl_status_ok;
  }

  bool generate(std::size_t document, std::string& out) {
    std::unique_ptr<Decoded>& value = values_[document];
    if (!value) {
      value = std::make_unique<Decoded>(
          decode(payload_.documents[document].content, {}, Limits()));
    }
    if (value->tree.error || value->tree.empty()) {
      return false;
    }
    yajl_alloc_funcs memory = counted();
    const Owner<yajl_gen, FreeGenerator> handle(yajl_gen_alloc(&memory));
    if (!handle) {
      return false;
    }
    Generator generator(handle.get());
    visit_json_tree(value->tree, value->tree.root, generator);
    const unsigned char* text = nullptr;
    std::size_t length = 0;
    if (!generator.ok() ||
        yajl_gen_get_buf(handle.get(), &text, &length) != yajl_gen_status_ok) {
      return false;
    }
    out = view(text, length);
    return true;
  }

 private:
  const ParsePayload& payload_;
  std::vector<std::unique_ptr<Decoded>> values_;
};

}  // namespace

Result<std::unique_ptr<EngineRun>> open_yajl(const ParsePayload& payload) {
  const int version = yajl_version();
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Yajl>>(payload, std::to_string(version / 10000) + "." +
                                                    std::to_string(version / 100 % 100) +
                                                    "." + std::to_string(version % 100)));
}

}  // namespace capaudit
