// SPDX-License-Identifier: Apache-2.0
#include "reports/page/names.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(ShortNames, KeepWhatTellsUrlsApart) {
  const std::string json = "GET http://a.example/rows?command=getJSON&rows=#";
  const std::string columns = "GET http://a.example/rows?command=getColumns&rows=#";
  const ShortNames names({json, columns, "census.getRows, cold"});
  EXPECT_EQ(names.of(json), "getJSON");
  EXPECT_EQ(names.of(columns), "getColumns");
  EXPECT_EQ(names.of("census.getRows, cold"), "census.getRows, cold");
}

TEST(ShortNames, OfOneUrlStayWhole) {
  const std::string only = "GET http://a.example/rows";
  EXPECT_EQ(ShortNames({only, only}).of(only), only);
}

TEST(ShortNames, NeverMakeTwoNamesOne) {
  const std::string a = "GET http://a.example/x?f=json";
  const std::string b = "GET http://a.example/x?g=json";
  const ShortNames names({a, b, "GET http://a.example/y"});
  EXPECT_EQ(names.of(a), a);
  EXPECT_EQ(names.of(b), b);
}

TEST(ShortNames, OfAUrlThatHasNothingOfItsOwnIsTheWholeUrl) {
  const std::string plain = "GET http://a.example/x";
  const ShortNames names({plain, "GET http://a.example/x?f=json"});
  EXPECT_EQ(names.of(plain), plain);
}

}  // namespace
}  // namespace capaudit
