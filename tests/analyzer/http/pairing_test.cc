// SPDX-License-Identifier: Apache-2.0
// Who answers whom (RFC 9112 9.3.2), and what is left open where bytes are missing.
#include "analyzer/http/pairing.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/http/line.h"

namespace capaudit {
namespace {

TEST(Pairing, AnswersArePairedInOrder) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kOk, 2 * kAsk);
  line.answer(kAnswer, kOk, 2 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, GET 200 complete");
}

TEST(Pairing, ALostRequestLeavesItsAnswerAlone) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kOk, kAsk);
  line.answer(kAnswer, kOk, 2 * kAsk);  // the second request was not captured
  line.ask(2 * kAsk, kGet, 2 * kAnswer);
  line.answer(2 * kAnswer, kOk, 3 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, - 200 response_only, GET 200 complete");
}

TEST(Pairing, ALostAnswerIsTheGapOfItsRequest) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, kAnswer);  // the first answer was not captured
  line.answer(kAnswer, kOk, 2 * kAsk);
  EXPECT_EQ(line.told(), "GET - gap, GET 200 complete");
}

// Two requests under way at a time: each new one is sent when an answer has come whole,
// so its ACK points at the beginning of an answer that is not its own.
TEST(Pairing, AfterALossPipelinedRequestsAreNotPairedByTheirAcks) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  // The first answer was lost.
  line.ask(2 * kAsk, kGet, kAnswer);
  line.answer(kAnswer, kOk, 3 * kAsk);  // answers the second
  for (const Exchange& exchange : line.finish()) {
    EXPECT_FALSE(exchange.request && exchange.response)
        << "nothing proves whose answer it is";
  }
}

TEST(Pairing, AHoleInsideAnAnswerIsNotTheNextOnes) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kOk.substr(0, 39), 2 * kAsk);
  line.answer(40, kOk.substr(40), 2 * kAsk);
  line.ask(2 * kAsk, {}, kAnswer);
  EXPECT_EQ(line.told(), "GET 200 gap, GET - unanswered");
}

// A request and the answer before it are lost. What comes next may answer that request or
// the one that was captured: a hole of unknown content proves neither, nor that there was
// no answer.
TEST(Pairing, AnAnswerThatMayBeTheRequestsOwnLeavesItOpen) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kOk, kAsk);
  // The second request and its answer were not captured.
  line.ask(2 * kAsk, kGet, 2 * kAnswer);
  line.answer(2 * kAnswer, kOk, 3 * kAsk);
  const Exchanges all = line.finish();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].state, State::unanswered);
  EXPECT_TRUE(may_be_answered(all[1]));
  EXPECT_EQ(all[2].state, State::response_only);
}

TEST(Pairing, AnAnswerThatStandsAloneIsNotMissing) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kOk, kAsk);
  line.ask(2 * kAsk, kGet, kAnswer);  // the one before was not captured
  line.answer(kAnswer, kOk, 3 * kAsk);
  line.ask(3 * kAsk, kGet, 2 * kAnswer);
  line.answer(2 * kAnswer, kOk, 4 * kAsk);
  const Exchanges all = line.finish();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[1].state, State::unanswered);  // no byte of an answer lies in a hole
  EXPECT_TRUE(may_be_answered(all[1]));
  EXPECT_EQ(all[2].state, State::response_only);
  EXPECT_EQ(all[3].state, State::complete);
}

TEST(Pairing, AnAnswerToWhatWasAskedBeforeLeavesNothingOpen) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kOk, kAsk);
  line.answer(kAnswer, kOk, 2 * kAsk);  // the second request was not captured
  line.ask(2 * kAsk, kGet, 2 * kAnswer);
  const Exchanges all = line.finish();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].state, State::unanswered);
  EXPECT_FALSE(may_be_answered(all[2]));
}

// Made to cost as much as all that came before, each: must not.
TEST(Pairing, ManyOpenRequestsAndRepeatsStayCheap) {
  Line line;
  constexpr std::int64_t kMany = 20'000;
  for (std::int64_t i = 0; i < kMany; ++i) {
    line.ask(i * kAsk, kGet, 0);
  }
  for (std::int64_t i = 0; i < kMany; ++i) {
    line.ask(i % 7 * kAsk, "G", 0);
  }
  EXPECT_EQ(line.finish().size(), static_cast<std::size_t>(kMany));
}

// Two requests under way at a time, and the capture begins behind the first: what comes
// next answers that one, for the server had not received the other.
TEST(Pairing, AnAnswerWhoseSenderHadNotReceivedTheRequestIsNotItsAnswer) {
  Line line(false);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kOk, kAsk);
  line.ask(2 * kAsk, kGet, kAnswer);
  line.answer(kAnswer, kOk, 2 * kAsk);
  line.answer(2 * kAnswer, kOk, 3 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, - 200 response_only, GET 200 complete");
}

TEST(Pairing, ACaptureThatBeginsBetweenExchangesLosesNone) {
  Line line(false);
  line.ask(kAsk, kGet, kAnswer);
  line.answer(kAnswer, kOk, 2 * kAsk);
  line.ask(2 * kAsk, kGet, 2 * kAnswer);
  line.answer(2 * kAnswer, kOk, 3 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, GET 200 complete");
}

// More holes than are kept at a time: each request is told of its own.
TEST(Pairing, ManyHolesAreRememberedForThoseWhoseAnswersTheyHide) {
  Line line;
  constexpr std::int64_t kMany = 6000;
  for (std::int64_t i = 0; i < kMany; ++i) {
    line.ask(i * kAsk, kGet, i * kAnswer);
    line.answer((i + 1) * kAnswer, {}, (i + 1) * kAsk);  // all that was captured of it
  }
  line.ask(kMany * kAsk, {}, kMany * kAnswer);
  std::uint64_t gaps = 0;
  for (const Exchange& exchange : line.finish()) {
    gaps += exchange.state == State::gap ? 1u : 0u;
  }
  EXPECT_EQ(gaps, static_cast<std::uint64_t>(kMany));
}

}  // namespace
}  // namespace capaudit
