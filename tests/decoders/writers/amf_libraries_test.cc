// SPDX-License-Identifier: Apache-2.0
// The AMF that our writers make, as libraries read it that are not ours:
// tests/data/amf/written.json has the bytes and what each library found in them. Where
// a writer has changed, this prints the bytes that go into written.hex; make.mjs there
// then asks the libraries anew.
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "decoders/writers/writers.h"
#include "tests/support/corpus.h"

namespace capaudit {
namespace {

using simdjson::dom::element;

/// Borders of the number forms, texts of every plane, and rows that have texts again.
Rows table() {
  constexpr std::int64_t kBorder = std::int64_t{1} << 28;
  Rows rows;
  rows.columns = {"id", "value", "name", "seen", "good", "h\xc3\xa9llo"};
  const std::string texts[] = {
      "Not in universe",    "h\xc3\xa9llo", "\xe2\x82\xac", "\xf0\x9d\x84\x9e", "",
      std::string(130, 'x')};
  const std::int64_t integers[] = {0,        127,          128,       16384,
                                   2097152,  kBorder - 1,  kBorder,   -1,
                                   -kBorder, -kBorder - 1, 1LL << 53, -(1LL << 53)};
  constexpr double kReals[] = {0.5, -2.25, 1e300, 5e-324, -0.0, HUGE_VAL};
  for (std::size_t i = 0; i < std::size(integers); ++i) {
    rows.cells.emplace_back(integers[i]);
    rows.cells.emplace_back(kReals[i % std::size(kReals)]);
    rows.cells.emplace_back(texts[i % std::size(texts)]);
    rows.cells.emplace_back(Date{1.5e12 + 1000.0 * static_cast<double>(i)});
    rows.cells.emplace_back(i % 2 == 0);
    rows.cells.emplace_back(i % 3 == 0 ? Cell() : Cell(texts[i % 2]));
  }
  return rows;
}

bool same_number(const element& value, double expected) {
  if (value.is_number()) {
    return value.get_double().value() == expected;
  }
  const std::string text(value["number"].get_string().value());
  return std::stod(text) == expected &&
         std::signbit(std::stod(text)) == std::signbit(expected);
}

bool same(const element& value, const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) {
    return value.is_null();
  }
  if (const bool* good = std::get_if<bool>(&cell)) {
    return value.is_bool() && value.get_bool().value() == *good;
  }
  if (const std::string* text = std::get_if<std::string>(&cell)) {
    return value.is_string() && value.get_string().value() == *text;
  }
  if (const Date* date = std::get_if<Date>(&cell)) {
    return value.is_object() && value["date"].get_double().value() == date->ms;
  }
  const double* real = std::get_if<double>(&cell);
  return same_number(
      value, real != nullptr ? *real : static_cast<double>(std::get<std::int64_t>(cell)));
}

std::string hex_of(const Buffer& bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

TEST(AmfLibraries, TheyReadWhatIsWritten) {
  const Buffer file = read_file(source_root() / "tests/data/amf/written.json");
  const Rows rows = table();
  simdjson::dom::parser parser;
  std::size_t readings = 0;
  for (const element each : parser.parse(as_text(file).data(), file.size()).get_array()) {
    const std::string_view name = each["writer"].get_string().value();
    SCOPED_TRACE(std::string(name) + " read by " +
                 std::string(each["by"].get_string().value()));
    const RowWriter* const writer = find_row_writer(name);
    ASSERT_NE(writer, nullptr);
    ASSERT_EQ(hex_of(writer->write(rows)), each["bytes"].get_string().value());
    std::size_t index = 0;
    for (const element row : each["rows"].get_array()) {
      ASSERT_LT(index, rows.count());
      std::size_t column = 0;
      for (const element member : row.get_array()) {
        ASSERT_LT(column, rows.columns.size());
        EXPECT_EQ(member.at(0).get_string().value(), rows.columns[column]);
        EXPECT_TRUE(same(member.at(1).value(), rows.row(index)[column]))
            << index << " " << rows.columns[column] << ": "
            << simdjson::minify(member.at(1).value());
        ++column;
      }
      EXPECT_EQ(column, rows.columns.size());
      ++index;
    }
    EXPECT_EQ(index, rows.count());
    ++readings;
  }
  EXPECT_EQ(readings, 4u);
}

}  // namespace
}  // namespace capaudit
