// SPDX-License-Identifier: Apache-2.0
// Windows, probes and limits (RFC 9293 3.8, 3.10; RFC 7323): what is no part of a stream,
// and how much may wait.
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/reassembler.h"
#include "tests/analyzer/flow/tap.h"

namespace capaudit {
namespace {

TEST(ReassemblerWindow, DataFarOutsideTheWindowIsDiscarded) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 3);
  tap.data(0, 3 + 65536 + 10, "forged", 0);
  tap.data(0, 3, "def", 0);
  tap.ack(1, 6);
  tap.fin(0, 6, 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef fin");
  EXPECT_EQ(tap.seen.discarded(), 6u);
  EXPECT_EQ(tap.reassembler.missing(0), 0u);
}

TEST(ReassemblerWindow, TheWindowScaleOfBothSynsApplies) {
  Tap tap;  // 65535 << 3: the same segment is possible now
  tap.open(std::uint8_t{3});
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 3);
  tap.data(0, 3 + 65536 + 10, "later", 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[lost 65546]later open");
  EXPECT_EQ(tap.seen.discarded(), 0u);
}

// The receiver dropped it when it came: it is not the first copy of what comes there
// later.
TEST(ReassemblerWindow, ForgedDataIsNotKeptWhenTheStreamGetsThere) {
  Tap tap;
  tap.window = 10;
  tap.open();
  tap.data(0, 12, "FORGED", 0);
  for (std::int64_t at = 0; at < 30; at += 5) {
    tap.data(0, at, "01234", 0);
    tap.ack(1, at + 5);
  }
  tap.finish();
  EXPECT_EQ(tap.text(0), "012340123401234012340123401234 open");
  EXPECT_EQ(tap.seen.discarded(), 6u);
  EXPECT_EQ(tap.seen.conflicts().size(), 1u);
  EXPECT_EQ(tap.context.held_bytes, 0u);
}

// After a loss larger than the window the stream goes on beyond it: an ACK vouches.
TEST(ReassemblerWindow, DataBehindALargeLossCountsOnceItIsAcknowledged) {
  Tap tap;
  tap.window = 10;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 3);
  tap.data(0, 500, "def", 0);
  tap.data(0, 503, "ghi", 0);
  tap.data(0, 506, "never acknowledged", 0);
  tap.ack(1, 506);
  tap.fin(0, 506, 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[lost 497]defghi fin");
  EXPECT_EQ(tap.seen.discarded(), 18u);
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(ReassemblerWindow, AFinBehindALargeLossCountsOnceItIsAcknowledged) {
  Tap tap;
  tap.window = 10;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 3);
  tap.fin(0, 500, 0);
  tap.ack(1, 501);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[lost 497] fin");
}

TEST(ReassemblerWindow, StraysAreFewAndPaidFor) {
  Tap tap;
  tap.window = 10;
  tap.open();
  const std::string forged(1000, 'x');
  std::uint64_t outside = 0;
  for (std::int64_t i = 0; i < 100; ++i) {
    outside += tap.data(0, 100 + i * 1000, forged, 0).outside;
  }
  EXPECT_GE(tap.context.held_bytes, 100'000u - outside);
  EXPECT_LE(tap.context.held_bytes, 100'000u);
  EXPECT_GT(outside, 0u);
  tap.finish();
  EXPECT_EQ(tap.seen.discarded() + outside, 100'000u);
  EXPECT_EQ(tap.text(0), " open");
}

TEST(ReassemblerWindow, WhereTheReceiverWasNotCapturedNothingIsOutside) {
  Tap tap;
  tap.syn(0);
  tap.data(0, 0, "abc");
  tap.data(0, 1'000'000, "later");
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[lost 999997]later open");
}

TEST(ReassemblerWindow, FurtherThanAnyWindowIsOutsideAtOnce) {
  Tap tap;  // RFC 7323 2.3: a window is at most 2^30
  tap.open();
  tap.data(0, 0, "abc");
  EXPECT_EQ(tap.data(0, 0x40000000 + 4, "x").outside, 1u);
  EXPECT_EQ(tap.data(0, 0x7fffffff, "x").outside, 1u);
  EXPECT_EQ(tap.data(0, -0x40000000, "x").outside, 1u);
  tap.data(0, 3, "def");
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef open");
}

TEST(ReassemblerWindow, ForgedSegmentsOneBehindTheOtherDoNotCarryTheStreamAway) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 3);
  for (std::int64_t step = 1; step <= 6; ++step) {
    tap.data(0, step * 0x3fff0000, "forged", 0);
  }
  tap.data(0, 3, "def", 0);
  tap.ack(1, 6);
  tap.fin(0, 6, 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef fin");
  EXPECT_EQ(tap.reassembler.missing(0), 0u);
}

TEST(ReassemblerWindow, AnAckOfWhatCannotHaveBeenSentIsNoEvidence) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.ack(1, 0x40000000 + 100);
  tap.ack(1, 0x7fffffff);
  tap.ack(1, -0x40000000 - 100);
  tap.data(1, 0, "answer", 0x7fffff00);
  EXPECT_EQ(tap.seen.order(), ">abc<answer") << "waits for nothing";
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc open");
}

// --- probes (RFC 9293 3.8.4, 3.8.6.1) ---

TEST(ReassemblerProbe, AKeepAliveIsNotTheFirstByteOfAStreamThatWasOpenBefore) {
  Tap tap;
  tap.data(0, 9, std::string_view("\0", 1), 20);
  tap.ack(1, 10);
  tap.data(0, 10, "abc", 20);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc open");
  EXPECT_EQ(tap.reassembler.missing(0), 0u);
  Tap other;
  other.data(0, 9, "x", 20);
  other.data(0, 10, "abc", 20);
  other.finish();
  EXPECT_EQ(other.text(0), "xabc open");
}

TEST(ReassemblerProbe, AKeepAliveIsNoNewDataAndNoConflict) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.data(0, 2, {}, 0);
  tap.data(0, 2, std::string_view("\0", 1), 0);
  tap.data(1, -1, std::string_view("\0", 1), 3);
  tap.data(0, 3, "def", 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef open");
  EXPECT_EQ(tap.text(1), " open");
  EXPECT_TRUE(tap.seen.conflicts().empty());
  EXPECT_EQ(tap.seen.faults(), "");
}

// Who has not heard that the byte arrived sends it again, and it is the true one.
TEST(ReassemblerProbe, OnlyAByteThatWasAcknowledgedIsAProbes) {
  for (const bool acknowledged : {false, true}) {
    SCOPED_TRACE(acknowledged);
    Tap tap;
    tap.open();
    tap.data(0, 0, "abc", 0);
    if (acknowledged) {
      tap.ack(1, 3);
    }
    tap.data(0, 2, "c", 0);
    tap.finish();
    EXPECT_EQ(tap.text(0), "abc open");
    EXPECT_EQ(tap.seen.repeats(0).size(), acknowledged ? 0u : 1u);
  }
}

TEST(ReassemblerProbe, AZeroWindowProbeBringsItsByteOnce) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.window = 0;
  tap.ack(1, 3);
  tap.data(0, 3, "d", 0);
  tap.ack(1, 3);
  tap.data(0, 3, "d", 0);
  tap.window = 1000;
  tap.ack(1, 3);
  tap.data(0, 3, "def", 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef open");
  EXPECT_EQ(tap.seen.repeats(0).size(), 2u);
  EXPECT_TRUE(tap.seen.conflicts().empty());
}

// --- limits ---

TEST(ReassemblerLimit, AHoleIsGivenUpWhenTooMuchWaitsBehindIt) {
  Tap tap;
  tap.context.max_held_bytes = 10'000;
  tap.open(std::uint8_t{7});
  tap.data(0, 0, "abc", 0);
  const std::string piece(1000, 'x');
  std::uint64_t most = 0;
  for (std::int64_t i = 0; i < 100; ++i) {
    tap.data(0, 10 + i * 1000, piece, 0);
    most = std::max(most, tap.context.held_bytes);
  }
  EXPECT_LE(most, 10'000u);
  EXPECT_EQ(tap.text(0).substr(0, 11), "abc[lost 7]");
  EXPECT_EQ(tap.seen.delivered(0), 100'003u);
  tap.finish();
  EXPECT_EQ(tap.context.held_bytes, 0u);
}

TEST(ReassemblerLimit, AResponseDoesNotWaitForeverForItsRequest) {
  Tap tap;
  tap.context.max_held_bytes = 10'000;
  tap.open();
  const std::string piece(1000, 'x');
  for (std::int64_t i = 0; i < 20; ++i) {
    tap.data(1, i * 1000, piece, 50);
  }
  EXPECT_EQ(tap.text(0), "[lost 50]");
  EXPECT_EQ(tap.seen.delivered(1), 20'000u);
}

TEST(ReassemblerLimit, WhatIsGivenUpForRoomIsToldFromWhatIsLost) {
  const std::string piece(1000, 'x');
  for (const std::int64_t pieces : {5, 20}) {
    SCOPED_TRACE(pieces);
    Tap tap;
    tap.context.max_held_bytes = 10'000;
    tap.open();
    for (std::int64_t i = 0; i < pieces; ++i) {
      tap.data(0, 50 + i * 1000, piece, 0);
    }
    tap.finish();
    EXPECT_EQ(tap.reassembler.missing(0), 50u);
    EXPECT_EQ(tap.reassembler.given_up_for_room(), pieces == 20 ? 50u : 0u);
  }
}

TEST(ReassemblerLimit, AStreamWithoutSynStartsWhenEnoughWaits) {
  Tap tap;
  tap.context.max_held_bytes = 10'000;
  const std::string piece(1000, 'x');
  for (std::int64_t i = 0; i < 20; ++i) {
    tap.data(1, i * 1000, piece, 50);
  }
  EXPECT_EQ(tap.seen.delivered(1), 20'000u);
  EXPECT_EQ(tap.seen.missing(1), 0u);
}

// Tiny pieces cost more than their bytes.
TEST(ReassemblerLimit, TinyPiecesAreCountedWithWhatTheyCost) {
  Tap tap;
  tap.context.max_held_bytes = 100'000;
  tap.open();
  for (std::int64_t i = 0; i < 10'000; ++i) {
    tap.data(0, 1 + 2 * i, "x", 0);
    ASSERT_LE(tap.context.held_bytes, 100'000u);
  }
  EXPECT_GT(tap.seen.delivered(0), 9'000u);
}

TEST(ReassemblerLimit, AllConnectionsTogetherKeepToTheTotal) {
  ReassemblyContext context;
  context.max_total_bytes = 300'000;
  std::deque<StreamRecorder> seen(100);
  std::vector<std::unique_ptr<Reassembler>> connections;
  const std::string piece(20'000, 'x');
  Segment segment;
  segment.payload = as_bytes(piece);
  segment.payload_bytes = piece.size();
  for (StreamRecorder& recorder : seen) {
    ++segment.frame.number;
    connections.push_back(std::make_unique<Reassembler>(context, recorder));
    connections.back()->add(0, segment, 1000);
    EXPECT_LE(context.held_bytes, 300'000u);
  }
  EXPECT_EQ(seen.front().delivered(0), piece.size()) << "who has held longest goes first";
  EXPECT_EQ(seen.back().delivered(0), 0u);
  connections.clear();
  EXPECT_EQ(context.held_bytes, 0u);
}

}  // namespace
}  // namespace capaudit
