// SPDX-License-Identifier: Apache-2.0
// The four forms of a request target (RFC 9112 3.2) as absolute URLs.
#include "analyzer/http/request_url.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(RequestUrl, FollowsTheFormOfTheTarget) {
  struct Case {
    const char* target;
    const char* host;  ///< null: no Host field
    bool connect;
    std::uint16_t port;
    const char* expected;
  };
  const Case cases[] = {
      {"/p?q=1#f", "h.example", false, 80, "http://h.example/p?q=1#f"},
      {"/p", "H.Example:8080", false, 80, "http://H.Example:8080/p"},
      {"http://other/p", "h", false, 80, "http://other/p"},
      {"HTTPS://other/p", "h", false, 80, "HTTPS://other/p"},
      {"/go?to=http://other/", "h", false, 80, "http://h/go?to=http://other/"},
      {"*", "h", false, 80, "http://h"},
      {"h:443", "ignored", true, 80, "http://h:443"},
      {"/p", nullptr, false, 80, "http://192.0.2.2/p"},
      {"/p", nullptr, false, 8080, "http://192.0.2.2:8080/p"},
      {"/p", "", false, 80, "http://192.0.2.2/p"},
      {"p", "h", false, 80, "http://h/p"},
      {"", "h", false, 80, "http://h"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.target);
    Head head;
    if (c.host != nullptr) {
      head.host = c.host;
    }
    Endpoint server;
    server.address.bytes = {192, 0, 2, 2};
    server.port = c.port;
    EXPECT_EQ(request_url(c.target, head, c.connect, server), c.expected);
  }
}

TEST(RequestUrl, AnIpv6ServerStandsInBrackets) {
  Endpoint server;
  server.address.v6 = true;
  server.address.bytes[15] = 1;
  server.port = 80;
  EXPECT_EQ(request_url("/p", {}, false, server), "http://[::1]/p");
}

}  // namespace
}  // namespace capaudit
