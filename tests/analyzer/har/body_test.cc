// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/body.h"

#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

std::string text_of(const HarBodyBytes& body) {
  return std::string(as_text(body.bytes));
}

TEST(HarBody, FlaggedBase64IsDecoded) {
  const HarBodyBytes body = har_body_bytes("aGVsbG8=", "base64", "image/png", 5);
  EXPECT_EQ(text_of(body), "hello");
  EXPECT_EQ(body.note, "");
}

TEST(HarBody, TheSizeProvesAWrongFlag) {
  const HarBodyBytes text = har_body_bytes("aGVsbG8=", "base64", "text/plain", 8);
  EXPECT_EQ(text_of(text), "aGVsbG8=");
  EXPECT_EQ(text.note, "har_base64_mislabelled");
  const HarBodyBytes no_base64 = har_body_bytes("<p>hello</p>", "base64", "", {});
  EXPECT_EQ(text_of(no_base64), "<p>hello</p>");
  EXPECT_EQ(no_base64.note, "har_base64_mislabelled");
}

TEST(HarBody, AMissingFlagIsSuppliedWhereTheSizeProvesIt) {
  const HarBodyBytes body =
      har_body_bytes("aGVsbG8sIHdvcmxkISE=", "", "application/octet-stream", 14);
  EXPECT_EQ(text_of(body), "hello, world!!");
  EXPECT_EQ(body.note, "har_base64_unflagged");
  EXPECT_EQ(text_of(har_body_bytes("aGVsbG8sIHdvcmxkISE=", "", "", 20)),
            "aGVsbG8sIHdvcmxkISE=");
  EXPECT_EQ(text_of(har_body_bytes("aGVsbG8sIHdvcmxkISE=", "", "", {})),
            "aGVsbG8sIHdvcmxkISE=");
}

TEST(HarBody, BytesThatStandAsCharactersAreFoundByTheirNumber) {
  // AMF: 00 03 00 00 e9 ff, with each byte as one character of Latin-1.
  const std::string text = std::string("\0\3\0\0", 4) + "\xc3\xa9\xc3\xbf";
  const HarBodyBytes body = har_body_bytes(text, "", "application/x-amf", 6);
  EXPECT_EQ(text_of(body), std::string("\0\3\0\0\xe9\xff", 6));
  EXPECT_EQ(body.note, "har_body_from_latin1");
  EXPECT_EQ(text_of(har_body_bytes(text, "", "application/x-amf", 8)), text);
}

TEST(HarBody, TextOfAnotherCharsetIsUtf8Now) {
  const HarBodyBytes body =
      har_body_bytes("\xd0\xb0", "", "text/html; charset=windows-1251", 1);
  EXPECT_EQ(text_of(body), "\xd0\xb0");
  EXPECT_EQ(body.content_type, "text/html; charset=utf-8");
  EXPECT_TRUE(body.converted);
  EXPECT_FALSE(har_body_bytes("x", "", "text/html; charset=UTF-8", 1).converted);
}

TEST(HarBody, Base64HasItsAlphabetAndPadding) {
  for (const char* text : {"", "aGVsbG8=", "aGVs\nbG8=", "_-8=", "aA=="}) {
    EXPECT_TRUE(is_base64(text)) << text;
  }
  for (const char* text : {"aGVsbG8", "a===", "=aaa", "aG=s", "a GV$", "aaaaa==="}) {
    EXPECT_FALSE(is_base64(text)) << text;
  }
}

}  // namespace
}  // namespace capaudit
