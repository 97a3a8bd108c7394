// SPDX-License-Identifier: Apache-2.0
// JSON against simdjson: what simdjson reads we read as the same values; what only we
// read is noted as such. Generated documents, and the same with bytes changed.
#include <string>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "decoders/core/utf8.h"
#include "decoders/formats/json.h"
#include "tests/decoders/formats/render.h"
#include "tests/support/hex.h"
#include "tests/support/random.h"

namespace capaudit {
namespace {

void append_value(Random& random, int depth, std::string& out) {
  constexpr std::string_view kScalars[] = {"0",
                                           "-1",
                                           "1.5",
                                           "-2.25e-3",
                                           "1E+9",
                                           "9007199254740993",
                                           "-9223372036854775808",
                                           "true",
                                           "false",
                                           "null",
                                           "\"\"",
                                           "\"a\\\"b\\\\c\\/\\n\"",
                                           "\"\\u00e9\\u20AC\\ud834\\udd1e\"",
                                           "\"\xc3\xa9\xf0\x9d\x84\x9e\"",
                                           "0.1",
                                           "123456789.123456789",
                                           "1e-7",
                                           "\"'\""};
  const std::size_t kind = depth == 0 ? 2 : random.below(4);
  const std::string_view space = random.below(3) == 0 ? " \n" : "";
  if (kind > 1) {
    out += kScalars[random.below(std::size(kScalars))];
    return;
  }
  out += kind == 0 ? '{' : '[';
  const std::size_t count = random.below(5);
  for (std::size_t i = 0; i < count; ++i) {
    out += i == 0 ? "" : ",";
    out += space;
    if (kind == 0) {
      out += "\"k" + std::to_string(i) + (random.below(4) == 0 ? "\\t" : "") + "\"";
      out += space;
      out += ':';
    }
    append_value(random, depth - 1, out);
  }
  out += space;
  out += kind == 0 ? '}' : ']';
}

/// simdjson's document through our own tree's rendering.
void copy(simdjson::dom::element element, TreeBuilder& builder, NameId name) {
  using Type = simdjson::dom::element_type;
  switch (element.type()) {
  case Type::ARRAY:
    builder.open(NodeKind::list, name, 0);
    for (const simdjson::dom::element child : element.get_array()) {
      copy(child, builder, kNoName);
    }
    builder.close(0);
    break;
  case Type::OBJECT:
    builder.open(NodeKind::object, name, 0);
    for (const simdjson::dom::key_value_pair field : element.get_object()) {
      copy(field.value, builder, builder.tree().names.intern(field.key));
    }
    builder.close(0);
    break;
  case Type::INT64:
    builder.add(NodeKind::integer, name, 0)->set(element.get_int64().value());
    break;
  case Type::UINT64: {
    Node* node = builder.add(NodeKind::number, name, 0);
    builder.set_text(*node, builder.store(std::to_string(element.get_uint64().value())),
                     true);
    break;
  }
  case Type::DOUBLE:
    builder.add(NodeKind::real, name, 0)->set(element.get_double().value());
    break;
  case Type::STRING: {
    Node* node = builder.add(NodeKind::string, name, 0);
    builder.set_text(*node, builder.store(element.get_string().value()), true);
    break;
  }
  case Type::BOOL:
    builder.add(NodeKind::boolean, name, 0)
        ->set(std::int64_t{element.get_bool().value()});
    break;
  case Type::NULL_VALUE:
    builder.add(NodeKind::null, name, 0);
    break;
  }
}

struct Both {
  std::optional<std::string> theirs;
  std::string ours;
  bool read = false;   ///< by us, whole
  bool noted = false;  ///< we said that it is not JSON by the book
};

Both read(const std::string& text) {
  Both both;
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  if (parser.parse(text).get(element) == simdjson::SUCCESS) {
    Tree copied{Bytes()};
    TreeBuilder builder(copied, {});
    copy(element, builder, kNoName);
    both.theirs = render(copied);
  }
  Tree tree(to_buffer(text));
  TreeBuilder builder(tree, {});
  const JsonResult result = parse_json(builder, 0, text.size());
  both.read = !tree.error;
  both.noted = !result.findings.empty() || result.values != 1 || result.guard_bytes != 0;
  if (both.read) {
    tree.root = result.root;
    both.ours = render(tree);
  }
  return both;
}

TEST(JsonDifferential, GeneratedDocumentsAreTheSame) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    append_value(random, 5, text);
    const Both both = read(text);
    ASSERT_TRUE(both.theirs) << text;
    ASSERT_TRUE(both.read) << text;
    // -0 is a double here and 0 there; none is generated.
    ASSERT_EQ(both.ours, *both.theirs) << text;
  }
}

TEST(JsonDifferential, ChangedDocumentsAreReadAlikeOrNoted) {
  constexpr std::string_view kBytes = "{}[]:,\"'\\/ \n0123456789.eE+-truefalsnN\x01\x7f";
  Random random;
  for (int i = 0; i < 6000; ++i) {
    std::string text;
    append_value(random, 4, text);
    text = changed(random, text, kBytes);
    const Both both = read(text);
    if (both.theirs) {
      ASSERT_TRUE(both.read) << text;
      const bool zero_sign = text.find("-0") != std::string::npos;
      const bool repeated = both.noted;
      ASSERT_TRUE(both.ours == *both.theirs || zero_sign || repeated) << text << "\n"
                                                                      << both.ours << "\n"
                                                                      << *both.theirs;
    } else if (both.read && is_utf8(text)) {
      ASSERT_TRUE(both.noted) << text;
    }
  }
}

}  // namespace
}  // namespace capaudit
