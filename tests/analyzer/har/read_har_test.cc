// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/read_har.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/analyzer/har/har_files.h"

namespace capaudit {
namespace {

TEST(ReadHar, AnEntryIsAnExchange) {
  const HarPass pass = read_har_text(har_file(har_entry("x?y=1")));
  ASSERT_EQ(pass.exchanges.size(), 1u);
  const Exchange& exchange = pass.exchanges.front();
  EXPECT_EQ(exchange.number, 1u);
  EXPECT_EQ(exchange.key.frame, 1u);
  EXPECT_EQ(exchange.method, "GET");
  EXPECT_EQ(exchange.url, "http://a.test/x?y=1");
  EXPECT_EQ(exchange.protocol, "HTTP/1.1");
  EXPECT_EQ(exchange.status, 200);
  EXPECT_EQ(exchange.reason, "OK");
  EXPECT_EQ(exchange.state, State::complete);
  EXPECT_EQ(exchange.connection, std::nullopt);
  EXPECT_EQ(exchange.server, "");
  EXPECT_EQ(exchange.wire.packets, 0u);
  ASSERT_TRUE(exchange.request && exchange.response);
  EXPECT_EQ(exchange.request->head_bytes, 40u);
  EXPECT_EQ(exchange.request->encoded_bytes, 0u);
  EXPECT_EQ(exchange.request->facts.format, Format::empty);
  EXPECT_EQ(exchange.response->head_bytes, 50u);
  EXPECT_EQ(exchange.response->framing_bytes, 0u);
  EXPECT_EQ(exchange.response->encoded_bytes, 5u);
  EXPECT_EQ(exchange.response->facts.content_bytes, 5u);
  EXPECT_EQ(exchange.response->facts.format, Format::text);
  EXPECT_EQ(exchange.response->first_frame, 0u);
}

TEST(ReadHar, PhasesHaveTheMeaningThatPacketsGiveThem) {
  const std::string waited = har_entry("");
  std::string opened_for = waited;
  const std::string phases = R"("dns": -1, "connect": -1, "send": 1)";
  opened_for.replace(opened_for.find(phases), phases.size(),
                     R"("dns": 2, "connect": 9, "send": 1)");
  const HarPass pass = read_har_text(har_file(waited + "," + opened_for));
  ASSERT_EQ(pass.exchanges.size(), 2u);
  const Timings& reused = pass.exchanges[0].time;
  const Timings& opened = pass.exchanges[1].time;
  constexpr std::int64_t kStarted = 1'767'323'045'678'000'000;  // by GNU date
  EXPECT_EQ(reused.start_ns, kStarted + 4'000'000);  // behind what it waited for
  EXPECT_EQ(reused.connect, std::nullopt);
  EXPECT_EQ(reused.total, 26.0);
  EXPECT_EQ(opened.start_ns, kStarted + (4 + 2 + 9) * 1'000'000);
  EXPECT_EQ(opened.dns, 2.0);
  EXPECT_EQ(opened.connect, 9.0);
  EXPECT_EQ(opened.total, 35.0);
  EXPECT_EQ(opened.rtt, std::nullopt);
  EXPECT_EQ(opened.server, std::nullopt);
}

TEST(ReadHar, ExchangesComeInOrderOfTheirStarts) {
  std::string late = har_entry("late");
  late.replace(late.find("05.678"), 6, "06.000");
  std::string never = har_entry("never");
  never.replace(never.find("2026-01-02T03:04:05.678Z"), 24, "yesterday");
  const HarPass pass =
      read_har_text(har_file(late + "," + never + "," + har_entry("early")));
  ASSERT_EQ(pass.exchanges.size(), 3u);
  EXPECT_EQ(pass.exchanges[0].url, "http://a.test/early");
  EXPECT_EQ(pass.exchanges[1].url, "http://a.test/late");
  EXPECT_EQ(pass.exchanges[2].url, "http://a.test/never");
  EXPECT_EQ(pass.exchanges[2].time.start_ns, std::nullopt);
  EXPECT_EQ(pass.exchanges[2].key.frame, 2u);
  EXPECT_EQ(times_found(pass, "har_start_unreadable"), 1u);
}

TEST(ReadHar, AnAnswerWithoutStatusIsNoExchangeOfItsOwn) {
  const HarPass pass = read_har_text(
      har_file(har_entry("x") + R"(, {"response": {"content": {"text": "x"}}})"));
  EXPECT_EQ(pass.exchanges.size(), 1u);
  EXPECT_EQ(times_found(pass, "har_entry_lost"), 1u);
}

TEST(ReadHar, ARefusalSaysWhatBecameOfTheFirstEntry) {
  const std::string har = har_file(har_entry("x")).substr(0, 300) + std::string(90, '\0');
  EXPECT_NE(har_refusal(har).what.find("(entry 0: its JSON is broken at offset"),
            std::string::npos);
}

// What capaudit writes has a number there, as HAR asks for, even of an unknown span.
TEST(ReadHar, AnUnknownTotalWrittenByCapauditStaysUnknown) {
  std::string entry = har_entry("x");
  const std::string wait = R"("wait": 20)";
  entry.replace(entry.find(wait), wait.size(), R"("wait": -1)");
  EXPECT_EQ(read_har_text(har_file(entry)).exchanges[0].time.total, 26.0);
  EXPECT_EQ(read_har_text(har_file(entry, "capaudit")).exchanges[0].time.total,
            std::nullopt);
}

TEST(ReadHar, OneBadEntryCostsOneEntry) {
  struct Case {
    const char* entry;
    bool lost;
  };
  for (const Case& c : {Case{R"({"request":{"method":"GET"},"a":[}})", true},
                        {R"({"startedDateTime":"x"})", true},
                        {R"("text")", true},
                        {"null", true},
                        {R"({"request":{"method":"GET"},"time":NaN})", false},
                        {R"({"request":7,"response":{"status":200}})", false}}) {
    SCOPED_TRACE(c.entry);
    const HarPass pass =
        read_har_text(har_file(har_entry("1") + "," + c.entry + "," + har_entry("2")));
    EXPECT_EQ(pass.exchanges.size(), c.lost ? 2u : 3u);
    EXPECT_EQ(times_found(pass, "har_entry_lost"), c.lost ? 1u : 0u);
    EXPECT_EQ(pass.capture.source.damaged, c.lost);
    EXPECT_EQ(pass.capture.har->lost, c.lost ? 1u : 0u);
  }
}

TEST(ReadHar, AFileThatEndsInsideGivesItsWholeEntries) {
  const std::string har = har_file(har_entry("1") + "," + har_entry("2"));
  const std::size_t first_end = har_file("").size() - 3 + har_entry("1").size();
  for (std::size_t size = first_end; size < har.size(); ++size) {
    const HarPass pass = read_har_text(har.substr(0, size));
    const std::size_t whole = size >= har.size() - 3 ? 2 : 1;
    ASSERT_EQ(pass.exchanges.size(), whole) << size;
    EXPECT_TRUE(pass.capture.source.damaged) << size;
  }
  EXPECT_EQ(har_refusal(har.substr(0, 200)).code, ErrorCode::truncated);
}

TEST(ReadHar, WhatIsNoHarIsRefusedWithAReason) {
  EXPECT_EQ(har_refusal(R"({"entries": []})").what,
            "dir/some.har: not a HAR: the JSON has no \"log\"");
  EXPECT_EQ(har_refusal(R"({"log": {"entries": 5}})").what,
            "dir/some.har: not a HAR: its log has no list of entries");
  EXPECT_EQ(har_refusal(R"({"log": {"a": 1 b}})").offset, 16u);
}

TEST(ReadHar, UnknownIsUnknown) {
  const HarPass pass = read_har_text(har_file(R"({"request":{"method":"GET",
      "url":"https://a.test/","headersSize":-1,"bodySize":-1,"httpVersion":"h2"},
      "response":{"status":200,"headersSize":-1,"bodySize":-1,
        "content":{"size":-1,"mimeType":"text/html"}},
      "time":-1,"timings":{"send":-1,"wait":-1,"receive":-1}})"));
  ASSERT_EQ(pass.exchanges.size(), 1u);
  const Exchange& exchange = pass.exchanges.front();
  EXPECT_EQ(exchange.protocol, "HTTP/2");
  for (const Half* half : {&*exchange.request, &*exchange.response}) {
    EXPECT_EQ(half->head_bytes, std::nullopt);
    EXPECT_EQ(half->framing_bytes, std::nullopt);
    EXPECT_EQ(half->encoded_bytes, std::nullopt);
    EXPECT_EQ(half->facts.content_bytes, std::nullopt);
  }
  EXPECT_EQ(exchange.time.wait, std::nullopt);
  EXPECT_EQ(exchange.time.total, std::nullopt);
  EXPECT_EQ(exchange.time.start_ns, std::nullopt);
}

}  // namespace
}  // namespace capaudit
