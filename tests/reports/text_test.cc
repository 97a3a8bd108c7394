// SPDX-License-Identifier: Apache-2.0
#include "reports/text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

struct Case {
  const char* name;
  std::string input;
  std::string expected;
};

template <class Function>
void expect_cases(const std::vector<Case>& cases, Function function) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(function(c.input), c.expected);
  }
}

// Ill-formed sequences from the Unicode Standard, table 3-7 and its examples.
TEST(Text, OnlyWellFormedUtf8IsValid) {
  struct Utf8 {
    const char* name;
    std::string bytes;
    bool valid;
  };
  for (const Utf8& c : {
           Utf8{"ascii", "a", true},
           Utf8{"two bytes", "\xc3\xa9", true},
           Utf8{"three bytes", "\xe2\x82\xac", true},
           Utf8{"four bytes", "\xf0\x9f\x98\x80", true},
           Utf8{"last scalar value", "\xf4\x8f\xbf\xbf", true},
           Utf8{"lone continuation", "\x80", false},
           Utf8{"overlong slash", "\xc0\xaf", false},
           Utf8{"overlong in three", "\xe0\x80\xaf", false},
           Utf8{"overlong in four", "\xf0\x80\x80\xaf", false},
           Utf8{"surrogate", "\xed\xa0\x80", false},
           Utf8{"beyond the last", "\xf4\x90\x80\x80", false},
           Utf8{"cut short", "\xe2\x82", false},
           Utf8{"wrong continuation", "\xe2\x28\xa1", false},
           Utf8{"never a lead", "\xff", false},
       }) {
    SCOPED_TRACE(c.name);
    const CodePoint point = first_code_point(c.bytes);
    EXPECT_EQ(point.valid, c.valid);
    EXPECT_EQ(point.size, c.valid ? c.bytes.size() : 1u);
  }
}

TEST(Text, EveryScalarValueSurvivesARoundTrip) {
  for (char32_t value = 0; value <= 0x10ffff; ++value) {
    if (value >= 0xd800 && value <= 0xdfff) {
      continue;
    }
    std::string text;
    append_utf8(text, value);
    const CodePoint point = first_code_point(text);
    ASSERT_TRUE(point.valid) << std::uint32_t{value};
    ASSERT_TRUE(point.value == value);
    ASSERT_EQ(point.size, text.size());
  }
}

TEST(Text, VisibleTextSteersNothing) {
  expect_cases(
      {
          {"plain", "GET /a?b=c", "GET /a?b=c"},
          {"escape sequence", "\x1b[31mred", "\\x1b[31mred"},
          {"line ends", "a\r\nb\tc", "a\\x0d\\x0ab\\x09c"},
          {"delete and NUL", std::string("\x7f\0", 2), "\\x7f\\x00"},
          {"C1 as UTF-8",
           "\xc2\x9b"
           "31m",
           "\\u{009b}31m"},
          {"C1 as a byte",
           "\x9b"
           "31m",
           "\\x9b31m"},
          {"right-to-left override",
           "\xe2\x80\xae"
           "exe",
           "\\u{202e}exe"},
          {"zero width space",
           "a\xe2\x80\x8b"
           "b",
           "a\\u{200b}b"},
          {"tag character", "\xf3\xa0\x81\x81", "\\u{0e0041}"},
          {"not UTF-8", "\xff\xfe", "\\xff\\xfe"},
          {"umlaut stays", "\xc3\xbc", "\xc3\xbc"},
          {"emoji stays", "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
      },
      [](const std::string& text) { return visible(text); });
}

TEST(Text, InvalidBytesBecomeReplacementCharacters) {
  expect_cases(
      {
          {"valid", "a\xc3\xa9", "a\xc3\xa9"},
          {"latin-1", "caf\xe9", "caf\xef\xbf\xbd"},
          {"surrogate pair as bytes", "\xed\xa0\xbd",
           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      },
      [](const std::string& text) { return to_utf8(text); });
}

TEST(Text, HtmlCannotBeBrokenOutOf) {
  EXPECT_EQ(escape_html("<a b=\"c\" d='e'>&"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST(Text, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("\xc3\xbc"), 1u);
  EXPECT_EQ(display_width("\xe6\xbc\xa2\xe5\xad\x97"), 4u);  // two Han characters
  EXPECT_EQ(display_width("e\xcc\x81"), 1u);                 // combining acute
}

TEST(Text, CuttingKeepsBothEndsAndTheWidth) {
  EXPECT_EQ(cut_middle("short", 10), "short");
  EXPECT_EQ(cut_middle("abcdefghij", 5), "ab…ij");
  for (std::size_t width = 1; width < 40; ++width) {
    const std::string text =
        "http://ex\xc3\xa4mple.test/\xe6\xbc\xa2\xe5\xad\x97/tail.html";
    const std::string cut = cut_middle(text, width);
    EXPECT_LE(display_width(cut), width);
    EXPECT_EQ(visible(cut), cut) << "cut inside a character";
    if (width > 8 && width < display_width(text)) {
      EXPECT_TRUE(cut.starts_with("http"));
      EXPECT_TRUE(cut.ends_with("html"));
      EXPECT_NE(cut.find("…"), std::string::npos);
    }
  }
}

TEST(Text, CuttingTheEndSaysHowLongTheWholeIs) {
  EXPECT_EQ(cut_end("abc", 3), "abc");
  EXPECT_EQ(cut_end("abcdef", 3), "abc… (6 bytes in all)");
  EXPECT_EQ(cut_end("a\xc3\xa9z", 2), "a… (4 bytes in all)");
}

}  // namespace
}  // namespace capaudit
