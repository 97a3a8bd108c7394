// SPDX-License-Identifier: Apache-2.0
// The formulas of docs/METRICS.md on exchanges with known clock readings.
#include "analyzer/http/exchange_times.h"

#include <optional>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

Half half(std::int64_t first_ms, std::int64_t last_ms, bool whole = true) {
  Half out;
  out.first_ns = first_ms * kMs;
  out.last_ns = last_ms * kMs;
  out.whole = whole;
  return out;
}

Handshake handshake(std::int64_t syn_ms, std::int64_t syn_ack_ms, std::int64_t ack_ms) {
  Handshake out;
  out.syn_ns = syn_ms * kMs;
  out.syn_ack_ns = syn_ack_ms * kMs;
  out.ack_ns = ack_ms * kMs;
  return out;
}

Exchange exchange() {
  Exchange out;
  out.request = half(100, 110);
  out.response = half(150, 180);
  return out;
}

bool has_clock_step(const Exchange& exchange) {
  for (const std::string_view code : exchange.findings) {
    if (code == "clock_step") {
      return true;
    }
  }
  return false;
}

TEST(ExchangeTimes, FollowTheirFormulas) {
  Exchange e = exchange();
  fill_times(e, handshake(40, 65, 70), true);
  EXPECT_EQ(e.time.start_ns, 100 * kMs);
  EXPECT_EQ(e.time.connect, 30.0);  // s3 - s1
  EXPECT_EQ(e.time.rtt, 30.0);
  EXPECT_EQ(e.time.send, 10.0);     // q1 - q0
  EXPECT_EQ(e.time.wait, 40.0);     // r0 - q1
  EXPECT_EQ(e.time.server, 15.0);   // wait - (s2 - s1)
  EXPECT_EQ(e.time.receive, 30.0);  // r1 - r0
  EXPECT_EQ(e.time.total, 110.0);   // r1 - q0 + connect
  EXPECT_FALSE(has_clock_step(e));
}

TEST(ExchangeTimes, OnlyTheFirstOfAConnectionConnects) {
  Exchange e = exchange();
  fill_times(e, handshake(40, 65, 70), false);
  EXPECT_EQ(e.time.connect, std::nullopt);
  EXPECT_EQ(e.time.rtt, 30.0);
  EXPECT_EQ(e.time.total, 80.0);
}

TEST(ExchangeTimes, WithoutAHandshakeNobodyKnowsTheServersShare) {
  Exchange e = exchange();
  fill_times(e, {}, true);
  EXPECT_EQ(e.time.connect, std::nullopt);
  EXPECT_EQ(e.time.rtt, std::nullopt);
  EXPECT_EQ(e.time.server, std::nullopt);
  EXPECT_EQ(e.time.wait, 40.0);
  EXPECT_EQ(e.time.total, 80.0);
}

TEST(ExchangeTimes, APacketOfTheHandshakeSentAgainLeavesTheServersShareUnknown) {
  Exchange e = exchange();
  Handshake times = handshake(40, 65, 70);
  times.resent = true;
  fill_times(e, times, true);
  EXPECT_EQ(e.time.connect, 30.0) << "the client did wait for it";
  EXPECT_EQ(e.time.rtt, std::nullopt);
  EXPECT_EQ(e.time.server, std::nullopt);
  EXPECT_EQ(e.time.total, 110.0);
  EXPECT_FALSE(has_clock_step(e));
}

TEST(ExchangeTimes, AClockThatStepsBackInTheHandshakeLeavesTheServersShareUnknown) {
  Exchange e = exchange();
  fill_times(e, handshake(60, 55, 70), false);
  EXPECT_EQ(e.time.rtt, std::nullopt);
  EXPECT_EQ(e.time.server, std::nullopt);
  EXPECT_EQ(e.time.wait, 40.0);
  EXPECT_TRUE(has_clock_step(e));
}

// RFC 7413: q0 = s1, so the request does not wait for its connection.
TEST(ExchangeTimes, ARequestInTheSynCountsItsConnectionOnce) {
  Exchange e = exchange();
  fill_times(e, handshake(100, 125, 130), true);
  EXPECT_EQ(e.time.connect, 30.0);
  EXPECT_EQ(e.time.total, 80.0);  // r1 - q0
}

TEST(ExchangeTimes, AWaitShorterThanTheNetworksShareIsNoNegativeServerTime) {
  Exchange e = exchange();
  fill_times(e, handshake(0, 60, 70), false);
  EXPECT_EQ(e.time.server, 0.0);
}

TEST(ExchangeTimes, AnAnswerBeforeTheRequestsEndWasNotWaitedFor) {
  Exchange e = exchange();
  e.response = half(105, 180);
  e.findings.push_back(kEarlyResponse);
  fill_times(e, handshake(40, 65, 70), false);
  EXPECT_EQ(e.time.wait, 0.0);
  EXPECT_EQ(e.time.server, 0.0);
  EXPECT_FALSE(has_clock_step(e));
}

TEST(ExchangeTimes, AClockThatStepsBackGivesZeroAndAFinding) {
  Exchange e = exchange();
  e.response = half(90, 95);
  fill_times(e, {}, false);
  EXPECT_EQ(e.time.wait, 0.0);
  EXPECT_EQ(e.time.receive, 5.0);
  EXPECT_EQ(e.time.total, 0.0);
  EXPECT_TRUE(has_clock_step(e));
}

TEST(ExchangeTimes, AMessageInPartHasNoEnd) {
  Exchange e = exchange();
  e.request->whole = false;
  fill_times(e, {}, false);
  EXPECT_EQ(e.time.send, std::nullopt);
  EXPECT_EQ(e.time.wait, std::nullopt);
  EXPECT_EQ(e.time.receive, 30.0);
  EXPECT_EQ(e.time.total, 80.0);

  e = exchange();
  e.response->whole = false;
  fill_times(e, {}, false);
  EXPECT_EQ(e.time.wait, 40.0);
  EXPECT_EQ(e.time.receive, std::nullopt);
  EXPECT_EQ(e.time.total, std::nullopt);
}

TEST(ExchangeTimes, AnAnswerAloneStartsAtItself) {
  Exchange e = exchange();
  e.request.reset();
  fill_times(e, handshake(40, 65, 70), false);
  EXPECT_EQ(e.time.start_ns, 150 * kMs);
  EXPECT_EQ(e.time.receive, 30.0);
  EXPECT_EQ(e.time.wait, std::nullopt);
  EXPECT_EQ(e.time.total, std::nullopt);
}

TEST(ExchangeTimes, PacketsWithoutTimeGiveNone) {
  Exchange e = exchange();
  e.request->first_ns = e.request->last_ns = std::nullopt;
  fill_times(e, {}, false);
  EXPECT_EQ(e.time.start_ns, std::nullopt);
  EXPECT_EQ(e.time.send, std::nullopt);
  EXPECT_EQ(e.time.wait, std::nullopt);
  EXPECT_EQ(e.time.receive, 30.0);
}

}  // namespace
}  // namespace capaudit
