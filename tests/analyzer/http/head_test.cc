// SPDX-License-Identifier: Apache-2.0
// Fields (RFC 9110 5, RFC 9112 5) and the length of a body (RFC 9112 6.3, whose items are
// numbered in the cases).
#include "analyzer/http/head.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

using Codings = std::vector<std::string>;

bool has(const std::vector<std::string_view>& findings, std::string_view code) {
  return std::find(findings.begin(), findings.end(), code) != findings.end();
}

TEST(Head, ContentLengthIsDigitsThatAgree) {
  struct Case {
    const char* fields;
    LengthField field;
    std::uint64_t length;
  };
  const Case cases[] = {
      {"A: b\r\n\r\n", LengthField::absent, 0},
      {"Content-Length: 5\r\n\r\n", LengthField::valid, 5},
      {"content-LENGTH:5\r\n\r\n", LengthField::valid, 5},
      {"Content-Length: \t 5 \t\r\n\r\n", LengthField::valid, 5},
      {"Content-Length: 0\r\n\r\n", LengthField::valid, 0},
      {"Content-Length: 005\r\n\r\n", LengthField::valid, 5},
      {"Content-Length: 5, 5\r\n\r\n", LengthField::valid, 5},
      {"Content-Length: 5\r\nContent-Length: 5\r\n\r\n", LengthField::valid, 5},
      {"Content-Length: 18446744073709551615\r\n\r\n", LengthField::valid, UINT64_MAX},
      {"Content-Length: 18446744073709551616\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5, 6\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5\r\nContent-Length: x\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: x\r\nContent-Length: 5\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length:\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: -5\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: +5\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5 5\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5.0\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 0x5\r\n\r\n", LengthField::invalid, 0},
      {"Content-Length: 5;q=1\r\n\r\n", LengthField::invalid, 0},
      {"X-Content-Length: 5\r\n\r\n", LengthField::absent, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.fields);
    const Head head = parse_head(c.fields);
    EXPECT_EQ(head.content_length_field, c.field);
    if (c.field == LengthField::valid) {
      EXPECT_EQ(head.content_length, c.length);
    }
  }
}

TEST(Head, CodingsAreListsInTheirOrderLowerCase) {
  const Head head = parse_head(
      "Content-Encoding: GZip , br\r\nTransfer-Encoding: x-gzip;q=1,\r\n"
      "Content-Encoding: identity\r\ntransfer-encoding: Chunked\r\n\r\n");
  EXPECT_EQ(head.content_codings, (Codings{"gzip", "br", "identity"}));
  EXPECT_EQ(head.transfer_codings, (Codings{"x-gzip", "chunked"}));
  EXPECT_EQ(applied_codings(head), (Codings{"gzip", "br", "gzip"}));
}

TEST(Head, TheFirstOfContentTypeAndHostCounts) {
  const Head head = parse_head(
      "Host:  a.example \r\nContent-Type: text/html; charset=utf-8 \r\nHost: b\r\n"
      "Content-Type: text/plain\r\n\r\n");
  EXPECT_EQ(head.host, "a.example");
  EXPECT_EQ(head.content_type, "text/html; charset=utf-8");
  EXPECT_TRUE(has(head.findings, "host_repeated"));
}

TEST(Head, ExpectAndSoapActionAreRead) {
  const Head head = parse_head("Expect: 100-Continue\r\nSOAPAction: \"urn:x#y\"\r\n\r\n");
  EXPECT_TRUE(head.expect_continue);
  EXPECT_EQ(head.soap_action, "\"urn:x#y\"");
  EXPECT_FALSE(parse_head("Expect: something\r\n\r\n").expect_continue);
}

TEST(Head, OldAndOddLinesAreReadAndNoted) {
  struct Case {
    const char* name;
    const char* fields;
    const char* finding;
    std::uint64_t length;
  };
  const Case cases[] = {
      {"bare line feeds (2.2)", "A: b\nContent-Length: 5\n\n", "bare_lf", 5},
      {"space before the colon (5.1)", "Content-Length : 5\r\n\r\n", "space_before_colon",
       5},
      {"folded value (5.2)", "Content-Length:\r\n 5\r\n\r\n", "obs_fold", 5},
      {"folded by a tab", "A: b\r\n\tc\r\nContent-Length: 5\r\n\r\n", "obs_fold", 5},
      {"no colon", "nonsense\r\nContent-Length: 5\r\n\r\n", "malformed_field", 5},
      {"no name", ": x\r\nContent-Length: 5\r\n\r\n", "malformed_field", 5},
      {"a name that is none", "a(b: c\r\nContent-Length: 5\r\n\r\n", "malformed_field",
       5},
      {"bare carriage return", "A: b\rc\r\nContent-Length: 5\r\n\r\n", "bare_cr", 5},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Head head = parse_head(c.fields);
    EXPECT_TRUE(has(head.findings, c.finding));
    EXPECT_EQ(head.content_length_field, LengthField::valid);
    EXPECT_EQ(head.content_length, c.length);
  }
  EXPECT_TRUE(parse_head("A: b\r\nContent-Length: 5\r\n\r\n").findings.empty());
}

TEST(Head, AHeadEndsWithItsEmptyLineWhateverTheLineEnds) {
  struct Case {
    std::string_view text;
    std::size_t end;
  };
  const std::size_t none = std::string_view::npos;
  const Case cases[] = {
      {"a\r\n\r\nb", 5}, {"a\n\nb", 3},         {"a\r\n\nb", 4},
      {"a\n\r\nb", 4},   {"a\r\n", none},       {"a\r\n\r", none},
      {"", none},        {"a\r\nb\r\n\r\n", 8}, {"a\n\rb\n\n", 6},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(find_head_end(c.text, 0), c.end);
  }
}

TEST(Head, TrimsOptionalWhitespaceOnly) {
  EXPECT_EQ(trim_ows(" \t a b \t"), "a b");
  EXPECT_EQ(trim_ows("\r\na\v"), "\r\na\v");
  EXPECT_EQ(trim_ows(" \t"), "");
}

// --- RFC 9112 6.3 ---

struct PlanCase {
  const char* name;
  const char* fields;
  BodyMode mode;
  std::uint64_t length;
  const char* finding;  ///< null: none may be there
};

constexpr const char* kBoth = "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n";

TEST(BodyPlan, OfRequests) {
  const PlanCase cases[] = {
      {"4: chunked last", "Transfer-Encoding: gzip, chunked\r\n\r\n", BodyMode::chunked,
       0, nullptr},
      {"3: both", kBoth, BodyMode::chunked, 0, "te_cl_conflict"},
      {"4: chunked not last", "Transfer-Encoding: chunked, gzip\r\n\r\n",
       BodyMode::unframeable, 0, "te_not_chunked"},
      {"4: unknown coding", "Transfer-Encoding: gzip\r\n\r\n", BodyMode::unframeable, 0,
       "te_not_chunked"},
      {"identity alone is ignored", "Transfer-Encoding: identity\r\n\r\n", BodyMode::none,
       0, "te_identity"},
      {"identity and a length",
       "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n", BodyMode::length, 5,
       "te_identity"},
      {"5: one length twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
       BodyMode::length, 5, "content_length_repeated"},
      {"5: a list of one length", "Content-Length: 5, 5\r\n\r\n", BodyMode::length, 5,
       "content_length_repeated"},
      {"5: invalid length", "Content-Length: x\r\n\r\n", BodyMode::unframeable, 0,
       "content_length_invalid"},
      {"6: a length", "Content-Length: 5\r\n\r\n", BodyMode::length, 5, nullptr},
      {"6: length 0", "Content-Length: 0\r\n\r\n", BodyMode::none, 0, nullptr},
      {"7: neither", "\r\n", BodyMode::none, 0, nullptr},
  };
  for (const PlanCase& c : cases) {
    SCOPED_TRACE(c.name);
    const BodyPlan plan = plan_request_body(parse_head(c.fields), "HTTP/1.1");
    EXPECT_EQ(plan.mode, c.mode);
    EXPECT_EQ(plan.length, c.length);
    EXPECT_EQ(plan.findings.empty(), c.finding == nullptr);
    EXPECT_TRUE(c.finding == nullptr || has(plan.findings, c.finding));
  }
}

TEST(BodyPlan, OfResponses) {
  const PlanCase cases[] = {
      {"4: chunked last", "Transfer-Encoding: chunked\r\n\r\n", BodyMode::chunked, 0,
       nullptr},
      {"3: both", kBoth, BodyMode::chunked, 0, "te_cl_conflict"},
      {"4: chunked not last", "Transfer-Encoding: chunked, gzip\r\n\r\n",
       BodyMode::until_close, 0, "te_not_chunked"},
      {"identity alone is ignored",
       "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n", BodyMode::length, 5,
       "te_identity"},
      {"5: one length twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
       BodyMode::length, 5, "content_length_repeated"},
      {"5: invalid length", "Content-Length: 5, 6\r\n\r\n", BodyMode::until_close, 0,
       "content_length_invalid"},
      {"6: a length", "Content-Length: 5\r\n\r\n", BodyMode::length, 5, nullptr},
      {"6: length 0", "Content-Length: 0\r\n\r\n", BodyMode::none, 0, nullptr},
      {"8: neither", "\r\n", BodyMode::until_close, 0, nullptr},
  };
  for (const PlanCase& c : cases) {
    SCOPED_TRACE(c.name);
    for (const int status : {200, 205, 206, 301, 404, 500}) {
      const BodyPlan plan =
          plan_response_body(parse_head(c.fields), status, "HTTP/1.1", "GET");
      EXPECT_EQ(plan.mode, c.mode);
      EXPECT_EQ(plan.length, c.length);
      EXPECT_EQ(plan.findings.empty(), c.finding == nullptr);
      EXPECT_TRUE(c.finding == nullptr || has(plan.findings, c.finding));
    }
  }
}

TEST(BodyPlan, ResponsesWithoutBodyWhateverTheirFieldsSay) {
  for (const char* fields : {"\r\n", "Content-Length: 5\r\n\r\n",
                             "Transfer-Encoding: chunked\r\n\r\n", kBoth}) {
    SCOPED_TRACE(fields);
    const Head head = parse_head(fields);
    for (const int status : {100, 102, 103, 204, 304}) {  // item 1
      EXPECT_EQ(plan_response_body(head, status, "HTTP/1.1", "GET").mode, BodyMode::none);
    }
    EXPECT_EQ(plan_response_body(head, 200, "HTTP/1.1", "HEAD").mode, BodyMode::none);
    // Item 2: a granted CONNECT is a tunnel; a refused one has a body like any other.
    EXPECT_EQ(plan_response_body(head, 200, "HTTP/1.1", "CONNECT").mode,
              BodyMode::tunnel);
    EXPECT_EQ(plan_response_body(head, 299, "HTTP/1.1", "CONNECT").mode,
              BodyMode::tunnel);
    EXPECT_NE(plan_response_body(head, 407, "HTTP/1.1", "CONNECT").mode,
              BodyMode::tunnel);
    EXPECT_EQ(plan_response_body(head, 101, "HTTP/1.1", "GET").mode, BodyMode::tunnel);
  }
}

TEST(BodyPlan, TransferCodingInHttp10IsNoted) {
  const Head head = parse_head("Transfer-Encoding: chunked\r\n\r\n");
  EXPECT_TRUE(has(plan_request_body(head, "HTTP/1.0").findings, "te_in_http10"));
  EXPECT_TRUE(
      has(plan_response_body(head, 200, "HTTP/1.0", "GET").findings, "te_in_http10"));
}

}  // namespace
}  // namespace capaudit
