// SPDX-License-Identifier: Apache-2.0
// AMF3 values. Scalars, arrays and anonymous objects were encoded by npm amf3-ts,
// vectors, dictionaries and collections by BlazeDS and libamf, and read back by other
// decoders.
#include "decoders/formats/amf3.h"

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
    Amf3Reader values(reader, builder);
    good = values.value(kNoName);
    taken = reader.offset();
  }

  Tree tree;
  bool good = false;
  std::size_t taken = 0;
};

struct Case {
  const char* name;
  std::string_view hex, expected;
};

constexpr Case kValues[] = {
    {"0", "0400", "0"},
    {"127", "047f", "127"},
    {"128", "048100", "128"},
    {"16383", "04ff7f", "16383"},
    {"16384", "04818000", "16384"},
    {"2097151", "04ffff7f", "2097151"},
    {"2097152, the first of four bytes", "0480c08000", "2097152"},
    {"268435455, the largest", "04bfffffff", "268435455"},
    {"-1", "04ffffffff", "-1"},
    {"-268435456, the smallest", "04c0808000", "-268435456"},
    {"268435456 is a double", "0541b0000000000000", "268435456"},
    {"an overlong 1", "0480808001", "1"},
    {"undefined", "00", "undefined"},
    {"null", "01", "null"},
    {"false", "02", "false"},
    {"true", "03", "true"},
    {"empty string", "0601", "\"\""},
    {"strings by reference, the empty one never", "09090106056162060106000601",
     "[\"ab\",\"\",\"ab\",\"\"]"},
    {"object by reference", "0905010a0b0103610401010a02", "[{a:1},&3]"},
    {"array with names and items", "0905036b0603760104010402", "[k:\"v\",1,2]"},
    {"array with names alone", "0901036b06037601", "{k:\"v\"}"},
    {"date by reference", "0905010801408f4000000000000802", "[date(1000),&3]"},
    {"typed rows, traits by reference",
     "0905010a230b742e526f77056964096e616d6504010603780a010402060379",
     "[t.Row{id:1,name:\"x\"},t.Row{id:2,name:\"y\"}]"},
    {"dynamic rows, traits by reference", "0905010a0b010569640401010a0100040201",
     "[{id:1},{id:2}]"},
    {"byte array", "0c07010203", "b\"010203\""},
    {"vector of int, fixed", "0d050100000001ffffffff", "int[1,-1]"},
    {"vector of uint", "0e050000000001ffffffff", "uint[1,4294967295]"},
    {"vector of double", "0f0300 3ff8000000000000", "double[1.5]"},
    {"vector of objects", "100501216a6176612e6c616e672e537472696e670603610602",
     "java.lang.String[\"a\",\"a\"]"},
    {"dictionary", "11030206036b0401", "dict{\"k\"=>1}"},
    {"collection",
     "0a0f43666c65782e6d6573736167696e672e696f2e4172726179436f6c6c656374696f6e"
     "090501060361060362",
     "flex.messaging.io.ArrayCollection{source:[\"a\",\"b\"]}"},
    {"XML", "0b093c612f3e", "XML\"<a/>\""},
    {"XML document", "07093c612f3e", "XML\"<a/>\""},
    {"sealed anonymous object, as BlazeDS writes maps", "0a2301 0361 0362 0401 0402",
     "{a:1,b:2}"},
    {"empty map", "0a0301", "{}"},
    {"dynamic members after sealed ones", "0a1b01 0361 0401 0362 0402 01", "{a:1,b:2}"},
    {"cycle", "0a0b01 0361 0a00 01", "{a:&0}"},
    {"collection in itself",
     "0a0743666c65782e6d6573736167696e672e696f2e4172726179436f6c6c656374696f6e"
     "0903010a00",
     "flex.messaging.io.ArrayCollection{source:[&0]}"},
    {"proxy",
     "0a073b666c65782e6d6573736167696e672e696f2e4f626a65637450726f7879 0a0b01 0361 0401 "
     "01",
     "flex.messaging.io.ObjectProxy{object:{a:1}}"},
};

TEST(Amf3, ValuesAreReadByTheSpecification) {
  for (const Case& c : kValues) {
    SCOPED_TRACE(c.name);
    const Parsed parsed(c.hex);
    EXPECT_TRUE(parsed.good);
    EXPECT_EQ(render(parsed.tree), c.expected);
    EXPECT_EQ(parsed.taken, from_hex(c.hex).size());
    EXPECT_EQ(parsed.tree[0].length, parsed.taken);
  }
}

TEST(Amf3, EveryPrefixEndsEarly) {
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

TEST(Amf3, SmallMessagesHaveTheirFieldsByFlag) {
  // Flag bytes as BlazeDS's AbstractMessage, AsyncMessage, CommandMessageExt define them.
  const std::string id = "0c21000102030405060708090a0b0c0d0e0f";
  const std::string dsk = "0a0707 44534b";
  struct Small {
    const char* name;
    std::string hex, expected;
  };
  for (const Small& c : {
           Small{"no field at all", dsk + "000000", "DSK{}"},
           Small{"body and timestamp", dsk + "21 0401 05426d1a94a2000000 00 00",
                 "DSK{body:1,timestamp:1000000000000}"},
           Small{"all seven of the first byte",
                 dsk + "7f 0401 0603 63 0603 64 0a0b0101 0603 6d 0402 0403 00 00",
                 "DSK{body:1,clientId:\"c\",destination:\"d\",headers:{},messageId:\"m\","
                 "timestamp:2,timeToLive:3}"},
           Small{"ids in bytes become the text of full messages",
                 dsk + "80 03" + id + id + "02" + id + "00",
                 "DSK{clientId:\"00010203-0405-0607-0809-0A0B0C0D0E0F\",messageId:"
                 "\"00010203-0405-0607-0809-0A0B0C0D0E0F\",correlationId:"
                 "\"00010203-0405-0607-0809-0A0B0C0D0E0F\"}"},
           Small{"bits nobody defined are read and kept apart",
                 dsk + "80 84 01 0401 0402 04 0403 40 0404",
                 "DSK{reserved:1,reserved:2,reserved:3,reserved:4}"},
           Small{"command", "0a0707 445343 00 00 01 0402", "DSC{operation:2}"},
           Small{"async has two levels", "0a0707 445341 00 01 0603 78",
                 "DSA{correlationId:\"x\"}"},
       }) {
    SCOPED_TRACE(c.name);
    const Parsed parsed(c.hex);
    EXPECT_TRUE(parsed.good);
    EXPECT_EQ(render(parsed.tree), c.expected);
  }
}

TEST(Amf3, WhatCannotBeReadSaysWhere) {
  struct Fault {
    const char* name;
    std::string_view hex;
    ErrorCode code;
    std::uint64_t offset;
  };
  for (const Fault& c : {
           Fault{"marker 12", "12", ErrorCode::malformed, 0},
           Fault{"string not met", "0602", ErrorCode::malformed, 1},
           Fault{"object not met", "0a02", ErrorCode::malformed, 1},
           Fault{"traits not met", "0a05", ErrorCode::malformed, 1},
           Fault{"33 million members", "0afffffff3 01", ErrorCode::truncated, 6},
           Fault{"an array of 268 million", "09ffffffff 01 01", ErrorCode::truncated, 7},
           Fault{"a string longer than the body", "06ffffffff 61", ErrorCode::truncated,
                 5},
           Fault{"unknown externalizable", "0a07 0358 0102", ErrorCode::unsupported, 4},
       }) {
    SCOPED_TRACE(c.name);
    const Parsed parsed(c.hex);
    ASSERT_FALSE(parsed.good);
    EXPECT_EQ(parsed.tree.error->code, c.code);
    EXPECT_EQ(parsed.tree.error->offset, c.offset);
  }
}

TEST(Amf3, AStringReferencedOftenIsNotCopied) {
  // One string of 100,000 bytes, then 1,000 references to it.
  Buffer body = from_hex("098f53 01 06 8c9a41");
  body.resize(body.size() + 100'000, 'x');
  for (int i = 0; i < 1000; ++i) {
    body.push_back(0x06);
    body.push_back(0x00);
  }
  const Parsed parsed(std::move(body));
  EXPECT_TRUE(parsed.good);
  const Tree& tree = parsed.tree;
  EXPECT_EQ(tree.text(tree[0].first).data(), tree.text(1000).data());
}

}  // namespace
}  // namespace capaudit
