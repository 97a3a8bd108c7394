// SPDX-License-Identifier: Apache-2.0
#include "reports/redact.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

const std::string kSecret = "S3cretValue0123456789abcdef";
const std::string kStars(kSecret.size(), '*');
// jwt.io's example token.
const std::string kJwt =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";

TEST(Redact, NamesThatPromiseASecretAreKnown) {
  for (const char* name : {"password",
                           "Passwd",
                           "pwd",
                           "user[password]",
                           "j_password",
                           "access_token",
                           "api_key",
                           "apiKey",
                           "X-Api-Key",
                           "Ocp-Apim-Subscription-Key",
                           "x-functions-key",
                           "client_secret",
                           "X-Amz-Signature",
                           "sig",
                           "JSESSIONID",
                           "PHPSESSID",
                           "Authorization",
                           "X-Ms-Authorization",
                           "Cookie",
                           "Set-Cookie2",
                           "X-Csrf-Token",
                           "Authentication-Info",
                           "SAMLResponse",
                           "id_token",
                           "pin",
                           "X-Auth-Token",
                           "user%5Bpassword%5D"}) {
    EXPECT_TRUE(is_secret_name(name)) << name;
  }
  for (const char* name :
       {"n", "id", "page", "Host", "Content-Type", "$skiptoken", "NextPartitionKey",
        "$deltatoken", "pageToken", "author", "keyboard", "spinner", "ETag", "passive",
        "Accept", "monkey", "signal", "sidebar", ""}) {
    EXPECT_FALSE(is_secret_name(name)) << name;
  }
}

TEST(Redact, SecretsInUrlsBecomeStarsOfTheSameLength) {
  struct Case {
    std::string name, url, expected;
  };
  const std::vector<Case> cases = {
      {"query", "http://h/q?a=1&token=" + kSecret + "&b=2",
       "http://h/q?a=1&token=" + kStars + "&b=2"},
      {"last", "http://h/q?password=" + kSecret, "http://h/q?password=" + kStars},
      {"comma and slash belong to it", "http://h/q?token=a,b/c;d?e&x=1",
       "http://h/q?token=*********&x=1"},
      {"fragment", "http://h/cb#access_token=" + kSecret + "&x=1",
       "http://h/cb#access_token=" + kStars + "&x=1"},
      {"user information", "http://user:" + kSecret + "@h/x",
       "http://*****" + kStars + "@h/x"},
      {"at sign in the path", "http://h/@scope/x", "http://h/@scope/x"},
      {"path parameter", "http://h/app;jsessionid=" + kSecret + "?x=1",
       "http://h/app;jsessionid=" + kStars + "?x=1"},
      {"encoded name", "http://h/?user%5Bpassword%5D=" + kSecret,
       "http://h/?user%5Bpassword%5D=" + kStars},
      {"wholly encoded pair", "http://h/?next=%2Fcb%3Ftoken%3Dabc%26x%3D1",
       "http://h/?next=%2Fcb%3Ftoken%3D***%26x%3D1"},
      {"encoded ampersand in the value", "http://h/?token=ab%26cd&x=1",
       "http://h/?token=*******&x=1"},
      {"encoded JSON", "http://h/?v=%7B%22password%22%3A%22abc%22%7D",
       "http://h/?v=%7B%22password%22%3A%22***%22%7D"},
      {"token by shape", "http://h/?x=" + kJwt + "&y=1",
       "http://h/?x=" + std::string(kJwt.size(), '*') + "&y=1"},
      {"token in the path", "http://h/b/" + kJwt + "/c",
       "http://h/b/" + std::string(kJwt.size(), '*') + "/c"},
      {"card", "http://h/pay?n=4111111111111111", "http://h/pay?n=****************"},
      {"no card: Luhn", "http://h/pay?n=1234567890123456",
       "http://h/pay?n=1234567890123456"},
      {"no card: time stamp", "http://h/?_=1796052300000", "http://h/?_=1796052300000"},
      {"paging token stays", "http://h/O?$skiptoken=5000", "http://h/O?$skiptoken=5000"},
      {"nothing", "", ""},
  };
  const Redactor redactor(RedactMode::standard);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(redactor.url(c.url), c.expected);
    EXPECT_EQ(redactor.url(c.url).size(), c.url.size());
    EXPECT_EQ(Redactor(RedactMode::off).url(c.url), c.url);
  }
}

TEST(Redact, SecretsInHeadsBecomeStars) {
  struct Case {
    std::string name, line, expected;
  };
  const std::vector<Case> cases = {
      {"scheme stays", "authorization: Bearer " + kSecret,
       "authorization: Bearer " + kStars},
      {"digest", "Authorization: Digest username=\"u\", response=\"0123\"",
       "Authorization: Digest *****************************"},
      {"no scheme", "X-Api-Key: " + kSecret, "X-Api-Key: " + kStars},
      {"cookies keep names", "Cookie: a=" + kSecret + "; b=2",
       "Cookie: a=" + kStars + "; b=*"},
      {"attributes stay", "Set-Cookie: SID=" + kSecret + "; Path=/; HttpOnly",
       "Set-Cookie: SID=" + kStars + "; Path=/; HttpOnly"},
      {"folded", "Authorization: Bearer\r\n " + kSecret,
       "Authorization: Bearer\r\n " + kStars},
      {"referer", "Referer: http://h/p?token=" + kSecret,
       "Referer: http://h/p?token=" + kStars},
      {"card in words", "X-Note: 4111 1111 1111 1111", "X-Note: *******************"},
      {"card with dashes", "X-Note: 5555-5555-5555-4444", "X-Note: *******************"},
      {"ordinary", "Content-Length: 120", "Content-Length: 120"},
  };
  const Redactor redactor(RedactMode::standard);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string head =
        "GET / HTTP/1.1\r\nHost: h\r\n" + c.line + "\r\nX: y\r\n\r\n";
    EXPECT_EQ(redactor.head(head),
              "GET / HTTP/1.1\r\nHost: h\r\n" + c.expected + "\r\nX: y\r\n\r\n");
  }
}

TEST(Redact, StrictHidesEveryValueButTheOnesThatSayHowAMessageIsCoded) {
  const Redactor redactor(RedactMode::strict);
  EXPECT_EQ(redactor.url("http://h/p?a=1&b=22#frag"), "http://h/p?a=*&b=**#****");
  EXPECT_EQ(redactor.head("GET /p?a=1 HTTP/1.1\r\nHost: h\r\nX-Any: abc\r\n\r\n"),
            "GET /p?a=* HTTP/1.1\r\nHost: h\r\nX-Any: ***\r\n\r\n");
}

TEST(Redact, AnyCutOfAHeadIsReadWithoutFailing) {
  const std::string head =
      "GET /?token=a HTTP/1.1\r\nCookie: a=b; c\r\n folded\r\nX\r\n\r\n";
  for (const RedactMode mode :
       {RedactMode::standard, RedactMode::strict, RedactMode::off}) {
    for (std::size_t size = 0; size <= head.size(); ++size) {
      EXPECT_EQ(Redactor(mode).head(head.substr(0, size)).size(), size);
    }
  }
}

TEST(Redact, ManySecretsInALineTakeLinearTime) {
  const Redactor redactor(RedactMode::standard);
  for (const std::string unit :
       {"token=", "\"token\":\"", "//a@", "eyJ", "4111", "-----BEGIN PRIVATE KEY-----",
        "bearer ", "sk_live_", "%74oken%3d", "token=%26"}) {
    std::string text;
    while (text.size() < (1u << 18)) {
      text += unit;
    }
    EXPECT_EQ(redactor.text(text).size(), text.size());
  }
}

}  // namespace
}  // namespace capaudit
