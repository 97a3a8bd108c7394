// SPDX-License-Identifier: Apache-2.0
// Start lines by the grammar of RFC 9112 3 and 4, and what a passive reader lets pass
// beside it (RFC 9112 2.3, 3, 4 and appendix: lenient parsing of whitespace).
#include "analyzer/http/start_line.h"

#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(RequestLine, IsMethodTargetVersion) {
  struct Case {
    const char* line;
    const char* method;
    const char* target;
    const char* version;
    bool odd;
  };
  const Case cases[] = {
      {"GET / HTTP/1.1", "GET", "/", "HTTP/1.1", false},
      {"GET /a?b=c#d HTTP/1.0", "GET", "/a?b=c#d", "HTTP/1.0", false},
      {"OPTIONS * HTTP/1.1", "OPTIONS", "*", "HTTP/1.1", false},
      {"CONNECT h:443 HTTP/1.1", "CONNECT", "h:443", "HTTP/1.1", false},
      {"GET http://h/p HTTP/1.1", "GET", "http://h/p", "HTTP/1.1", false},
      {"get / HTTP/1.1", "get", "/", "HTTP/1.1", false},  // case-sensitive, so another
      {"VERSION-CONTROL / HTTP/1.1", "VERSION-CONTROL", "/", "HTTP/1.1", false},
      {"M!#$%&'*+-.^_`|~9 / HTTP/1.1", "M!#$%&'*+-.^_`|~9", "/", "HTTP/1.1", false},
      {"GET / HTTP/1.9", "GET", "/", "HTTP/1.9", false},
      {"GET  /  HTTP/1.1", "GET", "/", "HTTP/1.1", true},
      {"GET\t/\tHTTP/1.1", "GET", "/", "HTTP/1.1", true},
      {"GET / HTTP/1.1 ", "GET", "/", "HTTP/1.1", true},
      {"GET /a b HTTP/1.1", "GET", "/a b", "HTTP/1.1", true},
      {"GET HTTP/1.1", "GET", "", "HTTP/1.1", true},
      {"GET  HTTP/1.1", "GET", "", "HTTP/1.1", false},  // the two spaces are there
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.line);
    const auto line = parse_request_line(c.line);
    ASSERT_TRUE(line.has_value());
    EXPECT_EQ(line->method, c.method);
    EXPECT_EQ(line->target, c.target);
    EXPECT_EQ(line->version, c.version);
    EXPECT_EQ(line->odd_whitespace, c.odd);
  }
}

TEST(RequestLine, AnythingElseIsNone) {
  for (const char* line : {"",
                           " ",
                           "GET",
                           "GET ",
                           "GET /",
                           "GET / HTTP",
                           "GET / HTTP/1",
                           "GET / HTTP/1.",
                           "GET / HTTP/2.0",
                           "GET / http/1.1",
                           "GET / HTTP/1.1x",
                           "GET / HTTP/11.1",
                           "GET / HTTP/1.10",
                           "GET /HTTP/1.1",
                           "GE(T / HTTP/1.1",
                           " GET / HTTP/1.1",
                           "GET@/ HTTP/1.1",
                           "HTTP/1.1 200 OK",
                           "PRI * HTTP/2.0",
                           "\x16\x03\x01"}) {
    SCOPED_TRACE(line);
    EXPECT_FALSE(parse_request_line(line).has_value());
  }
  EXPECT_FALSE(parse_request_line(std::string(65, 'A') + " / HTTP/1.1").has_value());
  EXPECT_TRUE(parse_request_line(std::string(64, 'A') + " / HTTP/1.1").has_value());
}

// HTTP/0.9: "GET" SP path, nothing else.
TEST(RequestLine, SimpleRequestsAreGetAndAPath) {
  const auto line = parse_http09_request_line("GET /index.html");
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->method, "GET");
  EXPECT_EQ(line->target, "/index.html");
  EXPECT_EQ(line->version, "");
  for (const char* other :
       {"", "GET", "GET ", "POST /", "get /", "GET index.html", "GET / x", "GET /\x01"}) {
    SCOPED_TRACE(other);
    EXPECT_FALSE(parse_http09_request_line(other).has_value());
  }
}

TEST(StatusLine, IsVersionStatusReason) {
  struct Case {
    const char* line;
    int status;
    const char* reason;
  };
  const Case cases[] = {
      {"HTTP/1.1 200 OK", 200, "OK"},
      {"HTTP/1.0 404 Not Found", 404, "Not Found"},
      {"HTTP/1.1 200 ", 200, ""},
      {"HTTP/1.1 200", 200, ""},  // the last space is often left out
      {"HTTP/1.1 100 Continue", 100, "Continue"},
      {"HTTP/1.1 999 what", 999, "what"},
      {"HTTP/1.1  200 OK", 200, "OK"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.line);
    const auto line = parse_status_line(c.line);
    ASSERT_TRUE(line.has_value());
    EXPECT_EQ(line->version, std::string_view(c.line).substr(0, 8));
    EXPECT_EQ(line->status, c.status);
    EXPECT_EQ(line->reason, c.reason);
  }
}

TEST(StatusLine, AnythingElseIsNone) {
  for (const char* line :
       {"", "HTTP", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000",
        "HTTP/1.1 20x", "HTTP/1.1 OK", "HTTP/1.1 -20", "HTTP/1.1 099 low", "HTTP/2 200",
        "HTTP/2.0 200 OK", "http/1.1 200 OK", "ICY 200 OK", " HTTP/1.1 200 OK",
        "HTTP/1.1200 OK", "GET / HTTP/1.1"}) {
    SCOPED_TRACE(line);
    EXPECT_FALSE(parse_status_line(line).has_value());
  }
}

// Each prefix of a start line may become one; text that cannot is told at once.
TEST(StartLine, PrefixesMayBegin) {
  for (const std::string line : {"GET / HTTP/1.1", "M-SEARCH * HTTP/1.1"}) {
    for (std::size_t n = 0; n <= line.size(); ++n) {
      SCOPED_TRACE(line.substr(0, n));
      EXPECT_TRUE(may_begin_request(line.substr(0, n)));
    }
  }
  const std::string status = "HTTP/1.1 200 OK";
  for (std::size_t n = 0; n <= status.size(); ++n) {
    EXPECT_TRUE(may_begin_response(status.substr(0, n))) << n;
  }
  for (const char* other : {"{\"a\":1}", "<html>", "\x16\x03\x01", "(", " GET"}) {
    SCOPED_TRACE(other);
    EXPECT_FALSE(may_begin_request(other));
    EXPECT_FALSE(may_begin_response(other));
  }
  EXPECT_FALSE(may_begin_request(std::string(65, 'A')));
  EXPECT_FALSE(may_begin_response("HTTQ"));
}

TEST(StartLine, BeginsAMessageBeyondDoubt) {
  const std::string long_target = "GET /" + std::string(3000, 'a');
  for (const std::string& text :
       {std::string("GET / HTTP/1.1\r\nHost: h\r\n"), std::string("POST /a HTTP/1.0\n"),
        std::string("HTTP/1.1 200 OK\r\n"), long_target}) {
    EXPECT_TRUE(begins_message(text)) << text.substr(0, 20);
  }
  for (const std::string& text :
       {std::string(), std::string("GET"), std::string("HTTP/1.1 200"),
        std::string("more of a body\r\n"), std::string("GET the / HTTP/1.1 spec\n"),
        std::string("SELECT / HTTP/1.1\r\n"), std::string("\x16\x03\x01\x02")}) {
    EXPECT_FALSE(begins_message(text)) << text;
  }
}

}  // namespace
}  // namespace capaudit
