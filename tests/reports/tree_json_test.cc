// SPDX-License-Identifier: Apache-2.0
// The tree as JSON, read by simdjson: the form that docs/TREE.md promises.
#include "reports/tree_json.h"

#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "reports/show.h"
#include "tests/support/corpus.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using simdjson::dom::element;
using testing::HasSubstr;
using testing::Not;

std::string json_of(Bytes content, std::string_view type,
                    RedactMode mode = RedactMode::standard) {
  BodyInput input;
  input.content_type = type;
  StringOutput out;
  write_body_json(content, input, Redactor(mode), out);
  return out.text();
}

std::string json_of(std::string_view content, std::string_view type,
                    RedactMode mode = RedactMode::standard) {
  return json_of(as_bytes(content), type, mode);
}

std::string_view text_of(element node, const char* key) {
  std::string_view text;
  EXPECT_EQ(node[key].get(text), simdjson::SUCCESS) << key;
  return text;
}

/// Type, extent inside the parent's, and only keys that the documentation names.
void check_node(element node, std::uint64_t bytes, std::set<std::string>& types) {
  static const std::set<std::string_view> kKeys = {
      "type",   "at", "name",     "class",      "namespace", "value",    "ms",
      "base64", "to", "children", "superseded", "absent",    "redacted", "lossy"};
  types.emplace(text_of(node, "type"));
  const std::uint64_t begin = node["at"].at(0).get_uint64().value();
  const std::uint64_t length = node["at"].at(1).get_uint64().value();
  EXPECT_LE(begin + length, bytes);
  for (const auto field : node.get_object()) {
    EXPECT_EQ(kKeys.count(field.key), 1u) << field.key;
  }
  if (element children; node["children"].get(children) == simdjson::SUCCESS) {
    for (const element child : children.get_array()) {
      check_node(child, bytes, types);
    }
  }
}

TEST(TreeJson, TheDocumentationsExampleIsPrinted) {
  EXPECT_EQ(json_of("{\"a\":[1,2.5], \"b\":\"\xe2\x80\xaex\" }", "application/json"),
            "{\"format\":\"json\",\"bytes\":26,\"messages\":1,\"names\":[],"
            "\"findings\":[],\"error\":null,\"root\":\n"
            "{\"type\":\"object\",\"at\":[0,26],\"children\":[\n"
            "  {\"type\":\"list\",\"at\":[5,7],\"name\":\"a\",\"children\":[\n"
            "    {\"type\":\"integer\",\"at\":[6,1],\"value\":1},\n"
            "    {\"type\":\"real\",\"at\":[8,3],\"value\":2.5}]},\n"
            "  {\"type\":\"string\",\"at\":[18,6],\"name\":\"b\","
            "\"value\":\"\\u202ex\"}]}}\n");
}

TEST(TreeJson, EveryFormatIsValidAndTyped) {
  // The seeds of the fuzz target: a byte that picks the type, then a body.
  constexpr std::string_view kTypes[] = {
      "",
      "application/json",
      "application/x-ndjson",
      "text/xml",
      "application/atom+xml;charset=utf-8",
      "application/json;odata=verbose",
      "text/html",
      "application/x-amf",
      "application/x-www-form-urlencoded",
      "multipart/related; type=\"text/xml\"; start=\"<r>\"; boundary=B",
      "multipart/mixed; boundary=B",
      "text/csv",
      "text/javascript",
      "text/event-stream",
      "application/grpc-web-text",
      "application/grpc",
      "multipart/form-data; boundary=B"};
  std::set<std::string> types, formats;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_root() / "tests/fuzz/corpus/formats")) {
    SCOPED_TRACE(entry.path().filename().string());
    const Buffer seed = read_file(entry.path());
    const std::string json =
        json_of(Bytes(seed).subspan(1), kTypes[(seed[0] & 0x3fU) % std::size(kTypes)]);
    simdjson::dom::parser parser;
    element document;
    ASSERT_EQ(parser.parse(json).get(document), simdjson::SUCCESS) << json;
    formats.emplace(text_of(document, "format"));
    check_node(document["root"].value(), document["bytes"].get_uint64().value(), types);
  }
  EXPECT_GE(formats.size(), 12u);
  for (const char* type : {"null", "boolean", "integer", "real", "string", "list",
                           "object", "element", "attribute"}) {
    EXPECT_EQ(types.count(type), 1u) << type;
  }
}

TEST(TreeJson, ValuesKeepTheirTypes) {
  const std::string json = json_of(
      R"({"a":9007199254740993,"b":12345678901234567890,"c":-0,"d":null,"a":1e300})",
      "application/json");
  EXPECT_THAT(json,
              HasSubstr(R"("name":"a","superseded":true,"value":"9007199254740993"})"));
  EXPECT_THAT(json,
              HasSubstr(R"({"type":"number","at":[26,20],"name":"b","value":"1234)"));
  EXPECT_THAT(json, HasSubstr(R"("name":"c","value":-0})"));
  EXPECT_THAT(json, HasSubstr(R"({"type":"null","at":[58,4],"name":"d"})"));
  EXPECT_THAT(json, HasSubstr(R"("name":"a","value":1e+300})"));
}

/// A message of one AMF0 value.
std::string amf_of(std::string_view hex) {
  Buffer body = from_hex("0000 0000 0001 000b 2f312f6f6e526573756c74 0000 ffffffff");
  const Buffer value = from_hex(hex);
  body.insert(body.end(), value.begin(), value.end());
  return json_of(Bytes(body), "application/x-amf");
}

TEST(TreeJson, WhatJsonHasNoFormForIsTagged) {
  EXPECT_THAT(amf_of("0b408f4000000000000000"),
              HasSubstr(R"("ms":1000,"value":"1970-01-01T00:00:01.000000000Z"})"));
  EXPECT_THAT(amf_of("007ff8000000000000"), HasSubstr(R"("value":"NaN"})"));
  EXPECT_THAT(amf_of("06"), HasSubstr(R"({"type":"undefined")"));
  EXPECT_THAT(amf_of("110c07010203"), HasSubstr(R"("base64":"AQID"})"));
  EXPECT_THAT(amf_of("100005742e526f77000009"), HasSubstr(R"("class":"t.Row")"));
  // The second item is the first, which begins behind the list's marker and head.
  EXPECT_THAT(amf_of("110905010a0b0103610401010a02"),
              HasSubstr(R"({"type":"reference","at":[37,2],"to":29})"));
}

TEST(TreeJson, XmlHasItsNamespaces) {
  const std::string json = json_of("<p:a xmlns:p='urn:x' b='1'>t<c/></p:a>", "text/xml");
  EXPECT_THAT(json, HasSubstr(R"("name":"a","namespace":"urn:x","children":[)"));
  EXPECT_THAT(json,
              HasSubstr(R"({"type":"attribute","at":[21,5],"name":"b","value":"1"})"));
  EXPECT_THAT(json, HasSubstr(R"({"type":"string","at":[27,1],"value":"t"})"));
}

TEST(TreeJson, SecretsAreStarsAndSaidToBe) {
  const char* const body = R"({"password":"abc","token":{"id":77},"x":"a=1"})";
  const std::string json = json_of(body, "application/json");
  EXPECT_THAT(json, HasSubstr(R"("name":"password","redacted":true,"value":"***"})"));
  EXPECT_THAT(json, HasSubstr(R"("name":"id","redacted":true,"value":"**"})"));
  EXPECT_THAT(json, Not(HasSubstr("abc")));
  EXPECT_THAT(json_of(body, "application/json", RedactMode::off), HasSubstr("\"abc\""));
}

// The length of true and of false would tell which it is.
TEST(TreeJson, SecretBooleansAreOneStar) {
  const char* const body = R"({"token":true,"secret":{"on":false},"x":true})";
  const std::string json = json_of(body, "application/json");
  EXPECT_THAT(json, HasSubstr(R"("name":"token","redacted":true,"value":"*"})"));
  EXPECT_THAT(json, HasSubstr(R"("name":"on","redacted":true,"value":"*"})"));
  EXPECT_THAT(json, HasSubstr(R"("name":"x","value":true})"));
  EXPECT_THAT(json_of(body, "application/json", RedactMode::off),
              Not(HasSubstr("redacted")));
}

// {"password": "abc", "id": "xyz"} as a dictionary: the keys are values as well.
TEST(TreeJson, SecretsOfADictionaryGoByTheKeyBeforeThem) {
  const std::string json =
      amf_of("111105000611 70617373776f7264 0607616263 06056964 060778797a");
  EXPECT_THAT(json, HasSubstr(R"("value":"password"})"));
  EXPECT_THAT(json, HasSubstr(R"("redacted":true,"value":"***"})"));
  EXPECT_THAT(json, Not(HasSubstr("abc")));
  EXPECT_THAT(json, HasSubstr(R"("value":"xyz"})"));
}

TEST(TreeJson, ADamagedBodyHasItsErrorAndWhatWasRead) {
  const std::string json = json_of(R"({"a":[1,2],)", "application/json");
  EXPECT_THAT(json, HasSubstr(R"("error":{"code":"truncated","at":11,)"));
  EXPECT_THAT(json, HasSubstr(R"({"type":"integer","at":[8,1],"value":2}]}]}})"));
}

TEST(TreeJson, WhatIsNoUtf8IsMarked) {
  EXPECT_THAT(json_of("[\"\\ud800\"]", "application/json"),
              HasSubstr("\"lossy\":true,\"value\":\"\xef\xbf\xbd"));
  EXPECT_THAT(json_of("body { color: red }", "text/css"), HasSubstr(R"("root":
{"type":"string","at":[0,19],"value":"body { color: red }"}})"));
  EXPECT_THAT(json_of(std::string_view("\0\x01\xff", 3), "application/octet-stream"),
              HasSubstr(R"({"type":"bytes","at":[0,3],"base64":"AAH/"}})"));
}

TEST(TreeJson, DepthDoesNotMakeTheOutputLarge) {
  std::string body = "<a>";
  for (int i = 0; i < 300; ++i) {
    body += "<b>";
  }
  for (int i = 0; i < 2000; ++i) {
    body += "<c/>";
  }
  EXPECT_LT(json_of(body, "text/xml").size(), 2300u * 115);
  BodyInput input;
  input.content_type = "text/xml";
  StringOutput xml, text;
  write_body_xml(as_bytes(body), input, Redactor(RedactMode::off), xml);
  EXPECT_LT(xml.text().size(), 2300u * 80);
  write_body_tree(as_bytes(body), input, Redactor(RedactMode::off), text);
  EXPECT_LT(text.text().size(), 2300u * 90);
  EXPECT_THAT(text.text(), HasSubstr("\n" + std::string(64, ' ') + "(300) <b> \n"));
}

}  // namespace
}  // namespace capaudit
