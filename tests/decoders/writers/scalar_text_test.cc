// SPDX-License-Identifier: Apache-2.0
// Numbers and dates as text; dates were reckoned with python3's datetime.
#include "decoders/writers/scalar_text.h"

#include <cmath>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(ScalarText, CellsAreSpelledAsXmlSchemaDoes) {
  struct Case {
    Cell cell;
    std::string expected;
  };
  for (const Case& c : {
           Case{Cell(), ""},
           Case{Cell(true), "true"},
           Case{Cell(std::int64_t{-9223372036854775807 - 1}), "-9223372036854775808"},
           Case{Cell(0.1), "0.1"},
           Case{Cell(std::nan("")), "NaN"},
           Case{Cell(-HUGE_VAL), "-INF"},
           Case{Cell(Date{0}), "1970-01-01T00:00:00.000Z"},
           Case{Cell(Date{1264939200250}), "2010-01-31T12:00:00.250Z"},
           Case{Cell(Date{-1}), "1969-12-31T23:59:59.999Z"},
           Case{Cell(Date{951782400000}), "2000-02-29T00:00:00.000Z"},
           Case{Cell(Date{-2203891200000}), "1900-03-01T00:00:00.000Z"},
           Case{Cell(Date{253402300799999}), "9999-12-31T23:59:59.999Z"},
           Case{Cell(Date{253402300800000}), "253402300800000"},
           Case{Cell(Date{0.5}), "0.5"},
           Case{Cell(std::string("x")), "x"},
       }) {
    EXPECT_EQ(cell_text(c.cell), c.expected);
  }
}

}  // namespace
}  // namespace capaudit
