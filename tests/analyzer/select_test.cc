// SPDX-License-Identifier: Apache-2.0
#include "analyzer/select.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

Exchange sample() {
  Exchange exchange;
  exchange.method = "POST";
  exchange.url = "http://user@Example.com:8080/amf?command=getJSON&rows=5000";
  exchange.status = 201;
  exchange.request = Half();
  exchange.request->facts.format = Format::amf3;
  exchange.request->facts.names = {"census.getRows"};
  exchange.response = Half();
  exchange.response->facts.format = Format::json;
  return exchange;
}

TEST(Select, TermsMatchWhatTheySay) {
  struct Case {
    const char* text;
    bool expected;
  };
  for (const Case& c : {
           Case{"host=example.com", true},
           Case{"host=EXAMPLE.*", true},
           Case{"host=example.com:8080", true},
           Case{"host=example.com:80", false},
           Case{"host=example", false},
           Case{"url=*command=getJSON*rows=5000*", true},
           Case{"url=*getjson*", false},
           Case{"method=POST", true},
           Case{"method=GET|POST", true},
           Case{"method!=GET", true},
           Case{"method!=GET|POST", false},
           Case{"format=json", true},
           Case{"format=amf3", false},
           Case{"status=201", true},
           Case{"status=2xx", true},
           Case{"status=200-299", true},
           Case{"status=200", false},
           Case{"status=4xx|5xx", false},
           Case{"status!=4xx", true},
           Case{"state=complete", true},
           Case{"state=gap|reset", false},
           Case{"name=census.*", true},
           Case{"name=login", false},
           Case{"host=example.com,status=201", true},
           Case{"host=example.com,status=404", false},
           Case{R"(url="*command=getJSON&rows=5000")", true},
           Case{R"(url=*\,*)", false},
       }) {
    SCOPED_TRACE(c.text);
    const auto selection = Selection::parse(c.text);
    ASSERT_TRUE(selection.ok()) << selection.error().what;
    EXPECT_EQ(selection->matches(sample()), c.expected);
  }
}

TEST(Select, AnUnansweredExchangeHasNoStatusAndTheFormatOfItsRequest) {
  Exchange exchange = sample();
  exchange.status.reset();
  exchange.response.reset();
  EXPECT_FALSE(Selection::parse("status=0-999")->matches(exchange));
  EXPECT_TRUE(Selection::parse("format=amf3")->matches(exchange));
}

TEST(Select, FaultsAreFoundWhereTheyStand) {
  struct Case {
    const char* text;
    std::uint64_t offset;
  };
  for (const Case& c : {
           Case{"", 0},
           Case{"hosts=a", 0},
           Case{"host", 4},
           Case{"host=a,", 7},
           Case{"host=a,status=2x", 14},
           Case{"status=", 7},
           Case{"status=299-200", 7},
           Case{"status=99999999999", 7},
           Case{"format=jsn", 7},
           Case{"state=done", 6},
           Case{"host=", 5},
           Case{"url=\"abc", 4},
           Case{"url=\"abc\"x", 9},
           Case{"host=a host=b,=", 14},
       }) {
    SCOPED_TRACE(c.text);
    const auto selection = Selection::parse(c.text);
    ASSERT_FALSE(selection.ok());
    EXPECT_EQ(selection.error().offset, c.offset) << selection.error().what;
  }
}

TEST(Select, PartsOfUrls) {
  struct Case {
    const char *url, *authority, *host;
  };
  for (const Case& c : {
           Case{"http://h/p", "h", "h"},
           Case{"http://h:80?x=/", "h:80", "h"},
           Case{"http://u:p@h:80/", "h:80", "h"},
           Case{"http://[::1]:80/", "[::1]:80", "[::1]"},
           Case{"http://h#@x/", "h", "h"},
           Case{"", "", ""},
           Case{"/p", "", ""},
       }) {
    SCOPED_TRACE(c.url);
    EXPECT_EQ(authority_of(c.url), c.authority);
    EXPECT_EQ(host_of(c.url), c.host);
  }
}

TEST(Select, GlobsMatchWholeTexts) {
  struct Case {
    const char *text, *glob;
    bool expected;
  };
  for (const Case& c : {
           Case{"", "", true},
           Case{"", "*", true},
           Case{"a", "", false},
           Case{"abc", "abc", true},
           Case{"abc", "a?c", true},
           Case{"abc", "a*", true},
           Case{"abc", "*c", true},
           Case{"abc", "*b*", true},
           Case{"abc", "a*b*c*", true},
           Case{"abc", "ab", false},
           Case{"aab", "*ab", true},
           Case{"abab", "*ab", true},
           Case{"abab", "a*b", true},
           Case{"a*c", "a*c", true},
           Case{"abc", "?", false},
       }) {
    SCOPED_TRACE(std::string(c.text) + " " + c.glob);
    EXPECT_EQ(matches_glob(c.text, c.glob), c.expected);
  }
  EXPECT_FALSE(matches_glob(std::string(20000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

}  // namespace
}  // namespace capaudit
