// SPDX-License-Identifier: Apache-2.0
// Facts of bodies: what is a number and what is not known, what is found and what is not.
// gzip and br streams were made with python3 and node.
#include "analyzer/http/facts.h"

#include <gtest/gtest.h>

#include "tests/support/hex.h"

namespace capaudit {
namespace {

using Findings = std::vector<std::string_view>;

// [{"a":1},{"a":2}], by python3 gzip.compress(..., mtime=0) and node brotliCompressSync.
constexpr std::string_view kGzip =
    "1f8b08000000000002038bae564a54b232acd501d346b5b10063ad77c711000000";
constexpr std::string_view kBrotli = "0b08805b7b2261223a317d2c7b2261223a327d5d03";

struct Case {
  const char* name;
  std::string body;  ///< hexadecimal if `hex`
  bool hex = false;
  std::vector<std::string> codings;
  std::string type;
  bool complete = true;
  std::optional<std::uint64_t> content_bytes;
  std::optional<Format> format;
  std::optional<std::uint64_t> messages, rows, columns;
  Findings findings;
};

void expect(const Case& c) {
  SCOPED_TRACE(c.name);
  const Buffer body = c.hex ? from_hex(c.body) : to_buffer(c.body);
  BodyInput input;
  input.encoded = body;
  input.complete = c.complete;
  input.codings = c.codings;
  input.content_type = c.type;
  const Facts facts = examine_body(input);
  EXPECT_EQ(facts.content_bytes, c.content_bytes);
  EXPECT_EQ(facts.format, c.format);
  EXPECT_EQ(facts.messages, c.messages);
  EXPECT_EQ(facts.rows, c.rows);
  EXPECT_EQ(facts.columns, c.columns);
  EXPECT_EQ(facts.digest.empty(), !c.rows.has_value());
  EXPECT_EQ(facts.findings, c.findings);
}

TEST(Facts, NumbersAreGivenOnlyForWholeContents) {
  const std::string gzip(kGzip);
  const std::string cut = gzip.substr(0, gzip.size() - 10);
  std::string wrong_crc = gzip;
  wrong_crc[wrong_crc.size() - 9] = '0';
  const std::string json = R"([{"a":1},{"a":2}])";
  const std::string type = "application/json";
  const std::optional<Format> is_json = Format::json;
  const auto none = std::nullopt;
  const Case cases[] = {
      {"empty", "", false, {}, "text/html", true, 0, Format::empty, 0, none, none, {}},
      {"empty and coded",
       "",
       false,
       {"gzip"},
       type,
       true,
       0,
       Format::empty,
       0,
       none,
       none,
       {}},
      {"plain", json, false, {}, type, true, 17, is_json, 1, 2, 1, {}},
      {"gzip", gzip, true, {"gzip"}, type, true, 17, is_json, 1, 2, 1, {}},
      {"br", std::string(kBrotli), true, {"br"}, type, true, 17, is_json, 1, 2, 1, {}},
      {"plain and cut",
       R"([{"a":1},{"a")",
       false,
       {},
       type,
       false,
       none,
       is_json,
       none,
       none,
       none,
       {}},
      {"gzip and cut by the capture",
       cut,
       true,
       {"gzip"},
       type,
       false,
       none,
       is_json,
       none,
       none,
       none,
       {}},
      {"gzip that ends early",
       cut,
       true,
       {"gzip"},
       type,
       true,
       none,
       is_json,
       none,
       none,
       none,
       {"coding_truncated"}},
      {"wrong checksum",
       wrong_crc,
       true,
       {"gzip"},
       type,
       true,
       17,
       is_json,
       1,
       2,
       1,
       {"checksum_wrong"}},
      {"bytes behind",
       gzip + "00",
       true,
       {"gzip"},
       type,
       true,
       17,
       is_json,
       1,
       2,
       1,
       {"trailing_bytes"}},
      {"no gzip at all",
       json,
       false,
       {"gzip"},
       type,
       true,
       17,
       is_json,
       1,
       2,
       1,
       {"coding_mislabelled"}},
      {"gzip without its label",
       gzip,
       true,
       {},
       type,
       true,
       33,
       Format::binary,
       1,
       none,
       none,
       {"coding_unlabelled"}},
      {"a gzip file",
       gzip,
       true,
       {},
       "application/gzip",
       true,
       33,
       Format::binary,
       1,
       none,
       none,
       {}},
      {"a .tgz with both labels is decoded once",
       gzip,
       true,
       {"gzip"},
       "application/gzip",
       true,
       17,
       is_json,
       1,
       2,
       1,
       {}},
      {"unknown coding",
       json,
       false,
       {"sdch"},
       type,
       true,
       none,
       none,
       none,
       none,
       none,
       {"coding_unknown"}},
      {"damaged coding",
       "1f8b0800000000000003ff",
       true,
       {"gzip"},
       type,
       true,
       none,
       none,
       none,
       none,
       none,
       {"coding_damaged"}},
      {"damaged JSON",
       R"([{"a":1},{"a":2}, oops])",
       false,
       {},
       type,
       true,
       23,
       is_json,
       1,
       none,
       none,
       {"body_malformed"}},
      {"JSON that ends early",
       R"([{"a":1},{"a":2})",
       false,
       {},
       type,
       true,
       16,
       is_json,
       1,
       none,
       none,
       {"body_ends_early"}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(Facts, LimitsLeaveNoNumber) {
  const Buffer body = from_hex(kGzip);
  BodyInput input;
  input.encoded = body;
  input.codings = {"gzip"};
  input.max_content_bytes = 16;
  const Facts facts = examine_body(input);
  EXPECT_FALSE(facts.content_bytes);
  EXPECT_EQ(facts.findings, Findings{"decoding_limit"});
  input.max_content_bytes = 17;
  EXPECT_EQ(examine_body(input).content_bytes, 17u);
}

TEST(Facts, TheBodyDecodedSaysWhyItStops) {
  const Buffer body = from_hex(kGzip);
  BodyInput input;
  input.encoded = body;
  input.codings = {"gzip"};
  EXPECT_EQ(as_text(decode_body(input).content), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(decode_body(input).error, "");
  input.encoded = Bytes(body).first(body.size() - 1);
  EXPECT_EQ(as_text(decode_body(input).content), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(decode_body(input).error, "gzip: data ends inside member 1");
}

}  // namespace
}  // namespace capaudit
