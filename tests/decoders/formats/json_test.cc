// SPDX-License-Identifier: Apache-2.0
// JSON by RFC 8259, and what servers put around it.
#include "decoders/formats/json.h"

#include <gtest/gtest.h>

#include "decoders/formats/json_text.h"
#include "tests/decoders/formats/render.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

struct Parsed {
  explicit Parsed(std::string_view text, const Limits& limits = {})
      : tree(to_buffer(text)) {
    TreeBuilder builder(tree, limits);
    result = parse_json(builder, 0, tree.body().size());
    tree.root = result.root;
  }

  Tree tree;
  JsonResult result;
};

TEST(Json, ValuesAreReadAsTheyStand) {
  struct Case {
    std::string_view text, expected;
  };
  for (const Case& c : {
           Case{"{}", "{}"},
           Case{" [ ] ", "[]"},
           Case{R"({"a":1,"b":[true,false,null],"":"x"})",
                R"({a:1,b:[true,false,null],:"x"})"},
           Case{"[0,-0,1,-1,1.5,-2.5e3,1E2,1e-2]", "[0,-0,1,-1,1.5,-2500,100,0.01]"},
           Case{R"("\"\\\/\b\f\n\r\t")", "\"\\\"\\\\/\b\f\n\r\t\""},
           // RFC 8259 7: U+1D11E is a surrogate pair when escaped.
           Case{R"("\uD834\uDD1E \u00e9")", "\"\xf0\x9d\x84\x9e \xc3\xa9\""},
           Case{"\"\xe2\x82\xac\"", "\"\xe2\x82\xac\""},
           Case{"9223372036854775807", "9223372036854775807"},
           Case{"-9223372036854775808", "-9223372036854775808"},
           Case{"9223372036854775808", "#9223372036854775808"},
           Case{"1e400", "#1e400"},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_TRUE(parsed.result.json);
    EXPECT_EQ(parsed.result.values, 1u);
    EXPECT_EQ(render(parsed.tree), c.expected);
  }
}

// More digits may have followed the last one; behind a blank there were none.
TEST(Json, ANumberThatTheEndCutsIsNotRead) {
  struct Case {
    std::string_view text, expected;
  };
  for (const Case& c : {
           Case{"[1,2", "[1]"},
           Case{"[12", "[]"},
           Case{R"({"a":[1,2)", "{a:[1]}"},
           Case{R"({"a":1,"b":-2.5)", "{a:1}"},
           Case{R"([{"a":1},{"a":2e1)", "[{a:1},{}]"},
           Case{"[1,18446744073709551616", "[1]"},
           Case{"{\"a\":1}\n[2,3", "[{a:1},[2]]"},
           Case{"{a:1,b:2", "{a:1}"},
           Case{"{1:[2,3],4", "{1:[2,3]}"},
           Case{"[1,2 ", "[1,2]"},
           Case{"[1,true", "[1,true]"},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    ASSERT_TRUE(parsed.tree.error);
    EXPECT_EQ(parsed.tree.error->code, ErrorCode::truncated);
    EXPECT_EQ(parsed.tree.error->offset, c.text.size());
    EXPECT_EQ(render(parsed.tree), c.expected);
  }
  EXPECT_EQ(render(Parsed("12").tree), "12") << "a body may be a number";
}

TEST(Json, EveryValueKnowsItsExtent) {
  const Parsed parsed(R"( {"a": [1, "xy"]} )");
  const Tree& tree = parsed.tree;
  const NodeId list = tree.find(tree.root, "a");
  EXPECT_EQ(tree[tree.root].begin, 1u);
  EXPECT_EQ(tree[tree.root].length, 16u);
  EXPECT_EQ(tree[list].begin, 7u);
  EXPECT_EQ(tree[list].length, 9u);
  const Node& text = tree[tree[tree[list].first].next];
  EXPECT_EQ(text.begin, 11u);
  EXPECT_EQ(text.length, 4u);
}

TEST(Json, WhatIsWrongHasItsPlace) {
  struct Case {
    std::string_view text;
    ErrorCode code;
    std::uint64_t offset;
  };
  for (const Case& c : {
           Case{"", ErrorCode::truncated, 0},
           Case{"{\"a\":1", ErrorCode::truncated, 6},
           Case{"[1,2", ErrorCode::truncated, 4},
           Case{"\"abc", ErrorCode::truncated, 4},
           Case{"tru", ErrorCode::truncated, 3},
           Case{"-", ErrorCode::truncated, 1},
           Case{"[1 2]", ErrorCode::malformed, 3},
           Case{"{\"a\" 1}", ErrorCode::malformed, 5},
           Case{"[1.]", ErrorCode::malformed, 3},
           Case{"[1e]", ErrorCode::malformed, 3},
           Case{"\"\\x\"", ErrorCode::malformed, 2},
           Case{"\"\\u12g4\"", ErrorCode::malformed, 5},
           Case{"[truth]", ErrorCode::malformed, 1},
           Case{"[1]]", ErrorCode::malformed, 3},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    ASSERT_TRUE(parsed.tree.error);
    EXPECT_EQ(parsed.tree.error->code, c.code);
    EXPECT_EQ(parsed.tree.error->offset, c.offset);
  }
}

TEST(Json, EveryPrefixEndsEarly) {
  const std::string text =
      R"({"a":[1,2.5,{"b":"x\u00e9\n"}],"c":true,"d":null,"e":-1e2})";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Parsed parsed(text.substr(0, length));
    ASSERT_TRUE(parsed.tree.error) << length;
    EXPECT_EQ(parsed.tree.error->code, ErrorCode::truncated) << length;
  }
}

TEST(Json, WhatHasOnePlainMeaningIsTakenAndNoted) {
  struct Case {
    std::string_view text, expected, finding;
  };
  for (const Case& c : {
           Case{"{a:1}", "{a:1}", "json_lenient"},
           Case{"{'a':'b\"'}", "{a:\"b\\\"\"}", "json_lenient"},
           Case{"[1,]", "[1]", "json_lenient"},
           Case{"{\"a\":1,}", "{a:1}", "json_lenient"},
           Case{"[NaN,Infinity,-Infinity]", "[nan,inf,-inf]", "json_lenient"},
           Case{"[undefined]", "[undefined]", "json_lenient"},
           Case{"[1/* one */,2]// end", "[1,2]", "json_lenient"},
           Case{"[007]", "[7]", "json_lenient"},
           Case{"\"a\nb\"", "\"a\nb\"", "json_lenient"},
           Case{"\"\\ud800x\"", "\"\xed\xa0\x80x\"", "lone_surrogate"},
           Case{"[9007199254740993]", "[9007199254740993]", "number_beyond_double"},
           // JavaScript keeps the last of members with one name.
           Case{"{\"a\":1,\"b\":2,\"a\":3}", "{-a:1,b:2,a:3}", "json_duplicate_keys"},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_EQ(render(parsed.tree), c.expected);
    EXPECT_EQ(parsed.result.findings, std::vector<std::string_view>{c.finding});
  }
}

TEST(Json, NamesRepeatedInNestedObjectsAreNoDuplicates) {
  const Parsed parsed(R"({"a":{"a":{"a":1}},"b":{"a":2}})");
  EXPECT_TRUE(parsed.result.findings.empty());
  EXPECT_EQ(render(parsed.tree), "{a:{a:{a:1}},b:{a:2}}");
}

TEST(Json, GuardsAndWrappersAreTakenOff) {
  struct Case {
    std::string_view text, expected;
    std::size_t guard_bytes;
  };
  for (const Case& c : {
           Case{")]}'\n{\"a\":1}", "{a:1}", 5},
           Case{")]}',\n[1]", "[1]", 6},
           Case{"while(1);[1]", "[1]", 9},
           Case{"for(;;);{\"a\":1}", "{a:1}", 8},
           Case{"throw 1;[1]", "[1]", 8},
           Case{"/*{\"a\":1}*/", "{a:1}", 4},
           Case{"/*-secure-\n{\"a\":1}\n*/", "{a:1}", 13},
           Case{"cb({\"a\":1});", "{a:1}", 5},
           Case{"jQuery1_2({\"a\":1})", "{a:1}", 11},
           Case{"a.b['c']([1])", "[1]", 10},
           Case{"/**/cb([1]);", "[1]", 9},
           Case{"typeof cb === 'function' && cb([1]);", "[1]", 33},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_EQ(render(parsed.tree), c.expected);
    EXPECT_EQ(parsed.result.guard_bytes, c.guard_bytes);
  }
}

TEST(Json, SeveralValuesAreAListOfThem) {
  struct Case {
    std::string_view text, expected;
    std::size_t values;
  };
  for (const Case& c : {
           Case{"{\"a\":1}\n{\"a\":2}\n", "[{a:1},{a:2}]", 2},
           Case{"\x1e{\"a\":1}\n\x1e[2]\n", "[{a:1},[2]]", 2},  // RFC 7464
           Case{"1 2 3", "[1,2,3]", 3},
           Case{"data: {\"a\":1}\n\nevent: x\ndata:[2]\n\ndata: [DONE]\n",
                "[{a:1},[2],\"[DONE]\"]", 3},
           Case{"data:\n\ndata: {\"a\":1}\n\ndata:", "{a:1}", 1},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_EQ(render(parsed.tree), c.expected);
    EXPECT_EQ(parsed.result.values, c.values);
  }
}

TEST(Json, LinesAreSeparateValuesOnlyWhereEachIsOne) {
  // A comma in place of each line break would make JSON of the second and third.
  EXPECT_EQ(render(Parsed("{\"a\":1}\n\n{\"a\":\n2}\n").tree), "[{a:1},{a:2}]");
  EXPECT_TRUE(Parsed("{}\n[1\n2]").tree.error);
  EXPECT_TRUE(Parsed("{}\n{},").tree.error);
  EXPECT_TRUE(Parsed("{}\n,{}").tree.error);
}

TEST(Json, BytesOutsideUtf8StayAsTheyAre) {
  EXPECT_EQ(render(Parsed("[\"\xe9\",\"\xe9\\n\"]").tree), "[\"\xe9\",\"\xe9\n\"]");
}

TEST(Json, AStringBeforeAColonIsNoName) {
  const Parsed parsed(R"({"a":"b":1})");
  ASSERT_TRUE(parsed.tree.error);
  EXPECT_EQ(parsed.tree.error->code, ErrorCode::malformed);
  EXPECT_EQ(parsed.tree.error->offset, 8u);
}

TEST(Json, TokensAreCountedToTheFirstThatIsTooMany) {
  struct Case {
    std::string_view text;
    std::uint64_t most;
    std::size_t end;
  };
  for (const Case& c : {
           Case{"[[[[[[", 4, 4},
           Case{"::::::", 4, 4},
           Case{"1 2 3 4", 3, 6},
           Case{R"({"a,b\"c":[true ,-1.5e3]})", 8, 24},
           Case{R"({"a,b\"c":[true ,-1.5e3]})", 7, 23},
           Case{R"(["[[[[[[)", 2, 8},
       }) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(end_of_json_tokens(c.text, 0, c.text.size(), c.most), c.end);
  }
}

// The tree's own limits say what is too much; the tokens only bound what is looked at.
TEST(Json, WhatTheTreeCanHoldIsReadToItsEnd) {
  for (const std::string_view text : {
           R"({"a":{},"b":{},"c":{"d":[],"e":[]}})",
           R"([[],[],[[]],{"a":{"b":{}}},"x",1,null])",
       }) {
    SCOPED_TRACE(text);
    Limits limits;
    limits.max_nodes = 1000;
    const auto nodes = static_cast<std::uint32_t>(Parsed(text, limits).tree.size());
    limits.max_nodes = nodes;
    EXPECT_FALSE(Parsed(text, limits).tree.error);
  }
  Limits limits;
  limits.max_nodes = 100;
  for (const char c : std::string_view("[{:,\"1")) {
    SCOPED_TRACE(c);
    std::string text = "[";
    for (int i = 0; i < 1000; ++i) {
      text += c;
      text += ' ';
    }
    const Parsed parsed(text, limits);
    ASSERT_TRUE(parsed.tree.error);
    EXPECT_LE(parsed.tree.error->offset, text.size());
    EXPECT_LE(parsed.tree.size(), 100u);
  }
}

TEST(Json, DepthAndNumberOfValuesAreLimited) {
  Limits limits;
  limits.max_depth = 8;
  EXPECT_FALSE(Parsed("[[[[[[[]]]]]]]", limits).tree.error);
  const Parsed deep("[[[[[[[[[]]]]]]]]]", limits);
  ASSERT_TRUE(deep.tree.error);
  EXPECT_EQ(deep.tree.error->code, ErrorCode::limit);
  limits.max_nodes = 4;
  EXPECT_FALSE(Parsed("[1,2]", limits).tree.error);
  const Parsed many("[1,2,3]", limits);
  ASSERT_TRUE(many.tree.error);
  EXPECT_EQ(many.tree.error->code, ErrorCode::limit);
}

}  // namespace
}  // namespace capaudit
