// SPDX-License-Identifier: Apache-2.0
#include "analyzer/rows/encodings.h"

#include <gtest/gtest.h>

#include "decoders/codings/codings.h"

namespace capaudit {
namespace {

Rows people(std::size_t count) {
  Rows rows;
  rows.columns = {"id", "sex", "born", "paid"};
  for (std::size_t i = 0; i < count; ++i) {
    rows.cells.emplace_back(static_cast<std::int64_t>(i + 1));
    rows.cells.emplace_back(std::string(i % 3 == 0 ? "Female" : "Male"));
    rows.cells.emplace_back(Date{static_cast<double>(i) * 86'400'000});
    rows.cells.emplace_back(i % 2 == 0);
  }
  return rows;
}

bool loses(const std::vector<Loss>& losses, std::string_view what, std::uint64_t cells) {
  for (const Loss& loss : losses) {
    if (loss.what == what) {
      return loss.cells == cells;
    }
  }
  return false;
}

TEST(Encodings, EveryFormatGivesASizeUnderEveryCoding) {
  const Rows rows = people(40);
  for (const RowWriter& writer : row_writers()) {
    for (const BodyCoder& coder : body_coders()) {
      SCOPED_TRACE(std::string(writer.name) + " " + std::string(coder.name));
      const Result<EncodedSize> size = encoded_size(rows, writer.name, coder.name);
      ASSERT_TRUE(size) << size.error().what;
      EXPECT_EQ(size->bytes, writer.write(rows).size());
      if (coder.coding.empty()) {
        EXPECT_EQ(size->coded_bytes, size->bytes);
      } else {
        EXPECT_LT(size->coded_bytes, size->bytes);
      }
    }
  }
}

TEST(Encodings, WhatACoderMakesIsTakenOffAgainByItsName) {
  const Buffer body = write_json_objects(people(500));
  for (const BodyCoder& coder : body_coders()) {
    SCOPED_TRACE(coder.name);
    const Result<Buffer> coded = coder.encode(body, coder.level);
    ASSERT_TRUE(coded);
    std::vector<std::string> codings;
    if (!coder.coding.empty()) {
      codings.emplace_back(coder.coding);
    }
    const Content content = remove_codings(*coded, true, codings, {});
    EXPECT_FALSE(content.error);
    EXPECT_TRUE(content.notes.empty());
    EXPECT_TRUE(
        std::equal(content.data.begin(), content.data.end(), body.begin(), body.end()));
  }
}

TEST(Encodings, NoRowsAndOneRowHaveASizeEverywhere) {
  for (const std::size_t count : {0U, 1U}) {
    for (const RowWriter& writer : row_writers()) {
      const Result<EncodedSize> size = encoded_size(people(count), writer.name, "");
      ASSERT_TRUE(size) << writer.name << ": " << size.error().what;
    }
  }
}

TEST(Encodings, ANameThatIsNotKnownListsThoseThatAre) {
  const Result<EncodedSize> encoding = encoded_size(people(2), "jsn", "");
  ASSERT_FALSE(encoding);
  EXPECT_EQ(encoding.error().code, ErrorCode::malformed);
  EXPECT_NE(encoding.error().what.find("json-columns"), std::string::npos);
  const Result<EncodedSize> coding = encoded_size(people(2), "json", "zip");
  ASSERT_FALSE(coding);
  EXPECT_NE(coding.error().what.find("gzip-9"), std::string::npos);
}

TEST(Encodings, WhatAFormatCannotTellApartIsSaid) {
  Rows rows = people(6);
  rows.columns.push_back("note");
  Rows with_notes;
  with_notes.columns = rows.columns;
  for (std::size_t row = 0; row < 6; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      with_notes.cells.push_back(rows.cells[row * 4 + column]);
    }
    with_notes.cells.emplace_back(row % 2 == 0 ? Cell() : Cell(std::string("a  b")));
  }
  const Result<EncodedSize> csv = encoded_size(with_notes, "csv", "");
  ASSERT_TRUE(csv) << csv.error().what;
  EXPECT_TRUE(loses(csv->losses, "null is read back as an empty text", 3));
  EXPECT_TRUE(loses(csv->losses, "numbers are read back as texts", 6));
  EXPECT_TRUE(loses(csv->losses, "booleans are read back as texts", 6));
  const Result<EncodedSize> json = encoded_size(with_notes, "json", "");
  ASSERT_TRUE(json);
  ASSERT_EQ(json->losses.size(), 1u);  // JSON has no dates
  EXPECT_TRUE(loses(json->losses, "dates are read back as texts", 6));
  const Result<EncodedSize> amf3 = encoded_size(with_notes, "amf3", "");
  ASSERT_TRUE(amf3);
  EXPECT_TRUE(amf3->losses.empty());
  const Result<EncodedSize> amf0 = encoded_size(with_notes, "amf0", "");
  ASSERT_TRUE(amf0);
  EXPECT_TRUE(loses(amf0->losses, "integers become doubles", 6));
}

TEST(Encodings, NamesThatMarkupCannotHoldAreALoss) {
  Rows rows = people(3);
  rows.columns[1] = "male or female";
  const Result<EncodedSize> xml = encoded_size(rows, "xml", "");
  ASSERT_TRUE(xml);
  EXPECT_TRUE(
      loses(xml->losses, "names of columns are changed to what the format allows", 1));
}

TEST(Encodings, ARowThatDoesNotSurviveHasNoSize) {
  Rows rows = people(3);
  rows.cells[1] = std::string("a\x01z");  // no character of XML 1.0
  const Result<EncodedSize> xml = encoded_size(rows, "xml", "gzip");
  ASSERT_FALSE(xml);
  EXPECT_EQ(xml.error().code, ErrorCode::unsupported);
  EXPECT_EQ(xml.error().what, "xml: row 1, column sex is read back as another value");
  EXPECT_TRUE(encoded_size(rows, "json", "gzip"));
}

}  // namespace
}  // namespace capaudit
