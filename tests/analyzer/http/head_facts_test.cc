// SPDX-License-Identifier: Apache-2.0
// What a head says about its neighbours: field lines as RFC 9110, RFC 8288 and Azure's
// documentation print them.
#include "analyzer/http/head_facts.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/http/call_facts.h"
#include "analyzer/http/head.h"

namespace capaudit {
namespace {

TEST(HeadFacts, FlagsTellWhatIsThere) {
  HeadFacts facts;
  EXPECT_FALSE(facts.has(HeadFlag::authorization));
  facts.take("AUTHORIZATION", "Basic QWxhZGRpbjpvcGVu");
  facts.take("www-authenticate", "Basic");
  facts.take("Range", "bytes=0-1");
  facts.take("If-None-Match", "\"x\"");
  facts.take("Connection", "Keep-Alive, close");
  facts.take("Cache-Control", "max-age=0, No-Store");
  facts.take("X-Flash-Version", "9,0,124,0");
  for (const HeadFlag flag :
       {HeadFlag::authorization, HeadFlag::authenticate, HeadFlag::range,
        HeadFlag::conditional, HeadFlag::close, HeadFlag::keep_alive, HeadFlag::no_store,
        HeadFlag::flash}) {
    EXPECT_TRUE(facts.has(flag)) << static_cast<int>(flag);
  }
  EXPECT_FALSE(facts.has(HeadFlag::from_cache));
}

TEST(HeadFacts, ACacheOnTheWayTellsByAgeOrHit) {
  HeadFacts fresh;
  fresh.take("Age", "0");
  fresh.take("X-Cache", "Miss from cloudfront");
  EXPECT_FALSE(fresh.has(HeadFlag::from_cache));
  HeadFacts old;
  old.take("Age", "12");
  EXPECT_TRUE(old.has(HeadFlag::from_cache));
  HeadFacts hit;
  hit.take("X-Cache", "HIT");
  EXPECT_TRUE(hit.has(HeadFlag::from_cache));
}

TEST(HeadFacts, OnlyTheLinkToTheNextPageIsKept) {
  struct Case {
    const char* value;
    const char* expected;
  };
  for (const Case& one : {
           Case{"<https://api.example/r?page=2>; rel=\"next\", "
                "<https://api.example/r?page=9>; "
                "rel=\"last\"",
                "https://api.example/r?page=2"},
           {"<a>; rel=prev, <b,c>; title=\"x, y; z\"; rel=\"last NEXT\"", "b,c"},
           {"<a>;rel=next", "a"},
           {"<a>; rel=\"nextish\"", ""},
           {"<a>; anchor=next", ""},
           {"<a", ""},
           {"", ""},
       }) {
    HeadFacts facts;
    facts.take("Link", one.value);
    EXPECT_EQ(facts.text(HeadText::next_link), one.expected) << one.value;
  }
}

TEST(HeadFacts, ContinuationsAreKeptWithTheirNames) {
  HeadFacts facts;
  facts.take("x-ms-continuation-NextPartitionKey", "1!8!cA--");
  facts.take("X-MS-Continuation-NextRowKey", "1!8!cjI-");
  facts.take("x-ms-continuation-", "nothing");
  EXPECT_EQ(facts.joined(HeadText::continuation),
            "NextPartitionKey=1!8!cA--&NextRowKey=1!8!cjI-");
}

TEST(HeadFacts, ASessionCookieIsAFingerprintThatBothSidesShare) {
  HeadFacts set;
  set.take("Set-Cookie", "JSESSIONID=node01abc; Path=/; HttpOnly");
  HeadFacts sent;
  sent.take("Cookie", "theme=dark; JSESSIONID=node01abc; other=1");
  EXPECT_NE(set.session(), 0u);
  EXPECT_EQ(set.session(), sent.session());
  HeadFacts other;
  other.take("Cookie", "theme=dark");
  EXPECT_EQ(other.session(), 0u);
  EXPECT_TRUE(other.has(HeadFlag::cookie));
}

TEST(HeadFacts, TheRefererOfAFlashPlayerIsItsSwf) {
  HeadFacts plain;
  plain.take("Referer", "http://a/main.swf#x");
  HeadFacts player;
  player.take("Referer", "http://a/main.swf/[[DYNAMIC]]/4");
  EXPECT_EQ(plain.referer(), player.referer());
  EXPECT_EQ(plain.referer(), fingerprint("http://a/main.swf"));
}

TEST(HeadFacts, ManyAndLongTextsAreNotKept) {
  HeadFacts facts;
  facts.take("Location", std::string(100000, 'x'));
  EXPECT_EQ(facts.text(HeadText::location), "");
  for (int i = 0; i < 1000; ++i) {
    facts.take("x-ms-continuation-a", "b");
  }
  EXPECT_LE(facts.joined(HeadText::continuation).size(), 100u);
}

TEST(HeadFacts, ContentRangesAreReadOrRefused) {
  const std::optional<ContentRange> range = parse_content_range("bytes 0-499/1234");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 0u);
  EXPECT_EQ(range->last, 499u);
  EXPECT_EQ(range->size, 1234u);
  EXPECT_EQ(parse_content_range("bytes 42-1233/*")->size, std::nullopt);
  for (const char* const bad :
       {"", "bytes", "bytes */1234", "bytes 5-4/10", "bytes 0-10/10", "bytes 0-9/",
        "items 0-9/10", "bytes 0-99999999999999999999/*", "bytes -5-9/10",
        "bytes 1/2-3"}) {
    EXPECT_FALSE(parse_content_range(bad)) << bad;
  }
}

TEST(HeadFacts, TheReaderOfHeadsFillsThem) {
  const Head head = parse_head("Location: /x\r\n y\r\nUser-Agent: a\r\n\r\n");
  EXPECT_EQ(head.facts.text(HeadText::location), "/x y");
  EXPECT_EQ(head.facts.user_agent, fingerprint("a"));
}

}  // namespace
}  // namespace capaudit
