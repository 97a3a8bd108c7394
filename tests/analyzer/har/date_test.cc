// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/date.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(HarDate, IsoTimesOfAnyZoneAndFraction) {
  struct Case {
    const char* text;
    std::int64_t ns;
  };
  // The seconds are those that GNU date prints for the same texts.
  constexpr Case kCases[] = {
      {"1970-01-01T00:00:00Z", 0},
      {"2011-03-13T07:06:40.000Z", 1'300'000'000'000'000'000},
      {"2011-07-08T06:40:46.9724178+01:00", 1'310'103'646'972'417'800},
      {"2015-02-22T19:28:12.136-08:00", 1'424'662'092'136'000'000},
      {"2020-06-23T17:14:02.5961840+0530", 1'592'912'642'596'184'000},
      {"2011-03-13t07:06:40z", 1'300'000'000'000'000'000},
      {"2011-03-13T07:06:40,5Z", 1'300'000'000'500'000'000},
      {"1969-12-31T23:59:59.999Z", -1'000'000},
      {"2016-12-31T23:59:60Z", 1'483'228'800'000'000'000},
      {"2011-03-13T07:06:40.1234567899Z", 1'300'000'000'123'456'789},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(parse_har_date(c.text), c.ns);
  }
}

TEST(HarDate, WhatIsNoInstantIsNone) {
  for (const char* text :
       {"", "Z", "2011-03-13", "2011-03-13T07:06:40", "2011-02-30T00:00:00Z",
        "2011-03-13T24:00:00Z", "2011-03-13T07:61:00Z", "2011-03-13T07:06:61Z",
        "2011-03-13T07:06:40.Z", "2011-03-13T07:06:40-24:00", "99999-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2011-03-13T07:06:40Zx",
        "1300000000", "2011-13-01T00:00:00Z", "2011-00-01T00:00:00Z"}) {
    EXPECT_EQ(parse_har_date(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace capaudit
