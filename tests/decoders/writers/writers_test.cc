// SPDX-License-Identifier: Apache-2.0
// Small tables in each format, byte by byte as the formats' specifications want them.
// What is written is read back in tests/analyzer/rows/round_trip_test.cc.
#include "decoders/writers/writers.h"

#include <gtest/gtest.h>

#include "tests/support/hex.h"

namespace capaudit {
namespace {

Rows two_rows() {
  Rows rows;
  rows.columns = {"id", "name"};
  rows.cells = {std::int64_t{1}, std::string("x<\""), std::int64_t{2}, Cell()};
  return rows;
}

std::string written(std::string_view name) {
  const RowWriter* writer = find_row_writer(name);
  EXPECT_NE(writer, nullptr) << name;
  return std::string(as_text(writer->write(two_rows())));
}

TEST(Writers, TextFormatsAreWrittenWithoutWaste) {
  EXPECT_EQ(written("json"), R"([{"id":1,"name":"x<\""},{"id":2,"name":null}])");
  EXPECT_EQ(written("json-columns"),
            R"({"cols":["id","name"],"items":[[1,"x<\""],[2,null]]})");
  EXPECT_EQ(written("json-enums"),
            R"({"cols":["id","name"],"enums":{},"items":[[1,"x<\""],[2,null]]})");
  EXPECT_EQ(written("xml"),
            "<rows><row><id>1</id><name>x&lt;\"</name></row><row><id>2</id><name/></"
            "row></rows>");
  EXPECT_EQ(written("html"),
            "<table><tr><th>id</th><th>name</th></tr><tr><td>1</td><td>x&lt;\"</td></tr>"
            "<tr><td>2</td><td></td></tr></table>");
  EXPECT_EQ(written("csv"), "id,name\r\n1,\"x<\"\"\"\r\n2,\r\n");
}

TEST(Writers, RepeatedTextsAreSentByIndexWhereThatIsShorter) {
  Rows rows;
  rows.columns = {"a", "b"};
  for (int i = 0; i < 4; ++i) {
    rows.cells.emplace_back(std::string(i % 2 == 0 ? "Private" : "Public"));
    rows.cells.emplace_back(std::string(1, static_cast<char>('p' + i)));
  }
  EXPECT_EQ(as_text(write_json_enums(rows)),
            R"({"cols":["a","b"],"enums":{"a":["Private","Public"]},)"
            R"("items":[[0,"p"],[1,"q"],[0,"r"],[1,"s"]]})");
}

TEST(Writers, Amf3SharesTraitsAndTexts) {
  // The rows of two typed beans as a reader-checked vector has them: traits once, then by
  // reference, texts likewise.
  Rows rows;
  rows.columns = {"id", "name"};
  rows.cells = {std::int64_t{1}, std::string("x"), std::int64_t{2}, std::string("x")};
  const Buffer head = from_hex(
      "0003 0000 0001 000b 2f312f6f6e526573756c74 0000 ffffffff 11 0a07"
      "43666c65782e6d6573736167696e672e696f2e4172726179436f6c6c656374696f6e");
  Buffer expected = head;
  for (const std::uint8_t byte :
       from_hex("0905 01 0a23 07526f77 056964 096e616d65 0401 060378 0a05 0402 0608")) {
    expected.push_back(byte);
  }
  EXPECT_EQ(write_amf3(rows), expected);
}

TEST(Writers, Amf0WritesAnonymousObjects) {
  Rows rows;
  rows.columns = {"a"};
  rows.cells = {std::int64_t{1}};
  EXPECT_EQ(write_amf0(rows),
            from_hex("0000 0000 0001 000b 2f312f6f6e526573756c74 0000 ffffffff"
                     "0a00000001 03 000161 003ff0000000000000 000009"));
}

TEST(Writers, NamesThatNoElementMayHaveAreMadeFit) {
  Rows rows;
  rows.columns = {"a b", "1", "x:y"};
  rows.cells = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}};
  EXPECT_EQ(as_text(write_xml(rows)),
            "<rows><row><a_b>1</a_b><_1>2</_1><x_y>3</x_y></row></rows>");
}

TEST(Writers, EachHasItsOwnName) {
  for (const RowWriter& writer : row_writers()) {
    EXPECT_EQ(find_row_writer(writer.name), &writer);
  }
  EXPECT_EQ(find_row_writer("morse"), nullptr);
}

}  // namespace
}  // namespace capaudit
