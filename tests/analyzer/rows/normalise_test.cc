// SPDX-License-Identifier: Apache-2.0
// Normal forms: what formats write differently and means the same is the same, what is
// different stays different. Dates were reckoned with python3's datetime.
#include "analyzer/rows/normalise.h"

#include <cmath>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace capaudit {
namespace {

TEST(Normalise, TextsAreOneSpellingOfTheirValue) {
  struct Case {
    std::string_view text, expected;
  };
  for (const Case& c : {
           Case{"", ""},
           Case{"  \r\n ", ""},
           Case{" a \t b\n", "a b"},
           Case{"0", "0"},
           Case{"-0", "0"},
           Case{"1.50", "1.5"},
           Case{"1.0", "1"},
           Case{"-2.5e3", "-2500"},
           Case{"1E2", "100"},
           Case{"0.1", "0.1"},
           Case{"0.10000000000000000555", "0.1"},
           Case{"9007199254740993", "9007199254740993"},
           Case{"123456789012345678901234567890", "123456789012345678901234567890"},
           Case{"1e400", "1e400"},
           // Texts, because their zeros or signs may mean something.
           Case{"007", "007"},
           Case{"+1", "+1"},
           Case{".5", ".5"},
           Case{"1.", "1."},
           Case{"1,234", "1,234"},
           Case{"NaN", "NaN"},
           Case{"INF", "Infinity"},
           Case{"-INF", "-Infinity"},
           Case{"-Infinity", "-Infinity"},
           Case{"TRUE", "true"},
           Case{"False", "false"},
           Case{"truth", "truth"},
           Case{"1970-01-01", "0"},
           Case{"2010-01-31", "1264896000000"},
           Case{"2010-01-31T12:00:00Z", "1264939200000"},
           Case{"2010-01-31T12:00:00", "1264939200000"},
           Case{"2010-01-31 12:00", "1264939200000"},
           Case{"2010-01-31T13:00:00+01:00", "1264939200000"},
           Case{"2010-01-31T12:00:00.250Z", "1264939200250"},
           Case{"2010-01-31T12:00:00.2500000Z", "1264939200250"},
           Case{"/Date(1264939200000)/", "1264939200000"},
           Case{"/Date(1264939200000+0100)/", "1264939200000"},
           Case{"1969-12-31T23:59:59.999Z", "-1"},
           Case{"2010-13-31", "2010-13-31"},
           Case{"2010-01-31T25:00:00Z", "2010-01-31T25:00:00Z"},
           // Finer than a millisecond: nothing may be lost.
           Case{"2010-01-31T12:00:00.0000001Z", "2010-01-31T12:00:00.0000001Z"},
       }) {
    EXPECT_EQ(normalise_text(c.text), c.expected) << c.text;
  }
}

// Runs of space, tab, CR and LF become one space (XML Schema Part 2, 4.3.6 "collapse").
std::string collapsed(const std::string& text) {
  std::string out;
  bool pending = false;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      pending = !out.empty();
      continue;
    }
    out += pending ? " " : "";
    pending = false;
    out += c;
  }
  return out;
}

TEST(Normalise, CollapsesWhiteSpaceWhereverItStands) {
  constexpr std::string_view kPieces[] = {"x",    "y",    "zz",   " ",   "\t",
                                          "\n",   "\r",   "\x01", "!",   "\x1f",
                                          "\x7f", "\x80", "\xa0", "\xff"};
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "x" : "";
    for (std::size_t i = random.below(40); i > 0; --i) {
      // Mostly letters, so that white space is sometimes single and sometimes at an end.
      text += random.below(3) == 0 ? random.pick(kPieces) : std::string_view("x");
    }
    ASSERT_EQ(normalise_text(text), collapsed(text)) << testing::PrintToString(text);
  }
}

TEST(Normalise, NumbersReadBackAsThemselves) {
  struct Case {
    double value;
    std::string_view expected;
  };
  for (const Case& c : {
           Case{0, "0"},
           Case{-0.0, "0"},
           Case{300, "300"},
           Case{0.1, "0.1"},
           Case{1e20, "100000000000000000000"},
           Case{9007199254740992.0, "9007199254740992"},
           Case{-1.5, "-1.5"},
           Case{std::nan(""), "NaN"},
           Case{-HUGE_VAL, "-Infinity"},
       }) {
    EXPECT_EQ(normalise_number(c.value), c.expected);
  }
}

}  // namespace
}  // namespace capaudit
