// SPDX-License-Identifier: Apache-2.0
// Recognition: by magic numbers as the formats' own specifications give them, by the
// first token, by type where content cannot tell.
#include "decoders/formats/recognise.h"

#include <gtest/gtest.h>

#include "decoders/formats/media_type.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

TEST(Recognise, ContentDecidesAndTheTypeWhereContentCannot) {
  struct Case {
    std::string_view content, type;
    Format format;
  };
  const std::string riff_webp = "RIFF\x24\0\0\0WEBPVP8 ";
  for (const Case& c : {
           Case{"", "text/html", Format::empty},
           Case{"\x89PNG\r\n\x1a\nxxxx"sv, "text/html", Format::image},
           Case{"GIF89a..", "", Format::image},
           Case{"\xff\xd8\xff\xe0..", "application/json", Format::image},
           Case{"RIFF\x24\0\0\0WEBPVP8 "sv, "", Format::image},
           Case{"\0\0\x01\0\x01\0"sv, "image/x-icon", Format::image},
           Case{"wOF2\0\1\0\0"sv, "", Format::font},
           Case{"FWS\x09\0\0\0\0"sv, "text/plain", Format::swf},
           Case{"CWS\x0a\x10\0\0\0x"sv, "", Format::swf},
           Case{"\0asm\1\0\0\0"sv, "", Format::wasm},
           Case{"OggS\0..."sv, "video/ogg", Format::video},
           Case{"OggS\0..."sv, "", Format::audio},
           Case{"\0\0\0\x18"
                "ftypmp42"sv,
                "", Format::video},
           Case{"%PDF-1.4", "text/html", Format::binary},
           Case{"PK\3\4....", "", Format::binary},
           Case{" {\"a\":1}", "text/html", Format::json},
           Case{"[1]", "", Format::json},
           Case{"\xef\xbb\xbf[1]", "", Format::json},
           Case{"{\0\"\0a\0"sv, "", Format::json},
           Case{")]}'\n[1]", "", Format::json},
           Case{"<?xml version='1.0'?><a/>", "text/plain", Format::xml},
           Case{"<a/>", "", Format::xml},
           Case{"<!-- x --><html>", "text/plain", Format::html},
           Case{"<!DOCTYPE html><p>", "text/xml", Format::html},
           Case{"<table><tr><td>1</table>", "", Format::html},
           Case{"<a/>", "text/html", Format::html},
           Case{"<?xml version='1.0'?><!DOCTYPE html PUBLIC ''>", "", Format::html},
           Case{"\0\0\0\0\0\1\0\3a.b\0\2/1\0\0\0\1\5"sv, "", Format::amf0},
           Case{"\0\3\0\0\0\1\0\4null\0\2/1\xff\xff\xff\xff\x0a"sv, "text/plain",
                Format::amf0},
           Case{"a=1&b=2", "application/x-www-form-urlencoded", Format::form},
           Case{"--x\r\nContent-Type: text/plain\r\n\r\n", "", Format::multipart},
           Case{"...", "multipart/mixed; boundary=x", Format::multipart},
           Case{"a,b\n1,2", "text/csv", Format::csv},
           Case{"a,b\n1,2", "text/plain", Format::text},
           Case{"a,b\n1,2", "", Format::text},
           Case{"var a = 1;", "application/javascript; charset=utf-8",
                Format::javascript},
           Case{"{color:red}", "text/css", Format::css},
           Case{"\0\1\2\3"sv, "", Format::binary},
           Case{"\0\0\0\0\5hello"sv, "application/grpc+proto", Format::grpc},
           Case{"\x08\1", "application/x-protobuf", Format::protobuf},
           Case{"123", "application/vnd.api+json", Format::json},
       }) {
    SCOPED_TRACE(std::string(c.content.substr(0, 20)) + " as " + std::string(c.type));
    EXPECT_EQ(to_string(recognise(as_bytes(c.content), c.type)), to_string(c.format));
  }
}

TEST(Recognise, AmfIsToldFromWhatBeginsLikeIt) {
  EXPECT_FALSE(looks_like_amf(from_hex("00010000 000f 0080 0003 0070")));  // TrueType
  EXPECT_FALSE(looks_like_amf(from_hex("00000100 0100 2020 1000 0000")));  // icon
  EXPECT_FALSE(looks_like_amf(from_hex("0000001866747970")));              // MP4
  EXPECT_FALSE(looks_like_amf(from_hex("000000000000")));
  EXPECT_FALSE(looks_like_amf({}));
}

TEST(MediaType, EssenceAndParametersAreFoundAsRfc9110WritesThem) {
  EXPECT_EQ(media_type_essence(" Text/HTML ; charset=x"), "text/html");
  EXPECT_EQ(media_type_essence(""), "");
  struct Case {
    std::string_view value, name;
    std::optional<std::string> expected;
  };
  for (const Case& c : {
           Case{"text/html;charset=UTF-8", "charset", "UTF-8"},
           Case{"text/html; Charset=\"utf-8\"", "charset", "utf-8"},
           Case{"a/b; x=1; boundary=\"a;b\\\"c\"; y=2", "boundary", "a;b\"c"},
           Case{"a/b; x=1; boundary=\"a;b\"; y=2", "y", "2"},
           Case{"a/b; x = 1 ", "x", "1"},
           Case{"a/b; flag; x=1", "x", "1"},
           Case{"a/b; x=\"unclosed", "x", "unclosed"},
           Case{"a/b; xx=1", "x", std::nullopt},
           Case{"a/b", "x", std::nullopt},
       }) {
    SCOPED_TRACE(c.value);
    EXPECT_EQ(media_type_parameter(c.value, c.name), c.expected);
  }
}

}  // namespace
}  // namespace capaudit
