// SPDX-License-Identifier: Apache-2.0
// References against the examples of RFC 3986 5.4; what is the same request and what not.
#include "analyzer/operations/url.h"

#include <gtest/gtest.h>

#include "analyzer/operations/paging_query.h"

namespace capaudit {
namespace {

TEST(Url, ReferencesResolveAsInTheExamplesOfRfc3986) {
  struct Case {
    const char* reference;
    const char* expected;
  };
  for (const Case& one : {
           Case{"g", "http://a/b/c/g"},
           {"./g", "http://a/b/c/g"},
           {"g/", "http://a/b/c/g/"},
           {"/g", "http://a/g"},
           {"//g", "http://g/"},  // an empty path is / (RFC 3986 6.2.3)
           {"?y", "http://a/b/c/d;p?y"},
           {"g?y", "http://a/b/c/g?y"},
           {"", "http://a/b/c/d;p?q"},
           {";x", "http://a/b/c/;x"},
           {".", "http://a/b/c/"},
           {"..", "http://a/b/"},
           {"../g", "http://a/b/g"},
           {"../../g", "http://a/g"},
           {"../../../../g", "http://a/g"},
           {"/./g", "http://a/g"},
           {"/../g", "http://a/g"},
           {"g;x=1/../y", "http://a/b/c/y"},
           {"g?y/../x", "http://a/b/c/g?y/../x"},
           {"https://h/x", "https://h/x"},
           {" g#part ", "http://a/b/c/g"},
       }) {
    SCOPED_TRACE(one.reference);
    EXPECT_EQ(resolve_url("http://a/b/c/d;p?q", one.reference), one.expected);
  }
}

TEST(Url, SpellingsOfOnePlaceAreOne) {
  for (const char* const url :
       {"http://host.example/a%7Eb/c", "HTTP://user:pw@HOST.example:80/a~b/c",
        "http://host.example/a~b/x/../c", "http://host.example/a%7eb/c?q#f",
        "http://host.example/a~b/c;jsessionid=node01.node0"}) {
    EXPECT_EQ(place_of(url), "host.example/a~b/c") << url;
  }
  EXPECT_EQ(place_of("https://h:443/"), "h/");
  EXPECT_EQ(place_of("http://h:443"), "h:443/");
  EXPECT_EQ(place_of("http://h/a%2fb"), "h/a%2Fb");  // not a path of two segments
}

TEST(Url, ParametersAreComparedDecodedAndInAnyOrder) {
  EXPECT_EQ(target_key("http://h/x?a=1&b=%C3%A9+z"),
            target_key("http://h/x?B=%c3%a9%20z&a=1"));
  EXPECT_NE(target_key("http://h/x?a=1"), target_key("http://h/x?a=2"));
  EXPECT_NE(target_key("http://h/x?a=1"), target_key("http://h/x?a=1&a=1"));
  EXPECT_NE(target_key("http://h/x?a=b&c"), target_key("http://h/x?a&b=c"));
}

TEST(Url, HostileUrlsEnd) {
  for (const std::string& url : {std::string(), std::string("%"), std::string("http://"),
                                 std::string("?"), std::string("http://h/%zz%4"),
                                 std::string(10000, '/'), std::string(10000, '&')}) {
    target_key(url);
    resolve_url(url, url);
  }
}

TEST(PagingQuery, NumbersThatCannotGrowLeadNowhere) {
  EXPECT_TRUE(keys_of_next("http://h/x?page=18446744073709551615").empty());
  EXPECT_TRUE(keys_of_next("http://h/x?page=1a&$skip=5").empty());
  EXPECT_TRUE(keys_of_next("http://h/x").empty());
  EXPECT_EQ(keys_of_next("http://h/x?page=1"), keys_as_next("http://h/x?page=2"));
}

}  // namespace
}  // namespace capaudit
