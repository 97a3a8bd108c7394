// SPDX-License-Identifier: Apache-2.0
#include "reports/show.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string show(const Analysis& analysis, std::size_t index) {
  StringOutput out;
  write_exchange_text(analysis, analysis.exchanges[index], Redactor(RedactMode::standard),
                      TimeZone(), Terminal(), out);
  return out.text();
}

std::string body(std::string_view bytes, bool terminal) {
  StringOutput out;
  write_body(as_bytes(bytes), terminal, out);
  return out.text();
}

std::string tree(std::string_view content, std::string_view type,
                 RedactMode mode = RedactMode::standard) {
  BodyInput input;
  input.content_type = type;
  StringOutput out;
  write_body_tree(as_bytes(content), input, Redactor(mode), out);
  return out.text();
}

TEST(Show, AnExchangeIsShownWithWhatIsKnown) {
  const std::string text = show(sample_analysis(1), 0);
  EXPECT_THAT(text, HasSubstr("a.pcap#1  GET http://example.com/rows?n=1\n"));
  EXPECT_THAT(text, HasSubstr("  body, encoded     0 B                       300 B\n"));
  EXPECT_THAT(text, HasSubstr("  wait              2.25 ms\n"));
  EXPECT_THAT(text, HasSubstr("  Cookie: sid=******\n"));
}

TEST(Show, WhatIsMissingIsSaid) {
  const Analysis analysis = mixed_analysis();
  EXPECT_THAT(show(analysis, 1), HasSubstr("no response"));
  EXPECT_THAT(show(analysis, 2), HasSubstr("(no request) (no URL)"));
  EXPECT_THAT(show(analysis, 3), HasSubstr("unknown"));
}

TEST(Show, CapturedTextDoesNotSteer) {
  const std::string text = show(hostile_analysis("\x1b[2J\xe2\x80\xae\r\n"), 0);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
}

TEST(ShowBody, AFileGetsTheBytesAsTheyAre) {
  const std::string bytes("\0\x1b[2J\xff\r\n", 8);
  EXPECT_EQ(body(bytes, false), bytes);
}

// The dump is that of `hexdump -C`.
TEST(ShowBody, ATerminalGetsTextOrADump) {
  EXPECT_EQ(body("a\r\n\tb\n", true), "a\n\tb\n\n");
  EXPECT_EQ(body(std::string("AB\0\x1b", 4), true),
            "00000000  41 42 00 1b                                       |AB..|\n");
  EXPECT_THAT(body("\xe2\x80\xae", true), HasSubstr("\\u{202e}"));
}

TEST(ShowTree, JsonIsIndentedByNames) {
  EXPECT_EQ(tree(R"({"a":[1,2.5,"x"],"b":{"c":null,"d":true},"n":12345678901234567890})",
                 "application/json"),
            "object, 3\n"
            "  a: list, 3\n"
            "    [0]: 1\n"
            "    [1]: 2.5\n"
            "    [2]: \"x\"\n"
            "  b: object, 2\n"
            "    c: null\n"
            "    d: true\n"
            "  n: 12345678901234567890\n");
}

TEST(ShowTree, SecretsBelowASecretNameAreStars) {
  const char* const json = R"({"user":"bob","credentials":{"id":77,"key":"abc"}})";
  EXPECT_EQ(tree(json, "application/json"),
            "object, 2\n"
            "  user: \"bob\"\n"
            "  credentials: object, 2\n"
            "    id: **\n"
            "    key: \"***\"\n");
  EXPECT_THAT(tree(json, "application/json", RedactMode::off), HasSubstr("\"abc\""));
}

TEST(ShowTree, XmlShowsElementsAndAttributes) {
  const std::string text =
      tree("<rows n=\"2\"><row>a</row><row><x/></row></rows>", "text/xml");
  EXPECT_THAT(text, HasSubstr("<rows>"));
  EXPECT_THAT(text, HasSubstr("  @n: \"2\"\n"));
  EXPECT_THAT(text, HasSubstr("  <row> \"a\"\n"));
}

TEST(ShowTree, WhatHasNoTreeIsTextOrADump) {
  EXPECT_EQ(tree("body { color: red }", "text/css"), "body { color: red }\n");
  EXPECT_THAT(tree(std::string("\0\1\2\3", 4), "application/octet-stream"),
              HasSubstr("00 01 02 03"));
}

}  // namespace
}  // namespace capaudit
