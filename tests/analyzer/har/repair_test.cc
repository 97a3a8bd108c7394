// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/repair.h"

#include <string>

#include <gtest/gtest.h>
#include <simdjson.h>

namespace capaudit {
namespace {

TEST(RepairJson, WhatIsNoJsonBecomesUnknownAndTheRestStays) {
  struct Case {
    const char* from;
    const char* to;
  };
  constexpr Case kCases[] = {
      {R"({"a": NaN, "b": -Infinity})", R"({"a": null, "b": null})"},
      {R"([01, +1, 0x10, 1., .5, 1e999, undefined])",
       R"([null, null, null, null, null, null, null])"},
      {R"([1, -0.5, 1e3, true, "NaN"])", R"([1, -0.5, 1e3, true, "NaN"])"},
      {R"([1180591620717411303424])", R"([1180591620717411303424e0])"},
      {"[\"a\tb\"]", R"(["a\u0009b"])"},
      {R"({"a": [1, 2, ], })", R"({"a": [1, 2]})"},
      {"[\"\xff\xe2\x82\"]", "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]"},
      {"[\"\xe2\x82\xac\"]", "[\"\xe2\x82\xac\"]"},
      {R"(["\ud83d\ude00 \ud83d \ude00"])",
       "[\"\\ud83d\\ude00 \xef\xbf\xbd \xef\xbf\xbd\"]"},
      {R"(["\x41 \u00g0 \n"])", "[\"\xef\xbf\xbdx41 \xef\xbf\xbdu00g0 \\n\"]"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.from);
    EXPECT_EQ(repair_json(c.from), c.to);
    simdjson::dom::parser parser;
    EXPECT_EQ(parser.parse(simdjson::padded_string(repair_json(c.from))).error(),
              simdjson::SUCCESS);
  }
}

}  // namespace
}  // namespace capaudit
