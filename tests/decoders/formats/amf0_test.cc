// SPDX-License-Identifier: Apache-2.0
// AMF0 values. Most were encoded by the npm packages amf-codec and amf0-ts and read back
// by others; the rest follow the specification's tables by hand.
#include "decoders/formats/amf0.h"

#include <gtest/gtest.h>

#include "tests/decoders/formats/render.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

struct Parsed {
  explicit Parsed(std::string_view hex, const Limits& limits = {})
      : Parsed(from_hex(hex), limits) {}
  explicit Parsed(Buffer body, const Limits& limits = {}) : tree(std::move(body)) {
    TreeBuilder builder(tree, limits);
    Reader reader(tree.body());
    Amf0Reader values(reader, builder);
    good = values.value(kNoName);
    taken = reader.offset();
    amf3 = values.met_amf3();
  }

  Tree tree;
  bool good = false;
  bool amf3 = false;
  std::size_t taken = 0;
};

struct Case {
  const char* name;
  std::string_view hex, expected;
};

constexpr Case kValues[] = {
    {"number", "004072c00000000000", "300"},
    {"string", "02000668c3a96c6c6f", "\"h\xc3\xa9llo\""},
    {"object", "0300026964003ff000000000000000046e616d6502000178000009",
     "{id:1,name:\"x\"}"},
    {"strict array", "0a00000004003ff000000000000005020001610101", "[1,null,\"a\",true]"},
    {"associative array", "080000000100016b02000176000009", "{k:\"v\"}"},
    {"associative array with indices, and a reference",
     "080000000200013003000161003ff0000000000000000009000131070001000009", "[{a:1},&8]"},
    {"typed object",
     "100005742e526f7700026964003ff000000000000000046e616d6502000178000009",
     "t.Row{id:1,name:\"x\"}"},
    {"date", "0b408f4000000000000000", "date(1000)"},
    {"AMF3 inside", "11090501060561620600", "[\"ab\",\"ab\"]"},
    {"false", "0100", "false"},
    {"undefined", "06", "undefined"},
    {"unsupported", "0d", "undefined"},
    {"long string", "0c00000002 6869", "\"hi\""},
    {"XML document", "0f00000004 3c612f3e", "XML\"<a/>\""},
    {"self reference", "03 000161 070000 000009", "{a:&0}"},
    {"length of an old player",
     "0800000001 00066c656e677468 003ff0000000000000 000130 05 000009",
     "[-length:1,null]"},
    {"an array with a wrong count", "08000000ff 000009", "{}"},
};

TEST(Amf0, ValuesAreReadByTheSpecification) {
  for (const Case& c : kValues) {
    SCOPED_TRACE(c.name);
    const Parsed parsed(c.hex);
    EXPECT_TRUE(parsed.good);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_EQ(render(parsed.tree), c.expected);
    EXPECT_EQ(parsed.taken, from_hex(c.hex).size());
    EXPECT_EQ(parsed.tree[0].length, parsed.taken);
  }
}

TEST(Amf0, AnEmptyKeyIsAMemberUnlessTheEndMarkerFollows) {
  // {"": null, "a": true}
  const Parsed parsed("03 0000 05 000161 0101 000009");
  EXPECT_EQ(render(parsed.tree), "{:null,a:true}");
}

TEST(Amf0, EveryPrefixEndsEarly) {
  for (const Case& c : kValues) {
    const Buffer whole = from_hex(c.hex);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const Parsed parsed(
          Buffer(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
      ASSERT_FALSE(parsed.good) << c.name << " at " << length;
      EXPECT_EQ(parsed.tree.error->code, ErrorCode::truncated)
          << c.name << " at " << length;
    }
  }
}

TEST(Amf0, WhatCannotBeReadSaysWhere) {
  struct Fault {
    const char* name;
    std::string_view hex;
    ErrorCode code;
    std::uint64_t offset;
  };
  for (const Fault& c : {
           Fault{"movie clip", "04", ErrorCode::malformed, 0},
           Fault{"record set", "0a00000001 0e", ErrorCode::malformed, 5},
           Fault{"object end without an object", "09", ErrorCode::malformed, 0},
           Fault{"marker 12", "12", ErrorCode::malformed, 0},
           Fault{"reference to nothing", "0a00000001 070001", ErrorCode::malformed, 5},
           Fault{"a count of 4 billion", "0affffffff 05", ErrorCode::truncated, 6},
           Fault{"a string longer than the body", "0cffffffff 61", ErrorCode::truncated,
                 5},
       }) {
    SCOPED_TRACE(c.name);
    const Parsed parsed(c.hex);
    ASSERT_FALSE(parsed.good);
    EXPECT_EQ(parsed.tree.error->code, c.code);
    EXPECT_EQ(parsed.tree.error->offset, c.offset);
  }
}

TEST(Amf0, TablesOfAmf3LastForTheValueUnlessItCannotBeReadSo) {
  // Two AMF3 values in one array: the second refers to the string of the first.
  EXPECT_EQ(render(Parsed("0a00000002 11 06056162 11 0600").tree), "[\"ab\",\"ab\"]");
  // A writer that starts anew at each switch: the traits 0 of the second value are its
  // own, with one member; those of the first have two.
  EXPECT_EQ(render(Parsed("0a00000002 11 0a2301 0361 0362 0401 0402"
                          "11 090501 0a1301 0363 0407 0a01 0408")
                       .tree),
            "[{a:1,b:2},[{c:7},{c:8}]]");
}

TEST(Amf0, DepthIsLimited) {
  Limits limits;
  limits.max_depth = 3;
  EXPECT_TRUE(Parsed("0a00000001 0a00000001 0a00000000", limits).good);
  const Parsed deep("0a00000001 0a00000001 0a00000001 0a00000000", limits);
  ASSERT_FALSE(deep.good);
  EXPECT_EQ(deep.tree.error->code, ErrorCode::limit);
}

}  // namespace
}  // namespace capaudit
