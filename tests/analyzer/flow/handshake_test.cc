// SPDX-License-Identifier: Apache-2.0
// Which segments open a connection, and what their times prove (RFC 9293 3.5; RFC 7413
// for data in a SYN; RFC 6298 3: a time that holds a retransmission is no round trip).
#include "analyzer/flow/handshake.h"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr StreamSide kClient = 0, kServer = 1;

struct Step {
  StreamSide side;
  std::int64_t ms;
  std::uint8_t flags;
  std::uint32_t sequence, acknowledgment;
  std::uint64_t payload = 0;
};

Handshake seen(const std::vector<Step>& steps) {
  Handshake out;
  for (const Step& step : steps) {
    Segment segment;
    segment.frame.time_ns = step.ms * kMs;
    segment.flags = step.flags;
    segment.sequence = step.sequence;
    segment.acknowledgment = step.acknowledgment;
    segment.payload_bytes = step.payload;
    out.see(step.side, segment);
  }
  return out;
}

Step syn(std::int64_t ms, std::uint64_t payload = 0) {
  return {kClient, ms, kTcpSyn, 1000, 0, payload};
}
Step syn_ack(std::int64_t ms, std::uint32_t acknowledgment = 1001) {
  return {kServer, ms, kTcpSyn | kTcpAck, 5000, acknowledgment};
}
Step ack(std::int64_t ms, std::uint32_t sequence = 1001,
         std::uint32_t acknowledgment = 5001) {
  return {kClient, ms, kTcpAck, sequence, acknowledgment};
}

TEST(Handshake, TellsTheNetworksShareAndTheRoundTrip) {
  const Handshake times = seen({syn(10), syn_ack(30), ack(35)});
  EXPECT_EQ(times.network_ns(), 20 * kMs);
  EXPECT_EQ(times.round_trip_ns(), 25 * kMs);
  EXPECT_FALSE(times.steps_back());
}

// RFC 9293 3.5, figure 7: no segment answers the one before it.
TEST(Handshake, OfASimultaneousOpenNothingIsARoundTrip) {
  const Step their_syn{kServer, 5, kTcpSyn, 5000, 0};
  const Step our_syn_ack{kClient, 20, kTcpSyn | kTcpAck, 1000, 5001};
  const std::vector<std::vector<Step>> opens = {
      {syn(0), their_syn, our_syn_ack, syn_ack(25), ack(30)},
      {syn(0), our_syn_ack, syn_ack(25), ack(30)},  // their SYN was not captured
      {their_syn, our_syn_ack, syn_ack(25), ack(30)},
      {our_syn_ack, syn_ack(25), ack(30)},
  };
  for (const std::vector<Step>& steps : opens) {
    SCOPED_TRACE(&steps - opens.data());
    const Handshake times = seen(steps);
    EXPECT_EQ(times.network_ns(), std::nullopt);
    EXPECT_EQ(times.round_trip_ns(), std::nullopt);
  }
  EXPECT_TRUE(seen(opens[0]).crossed);
  EXPECT_TRUE(seen(opens[1]).crossed);
}

TEST(Handshake, WithAPacketSentAgainItIsNoRoundTrip) {
  struct Case {
    const char* name;
    std::vector<Step> steps;
  };
  const Case cases[] = {
      {"SYN", {syn(0), syn(1000), syn_ack(1020), ack(1025)}},
      {"SYN-ACK", {syn(0), syn_ack(20), syn_ack(1020), ack(1025)}},
      {"both", {syn(0), syn_ack(20), syn(1000), syn_ack(1020), ack(1025)}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Handshake times = seen(c.steps);
    EXPECT_EQ(times.syn_ns, 0) << "the client waited from there on";
    EXPECT_EQ(times.ack_ns, 1025 * kMs);
    EXPECT_EQ(times.network_ns(), std::nullopt);
    EXPECT_EQ(times.round_trip_ns(), std::nullopt);
  }
}

TEST(Handshake, CopiesInTheCaptureAreNotSentAgain) {
  const Handshake times =
      seen({syn(0), syn(1), syn_ack(20), syn_ack(21), ack(25), ack(26)});
  EXPECT_EQ(times.network_ns(), 20 * kMs);
  EXPECT_EQ(times.round_trip_ns(), 25 * kMs);
}

TEST(Handshake, ASynAckSentAgainBehindItsEndChangesNothing) {
  // The ACK was lost behind the capture point.
  const Handshake times = seen({syn(0), syn_ack(20), ack(25), syn_ack(1020), ack(1025)});
  EXPECT_EQ(times.network_ns(), 20 * kMs);
  EXPECT_EQ(times.round_trip_ns(), 25 * kMs);
}

TEST(Handshake, AnAckThatWasNotCapturedIsNotReplacedByALaterSegment) {
  const Step later = {kClient, 9000, kTcpAck, 1101, 5001, 80};
  EXPECT_EQ(seen({syn(0), syn_ack(20), later}).ack_ns, std::nullopt);
  EXPECT_EQ(seen({syn(0), syn_ack(20), later, ack(9500)}).ack_ns, std::nullopt)
      << "sent again: it stands behind a hole";
  EXPECT_EQ(seen({syn(0), syn_ack(20), later, ack(25)}).ack_ns, 25 * kMs)
      << "the file has them in another order";
}

TEST(Handshake, DataInTheSynCountsIfItWasTaken) {
  EXPECT_EQ(seen({syn(0, 40), syn_ack(20, 1041), ack(25, 1041)}).ack_ns, 25 * kMs);
  EXPECT_EQ(seen({syn(0, 40), syn_ack(20, 1001), ack(25, 1001)}).ack_ns, 25 * kMs)
      << "refused, and sent again";
  EXPECT_EQ(seen({syn(0, 40), syn_ack(20, 1001), ack(25, 1041)}).ack_ns, 25 * kMs)
      << "refused, and not sent again yet";
}

TEST(Handshake, TheAnswerMayStandBeforeTheSynAckInTheFile) {
  const Handshake times = seen({syn(0), ack(25), ack(30), syn_ack(20), ack(40)});
  EXPECT_EQ(times.ack_ns, 25 * kMs);
  EXPECT_EQ(times.network_ns(), 20 * kMs);
  EXPECT_EQ(seen({syn(0), ack(10), syn_ack(20), ack(40)}).ack_ns, 40 * kMs)
      << "what was sent before the SYN-ACK does not answer it";
  EXPECT_EQ(seen({syn_ack(20), syn(0), ack(25)}).round_trip_ns(), 25 * kMs)
      << "the server's side first";
}

TEST(Handshake, AClockThatStepsBackInsideLeavesItUnknown) {
  const std::vector<Step> cases[] = {
      {syn(100), syn_ack(90), ack(110)},
      {syn(100), syn_ack(120), ack(110)},
      {syn(100), syn_ack(120), ack(50)},
  };
  for (const std::vector<Step>& steps : cases) {
    const Handshake times = seen(steps);
    EXPECT_TRUE(times.steps_back());
    EXPECT_EQ(times.network_ns(), std::nullopt);
    EXPECT_EQ(times.round_trip_ns(), std::nullopt);
  }
}

TEST(Handshake, TwoSynsAreASimultaneousOpen) {
  const Handshake times = seen({syn(0), {kServer, 1, kTcpSyn, 5000, 0}});
  EXPECT_TRUE(times.crossed);
  EXPECT_FALSE(seen({syn(0), syn_ack(20), ack(25)}).crossed);
}

}  // namespace
}  // namespace capaudit
