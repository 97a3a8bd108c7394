// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cross/cross_check.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

/// A HAR (capture 0) and packets (capture 1) with one exchange each, which agree.
Analysis agreeing() {
  Analysis analysis;
  analysis.captures.resize(2);
  analysis.captures[0].har.emplace();
  for (const std::uint32_t capture : {0u, 1u}) {
    Exchange exchange;
    exchange.capture = capture;
    exchange.number = 1;
    exchange.method = "GET";
    exchange.url = "http://a.test/";
    exchange.status = 200;
    exchange.time.start_ns = 1000;
    exchange.time.wait = 2.0 + capture;
    exchange.request.emplace().head_bytes = 40;
    exchange.response.emplace().head_bytes = 50;
    exchange.response->encoded_bytes = 5;
    exchange.response->facts.content_bytes = 5;
    analysis.exchanges.push_back(std::move(exchange));
  }
  return analysis;
}

CrossCheck check_of(const Analysis& analysis) {
  Result<CrossCheck> check = cross_check(analysis);
  EXPECT_TRUE(check.ok());
  return check ? *std::move(check) : CrossCheck();
}

CrossField field_of(const CrossCheck& check, std::string_view name) {
  const auto found =
      std::find_if(check.fields.begin(), check.fields.end(),
                   [name](const CrossField& field) { return field.name == name; });
  return found == check.fields.end() ? CrossField() : *found;
}

TEST(CrossCheck, WhatAgreesIsCounted) {
  const Analysis analysis = agreeing();
  const CrossCheck check = check_of(analysis);
  EXPECT_EQ(check.pairs.size(), 1u);
  EXPECT_EQ(check.unexplained(), 0u);
  EXPECT_EQ(field_of(check, "response content_bytes").equal, 1u);
  EXPECT_EQ(check.offset_ns, 0);
  ASSERT_FALSE(check.times.empty());
  EXPECT_EQ(check.times.front().name, "wait");
  EXPECT_EQ(check.times.front().median, -1.0);
}

TEST(CrossCheck, ADifferenceWithoutAReasonIsNotExplained) {
  Analysis analysis = agreeing();
  analysis.exchanges[0].response->head_bytes = 49;
  const CrossCheck check = check_of(analysis);
  EXPECT_EQ(check.unexplained(), 1u);
  ASSERT_EQ(check.pairs.front().differences.size(), 1u);
  EXPECT_EQ(check.pairs.front().differences[0].field, "response head_bytes");
  EXPECT_EQ(check.pairs.front().differences[0].har, "49");
  EXPECT_EQ(check.pairs.front().differences[0].packets, "50");
}

TEST(CrossCheck, UnknownIsNoDifference) {
  Analysis analysis = agreeing();
  analysis.exchanges[0].response->head_bytes.reset();
  analysis.exchanges[1].response->encoded_bytes.reset();
  const CrossCheck check = check_of(analysis);
  EXPECT_EQ(check.unexplained(), 0u);
  EXPECT_EQ(field_of(check, "response head_bytes").har_unknown, 1u);
  EXPECT_EQ(field_of(check, "response encoded_bytes").packets_unknown, 1u);
}

TEST(CrossCheck, WhatStandsAloneHasItsReason) {
  struct Case {
    HarOrigin origin;
    std::string_view reason;
  };
  for (const Case& c : {Case{HarOrigin::cache, "answered by a cache"},
                        {HarOrigin::service_worker, "answered by a service worker"},
                        {HarOrigin::not_sent, "never sent"}}) {
    Analysis analysis = agreeing();
    analysis.exchanges[0].origin = c.origin;
    const CrossCheck check = check_of(analysis);
    EXPECT_TRUE(check.pairs.empty());
    ASSERT_EQ(check.entries_alone.size(), 1u);
    EXPECT_EQ(check.entries_alone[0].reason, c.reason);
  }
  Analysis analysis = agreeing();
  analysis.exchanges[0].url = "http://a.test/other";
  EXPECT_EQ(check_of(analysis).entries_alone.at(0).reason, "");
}

// The client of a proxy sees its 502, which mitmproxy does not write down.
TEST(CrossCheck, AProxysOwnAnswerHasNoEntry) {
  Analysis analysis = agreeing();
  analysis.captures[0].har->dialect = "mitmproxy";
  for (const std::uint32_t number : {2u, 3u, 4u}) {
    Exchange exchange = analysis.exchanges[1];
    exchange.number = number;
    exchange.url = "http://a.test/" + std::to_string(number);
    exchange.status = number == 2 ? 502 : 200;
    analysis.exchanges.push_back(exchange);
    if (number == 4) {  // what is behind the last entry is left out for another reason
      exchange.capture = 0;
      exchange.number = 2;
      analysis.exchanges.insert(analysis.exchanges.begin() + 1, exchange);
    }
  }
  const CrossCheck check = check_of(analysis);
  EXPECT_EQ(check.pairs.size(), 2u);
  ASSERT_EQ(check.exchanges_alone.size(), 2u);
  EXPECT_EQ(check.exchanges_alone[0].exchange->status, 502);
  EXPECT_NE(check.exchanges_alone[0].reason, "");
  EXPECT_EQ(check.exchanges_alone[1].reason, "");
}

TEST(CrossCheck, TwoOfAKindAreNoPair) {
  Analysis analysis = agreeing();
  analysis.captures[1].har.emplace();
  EXPECT_FALSE(cross_check(analysis).ok());
}

}  // namespace
}  // namespace capaudit
