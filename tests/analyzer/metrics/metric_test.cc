// SPDX-License-Identifier: Apache-2.0
// Metrics of exchanges made by hand: each figure is worked out in the test beside it.
#include "analyzer/metrics/metric.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/metrics/overhead.h"

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

/// An exchange seen at the client: start, then send, wait and receive in milliseconds.
Exchange exchange(std::int64_t start, double send, double wait, double receive) {
  Exchange out;
  out.method = "GET";
  out.wire.packets = 2;
  out.wire.frame_bytes = 200;
  out.request.emplace();
  out.request->whole = true;
  out.request->head_bytes = 40;
  out.request->framing_bytes = 0;
  out.request->encoded_bytes = 0;
  out.request->facts.format = Format::empty;
  out.request->facts.messages = 0;
  out.response.emplace();
  out.response->whole = true;
  out.response->head_bytes = 60;
  out.response->framing_bytes = 5;
  out.response->encoded_bytes = 100;
  out.response->facts.content_bytes = 300;
  out.response->facts.format = Format::json;
  out.response->facts.messages = 1;
  out.status = 200;
  out.time.start_ns = start * kMs;
  out.time.send = send;
  out.time.wait = wait;
  out.time.receive = receive;
  out.time.server = wait;
  out.time.total = send + wait + receive;
  return out;
}

Analysis analysis_of(Exchanges exchanges) {
  Analysis analysis;
  analysis.captures.emplace_back();
  analysis.exchanges = std::move(exchanges);
  group_operations(analysis);
  return analysis;
}

Measured of_all(const std::string& name, const Analysis& analysis) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < analysis.exchanges.size(); ++i) {
    all.push_back(i);
  }
  const Metric* const metric = find_metric(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? Measured() : measure(*metric, {analysis, all});
}

TEST(Metric, EveryNameOfAClaimsFileIsThereOnce) {
  std::set<std::string_view> names;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_FALSE(metric.meaning.empty()) << metric.name;
    EXPECT_NE(metric.levels, 0) << metric.name;
  }
  for (const std::string_view name :
       {"requests",      "operations",          "messages",
        "unanswered",    "messages_per_second", "rows",
        "columns",       "wire_bytes",          "head_bytes",
        "encoded_bytes", "content_bytes",       "bytes_per_row",
        "connect_time",  "server_time",         "transfer_time",
        "think_time",    "total_time",          "parse_time",
        "generate_time", "parse_memory",        "requests_per_operation"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
  EXPECT_EQ(find_metric("total_tim"), nullptr);
}

TEST(Metric, SizesAddUpByLevel) {
  const Analysis analysis = analysis_of({exchange(0, 0, 1, 1), exchange(10, 0, 1, 1)});
  EXPECT_EQ(of_all("requests", analysis).value, 2);
  EXPECT_EQ(of_all("request_bytes", analysis).value, 80);
  EXPECT_EQ(of_all("response_bytes", analysis).value, 330);
  EXPECT_EQ(of_all("head_bytes", analysis).value, 200);
  EXPECT_EQ(of_all("encoded_bytes", analysis).value, 200);
  EXPECT_EQ(of_all("content_bytes", analysis).value, 600);
  EXPECT_EQ(of_all("wire_bytes", analysis).value, 400);
  EXPECT_EQ(of_all("bytes_per_message", analysis).value, 205);
}

TEST(Metric, WhatOneExchangeLeavesOpenIsOpenAndNamed) {
  Exchanges two = {exchange(0, 0, 1, 1), exchange(10, 0, 1, 1)};
  two[1].response->facts.content_bytes.reset();
  const Analysis analysis = analysis_of(two);
  const Measured content = of_all("content_bytes", analysis);
  EXPECT_EQ(content.value, std::nullopt);
  EXPECT_EQ(content.exchange, 1u);
  EXPECT_FALSE(content.unknown.empty());
  EXPECT_EQ(of_all("encoded_bytes", analysis).value, 200);
}

// Two exchanges in parallel, 0..30 and 10..40, then one alone, 60..70.
TEST(Metric, ParallelTimeCountsOnce) {
  const Analysis analysis = analysis_of(
      {exchange(0, 0, 20, 10), exchange(10, 0, 20, 10), exchange(60, 0, 5, 5)});
  EXPECT_EQ(of_all("total_time", analysis).value, 70);
  EXPECT_EQ(of_all("busy_time", analysis).value, 50);
  EXPECT_EQ(of_all("think_time", analysis).value, 20);
  EXPECT_EQ(of_all("server_time", analysis).value, 35);    // 0..20, 10..30, 60..65
  EXPECT_EQ(of_all("transfer_time", analysis).value, 25);  // 20..30, 30..40, 65..70
}

TEST(Metric, TheConnectionBelongsToTheExchangeThatOpenedIt) {
  Exchanges two = {exchange(10, 1, 5, 4), exchange(30, 1, 5, 4)};
  two[0].opens_connection = true;
  two[0].time.connect = 4;
  two[0].time.total = 14;
  const Analysis analysis = analysis_of(two);
  EXPECT_EQ(of_all("connect_time", analysis).value, 4);
  EXPECT_EQ(of_all("total_time", analysis).value, 34);  // 6..40
  EXPECT_EQ(of_all("busy_time", analysis).value, 24);
  two[0].time.connect.reset();
  const Measured unseen = of_all("connect_time", analysis_of(two));
  EXPECT_EQ(unseen.value, std::nullopt);
  EXPECT_EQ(unseen.exchange, 0u);
}

// A HAR has no packets, but its start is that of the request's first byte too, and its
// ssl stands beside connect.
TEST(Metric, TheConnectionOfAHarOpensBeforeItsRequest) {
  Exchanges two = {exchange(10, 1, 5, 4), exchange(20, 1, 5, 4)};
  two[0].wire = {};
  two[1].wire = {};
  two[0].opens_connection = true;
  two[0].time.connect = 2;
  two[0].time.ssl = 6;
  two[0].time.total = 18;
  const Analysis analysis = analysis_of(two);
  EXPECT_EQ(of_all("connect_time", analysis).value, 8);
  EXPECT_EQ(of_all("total_time", analysis).value, 28);  // 2..20, 20..30
  EXPECT_EQ(of_all("think_time", analysis).value, 0);
}

TEST(Metric, TimesPastTheEndOfTheClockStayThere) {
  Exchanges two = {exchange(0, 0, 0, 0), exchange(0, 0, 0, 0)};
  two[0].time.start_ns = INT64_MAX - 1;
  two[0].time.total = 4e12;
  two[1].time.start_ns = INT64_MIN + 1;
  two[1].time.connect = 1e12;
  two[1].time.total = 2e12;
  EXPECT_EQ(of_all("total_time", analysis_of(two)).value, 0x1p64 / 1e6);
}

// RFC 7413: the request is in the SYN, so its total does not contain the connection's
// opening.
TEST(Metric, ARequestInTheSynDoesNotBeginBeforeItself) {
  Exchanges one = {exchange(10, 1, 5, 4)};
  one[0].opens_connection = true;
  one[0].time.connect = 4;
  EXPECT_EQ(one[0].time.total, 10.0);
  EXPECT_EQ(of_all("total_time", analysis_of(one)).value, 10);
  EXPECT_EQ(of_all("busy_time", analysis_of(one)).value, 10);
}

TEST(Metric, ServerTimeNeedsTheHandshake) {
  Exchanges one = {exchange(0, 0, 20, 10)};
  one[0].time.server = 14;
  EXPECT_EQ(of_all("server_time", analysis_of(one)).value, 14);
  one[0].time.server.reset();
  EXPECT_EQ(of_all("server_time", analysis_of(one)).value, std::nullopt);
  EXPECT_EQ(of_all("busy_time", analysis_of(one)).value, 30);
}

TEST(Metric, RowsAddUpAndBytesByRowTakeOnlyAnswersWithRows) {
  Exchanges three = {exchange(0, 0, 1, 1), exchange(10, 0, 1, 1), exchange(20, 0, 1, 1)};
  three[0].response->facts.rows = 10;
  three[0].response->facts.columns = 7;
  three[1].response->facts.rows = 30;
  three[1].response->facts.columns = 7;
  const Analysis analysis = analysis_of(three);
  EXPECT_EQ(of_all("rows", analysis).value, 40);
  EXPECT_EQ(of_all("page_rows", analysis).value, 30) << "of the largest answer";
  EXPECT_EQ(of_all("columns", analysis).value, 7);
  EXPECT_EQ(of_all("bytes_per_row", analysis).value, 5);
  three[1].response->facts.columns = 6;
  EXPECT_EQ(of_all("columns", analysis_of(three)).value, std::nullopt);
  three[2].response->facts.messages.reset();  // a body that was not understood
  EXPECT_EQ(of_all("rows", analysis_of(three)).value, std::nullopt);
  EXPECT_EQ(of_all("page_rows", analysis_of(three)).value, std::nullopt);
}

/// A request with `keys`, and an answer with `answers`.
Exchange calls(const std::vector<std::string>& keys,
               const std::vector<std::string>& answers) {
  Exchange out = exchange(0, 0, 1, 1);
  const auto fill = [](Facts& facts, const std::vector<std::string>& of, CallKind kind) {
    std::vector<Call> made;
    for (const std::string& key : of) {
      made.emplace_back().key = key;
      made.back().kind = kind;
    }
    facts.calls = call_facts(made);
    facts.messages = of.size();
    facts.format = Format::amf0;
  };
  fill(out.request->facts, keys, CallKind::call);
  fill(out.response->facts, answers, CallKind::result);
  return out;
}

TEST(Metric, MessagesOfABatchAreAnsweredOneByOne) {
  const Analysis analysis = analysis_of({calls({"/1", "/2", "/3"}, {"/3", "/1"})});
  EXPECT_EQ(of_all("messages", analysis).value, 3);
  EXPECT_EQ(of_all("answered", analysis).value, 2);
  EXPECT_EQ(of_all("unanswered", analysis).value, 1);
}

TEST(Metric, ARequestThatNobodyAnsweredLeavesAllItsMessagesOpen) {
  Exchange lost = calls({"/1", "/2"}, {});
  lost.response.reset();
  lost.state = State::unanswered;
  EXPECT_EQ(of_all("unanswered", analysis_of({lost})).value, 2);
  lost.state = State::gap;  // the answer may be what is missing
  EXPECT_EQ(of_all("unanswered", analysis_of({lost})).value, std::nullopt);
}

// 3 answered messages between 0 and 500 ms.
TEST(Metric, MessagesPerSecondRunOverTheWindow) {
  Exchanges three = {exchange(0, 0, 50, 50), exchange(200, 0, 50, 50),
                     exchange(400, 0, 50, 50)};
  EXPECT_EQ(of_all("messages_per_second", analysis_of(three)).value, 6);
}

TEST(Metric, OverheadIsSharedByTheExtraRequests) {
  EXPECT_EQ(overhead_per_request({18550, {}, {}}, 9, {14400, {}, {}}, 1).value, 518.75);
  EXPECT_EQ(overhead_per_request({5, {}, {}}, 1, {4, {}, {}}, 1).value, std::nullopt);
}

TEST(Metric, OfNothingThereAreNoTimes) {
  const Analysis analysis = analysis_of({});
  EXPECT_EQ(of_all("requests", analysis).value, 0);
  EXPECT_EQ(of_all("total_time", analysis).value, std::nullopt);
  EXPECT_EQ(of_all("parse_time", analysis).value, std::nullopt);
}

}  // namespace
}  // namespace capaudit
