// SPDX-License-Identifier: Apache-2.0
// Every engine that is built in reads what capaudit's own decoders read. No times.
#include <gtest/gtest.h>

#include "analyzer/parse/check.h"
#include "analyzer/parse/engine.h"

namespace capaudit {
namespace {

ParsePayload payload_of(PayloadKind kind, Format format, std::string_view text) {
  ParsePayload payload;
  payload.kind = kind;
  ParseDocument document;
  const Bytes bytes = as_bytes(text);
  document.content.assign(bytes.begin(), bytes.end());
  document.content_type = kind == PayloadKind::json ? "application/json" : "text/xml";
  document.format = format;
  payload.documents = {document, document};
  return payload;
}

constexpr std::string_view kJson =
    R"({"items":[{"id":1,"t":"a\"\\\u00e9\ud83d\ude00\n","n":-0.1,"b":true,"z":null,"o":{"x":[1,2]}},)"
    R"({"id":9007199254740991,"t":"","n":1e300,"b":false,"z":null,"o":{"x":[]}}]})";
constexpr std::string_view kXml =
    "<?xml version=\"1.0\"?><r xmlns:a=\"urn:a\"><!-- c --><a:row k=\"&lt;1&quot;\"><n>x "
    "&amp; y</n><m>1</m></a:row><a:row k=\"2\"><n><![CDATA[<z>]]></n><m/></a:row></r>";

/// Engines that live in this process.
std::vector<const ParseEngine*> built_in(PayloadKind kind) {
  std::vector<const ParseEngine*> engines;
  for (const ParseEngine& engine : parse_engines()) {
    if (engine.reads(kind) && engine.open != nullptr && engine.name != "node" &&
        engine.name != "chromium") {
      engines.push_back(&engine);
    }
  }
  return engines;
}

void all_read(const ParsePayload& payload) {
  const std::vector<DocumentDigest> expected = expected_digests(payload);
  ASSERT_FALSE(expected[0].digest.empty());
  for (const ParseEngine* engine : built_in(payload.kind)) {
    SCOPED_TRACE(engine->name);
    Result<std::unique_ptr<EngineRun>> run = open_engine(*engine, payload);
    ASSERT_TRUE(run) << run.error().what;
    for (const Work work : {Work::parse_bytes, Work::parse_text, Work::generate}) {
      SCOPED_TRACE(to_string(work));
      const Result<std::vector<Buffer>> written = (*run)->written(work);
      if (!written) {
        EXPECT_EQ(written.error().code, ErrorCode::unsupported) << written.error().what;
        continue;
      }
      EXPECT_EQ(difference(payload, expected, *written), "");
      const Result<double> ns = (*run)->time(work, 3);
      ASSERT_TRUE(ns) << ns.error().what;
      EXPECT_GE(*ns, 0);
      const std::optional<std::uint64_t> peak = (*run)->peak_bytes(work);
      ASSERT_TRUE(peak);
      EXPECT_LT(*peak, 64u << 20);
    }
  }
}

TEST(Engines, AllReadTheSameFromJson) {
  all_read(payload_of(PayloadKind::json, Format::json, kJson));
}

TEST(Engines, AllReadTheSameFromJsonWithoutATable) {
  all_read(payload_of(PayloadKind::json, Format::json, R"({"a":{"b":[1,"x",null]}})"));
}

TEST(Engines, AllReadTheSameFromXml) {
  all_read(payload_of(PayloadKind::xml, Format::xml, kXml));
}

TEST(Engines, DamagedBodiesFailEverywhere) {
  for (const std::string_view text : {"[1,2", "{\"a\":}", "[1]x", "\"\xff\""}) {
    const ParsePayload payload = payload_of(PayloadKind::json, Format::json, text);
    for (const ParseEngine* engine : built_in(PayloadKind::json)) {
      if (engine->name == "capaudit") {
        continue;  // it takes bad UTF-8, as captures have it
      }
      Result<std::unique_ptr<EngineRun>> run = open_engine(*engine, payload);
      ASSERT_TRUE(run);
      EXPECT_FALSE((*run)->time(Work::parse_bytes, 1)) << engine->name << " " << text;
    }
  }
}

TEST(Engines, DeepNestingEndsInAnErrorNotInACrash) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const ParsePayload json = payload_of(PayloadKind::json, Format::json, deep);
  for (const ParseEngine* engine : built_in(PayloadKind::json)) {
    Result<std::unique_ptr<EngineRun>> run = open_engine(*engine, json);
    ASSERT_TRUE(run);
    (void)(*run)->time(Work::parse_bytes, 1).ok();
  }
  std::string open, close;
  for (int i = 0; i < 100'000; ++i) {
    open += "<a>";
    close += "</a>";
  }
  const ParsePayload xml = payload_of(PayloadKind::xml, Format::xml, open + close);
  for (const ParseEngine* engine : built_in(PayloadKind::xml)) {
    Result<std::unique_ptr<EngineRun>> run = open_engine(*engine, xml);
    ASSERT_TRUE(run);
    (void)(*run)->time(Work::parse_bytes, 1).ok();
  }
}

TEST(Engines, AChangedValueIsSeen) {
  const ParsePayload payload = payload_of(PayloadKind::json, Format::json, kJson);
  std::string changed(kJson);
  changed.replace(changed.find("1e300"), 5, "1e301");
  const Bytes bytes = as_bytes(changed);
  const std::vector<Buffer> written = {payload.documents[0].content,
                                       Buffer(bytes.begin(), bytes.end())};
  EXPECT_EQ(difference(payload, expected_digests(payload), written),
            "body 2: the digest of the rows is another one");
}

TEST(Engines, ANameOfAnotherKindIsRefused) {
  const ParsePayload payload = payload_of(PayloadKind::xml, Format::xml, kXml);
  const Result<std::unique_ptr<EngineRun>> run =
      open_engine(*find_parse_engine("simdjson"), payload);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().what, "simdjson does not read xml");
  EXPECT_EQ(find_parse_engine("simd"), nullptr);
}

}  // namespace
}  // namespace capaudit
