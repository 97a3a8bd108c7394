// SPDX-License-Identifier: Apache-2.0
// Order, overlap, causality and holes (RFC 9293 3.4, 3.10; the policy in reassembler.h).
#include "analyzer/flow/reassembler.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/analyzer/flow/tap.h"

namespace capaudit {
namespace {

using Repeats = std::vector<StreamRecorder::Repeat>;
using Frames = std::vector<std::uint64_t>;

TEST(Reassembler, DeliversEachSegmentAsItComes) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  EXPECT_EQ(tap.seen.order(), ">ask");
  tap.data(1, 0, "ans", 3);
  tap.data(1, 3, "wer", 3);
  EXPECT_EQ(tap.seen.order(), ">ask<answer");
  tap.data(0, 3, "more", 6);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">ask<answer>more open< open");
  EXPECT_EQ(tap.seen.faults(), "");
  EXPECT_EQ(tap.reassembler.length(0), 7u);
  EXPECT_EQ(tap.reassembler.length(1), 6u);
  EXPECT_EQ(tap.reassembler.missing(0) + tap.reassembler.missing(1), 0u);
}

// Sequence numbers are compared modulo 2^32 (RFC 9293 3.4).
TEST(Reassembler, SequenceNumbersWrap) {
  for (const std::uint32_t isn :
       {0u, 0xffffffffu, 0xfffffffeu, 0xffffff00u, 0x7fffffffu, 0x80000000u}) {
    SCOPED_TRACE(isn);
    Tap tap(isn, isn + 7);
    tap.open();
    std::string expected;
    for (std::int64_t i = 0; i < 10; ++i) {
      const std::string piece(100, static_cast<char>('a' + i));
      expected += piece;
      // The second of each pair first.
      const std::int64_t at = i ^ 1;
      tap.data(0, at * 100, std::string(100, static_cast<char>('a' + at)), 0);
      tap.data(1, at * 100, std::string(100, static_cast<char>('a' + at)));
    }
    tap.fin(0, 1000, 1000);
    tap.fin(1, 1000, 1001);
    tap.finish();
    EXPECT_EQ(tap.text(0), expected + " fin");
    EXPECT_EQ(tap.text(1), expected + " fin");
    EXPECT_EQ(tap.seen.faults(), "");
    EXPECT_EQ(tap.seen.pieces(0)[0].frame, 6u);
  }
}

TEST(Reassembler, PutsSegmentsInOrder) {
  Tap tap;
  tap.open();
  tap.data(0, 6, "ghi");
  tap.data(0, 3, "def");
  EXPECT_EQ(tap.text(0), "");
  tap.data(0, 0, "abc");
  EXPECT_EQ(tap.text(0), "abcdefghi");
  ASSERT_EQ(tap.seen.pieces(0).size(), 3u);
  EXPECT_EQ(tap.seen.pieces(0)[0].frame, 6u);
  EXPECT_EQ(tap.seen.pieces(0)[1].frame, 5u);
  EXPECT_EQ(tap.seen.pieces(0)[2].frame, 4u);
}

TEST(Reassembler, TheFirstCapturedCopyOfAByteWins) {
  struct Step {
    std::int64_t offset;
    const char* bytes;
  };
  struct Case {
    const char* name;
    std::vector<Step> steps;  ///< byte 0 comes last, so that all but it are held
    const char* expected;
    std::uint64_t repeated;
  };
  const Case cases[] = {
      {"the same again", {{1, "abc"}, {1, "XYZ"}}, "-abc", 3},
      {"overlaps the end", {{1, "abc"}, {2, "XYd"}}, "-abcd", 2},
      {"overlaps the beginning", {{3, "cd"}, {1, "abX"}}, "-abcd", 1},
      {"encloses", {{3, "cd"}, {1, "abXYef"}}, "-abcdef", 2},
      {"is enclosed", {{1, "abcd"}, {2, "XY"}}, "-abcd", 2},
      {"encloses two", {{2, "b"}, {4, "d"}, {1, "aXcYe"}}, "-abcde", 2},
      {"bridges two", {{1, "ab"}, {4, "de"}, {2, "XcY"}}, "-abcde", 2},
      {"touches only", {{3, "cd"}, {1, "ab"}, {5, "ef"}}, "-abcdef", 0},
      {"from the middle of one to the middle of the next",
       {{1, "ab"}, {3, "cd"}, {2, "XY"}},
       "-abcd",
       2},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Tap tap;
    tap.open();
    std::uint64_t repeated = 0;
    for (const Step& step : c.steps) {
      repeated += tap.data(0, step.offset, step.bytes).repeat;
    }
    tap.data(0, 0, "-");
    EXPECT_EQ(tap.text(0), c.expected);
    EXPECT_EQ(repeated, c.repeated);
    std::uint64_t told = 0;
    for (const StreamRecorder::Repeat& repeat : tap.seen.repeats(0)) {
      told += repeat.length;
    }
    EXPECT_EQ(told, c.repeated);
    EXPECT_EQ(tap.seen.conflicts().empty(), c.repeated == 0) << "the copies differ";
    EXPECT_EQ(tap.seen.faults(), "");
  }
}

TEST(Reassembler, DeliveredBytesAreNotReplaced) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abcdef");
  EXPECT_EQ(tap.data(0, 0, "abcdef").repeat, 6u);
  EXPECT_EQ(tap.data(0, 4, "efgh").repeat, 2u);
  EXPECT_EQ(tap.seen.repeats(0), (Repeats{{0, 6}, {4, 2}}));
  EXPECT_TRUE(tap.seen.conflicts().empty());
  EXPECT_EQ(tap.data(0, 0, "abXdefghi").repeat, 8u);
  EXPECT_EQ(tap.seen.conflicts(), Frames{7});
  EXPECT_EQ(tap.text(0), "abcdefghi");
}

TEST(Reassembler, ACopyOfHeldBytesThatDiffersIsAConflict) {
  Tap tap;
  tap.open();
  tap.data(0, 3, "def");
  tap.data(0, 3, "def");
  tap.data(0, 4, "Xf");
  tap.data(0, 0, "abc");
  EXPECT_EQ(tap.text(0), "abcdef");
  EXPECT_EQ(tap.seen.conflicts(), Frames{6});
  EXPECT_EQ(tap.seen.repeats(0), (Repeats{{3, 3}, {4, 2}}));
}

// A frame may bring two stretches, where an earlier copy lies between them.
TEST(Reassembler, PiecesOfOneSegmentKnowEachOther) {
  Tap tap;
  tap.open();
  tap.data(0, 3, "de");
  tap.data(0, 1, "bcXXfg");
  tap.data(0, 0, "a");
  const auto& pieces = tap.seen.pieces(0);
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_EQ(pieces[0].bytes, "a");
  EXPECT_EQ(pieces[1].bytes, "bc");
  EXPECT_TRUE(pieces[1].starts_segment);
  EXPECT_EQ(pieces[1].previous_piece_end, 0u);
  EXPECT_EQ(pieces[2].bytes, "de");
  EXPECT_TRUE(pieces[2].starts_segment);
  EXPECT_EQ(pieces[3].bytes, "fg");
  EXPECT_EQ(pieces[3].frame, pieces[1].frame);
  EXPECT_FALSE(pieces[3].starts_segment);
  EXPECT_EQ(pieces[3].previous_piece_end, 3u);
}

TEST(Reassembler, TheNewPartBehindARepeatStartsNoSegment) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc");
  tap.data(0, 0, "abcdef");
  tap.data(0, 7, "h");
  tap.data(0, 6, "gXi");
  ASSERT_EQ(tap.text(0), "abcdefghi");
  const auto& pieces = tap.seen.pieces(0);
  ASSERT_EQ(pieces.size(), 5u);
  EXPECT_FALSE(pieces[1].starts_segment) << "def";
  EXPECT_TRUE(pieces[2].starts_segment) << "g";
  EXPECT_TRUE(pieces[3].starts_segment) << "h";
  EXPECT_FALSE(pieces[4].starts_segment) << "i";
}

// --- causal order ---

TEST(Reassembler, AResponseCapturedBeforeItsRequestWaitsForIt) {
  Tap tap;
  tap.open();
  tap.data(1, 0, "answer", 3);
  EXPECT_EQ(tap.seen.order(), "");
  tap.data(0, 0, "ask", 0);
  EXPECT_EQ(tap.seen.order(), ">ask<answer");
  EXPECT_EQ(tap.seen.pieces(1)[0].peer_offset, 3u);
  EXPECT_EQ(tap.seen.pieces(0)[0].peer_offset, 0u);
}

TEST(Reassembler, AChainOfAnswersCapturedBackwardsIsToldForwards) {
  Tap tap;
  tap.open();
  tap.data(1, 2, "B2", 4);
  tap.data(0, 2, "A2", 2);
  tap.data(1, 0, "B1", 2);
  EXPECT_EQ(tap.seen.order(), "");
  tap.data(0, 0, "A1", 0);
  EXPECT_EQ(tap.seen.order(), ">A1<B1>A2<B2");
}

TEST(Reassembler, ALateSegmentFillsTheHoleTheResponseWaitedFor) {
  Tap tap;
  tap.open();
  tap.data(0, 3, "def", 0);
  tap.data(1, 0, "answer", 6);
  EXPECT_EQ(tap.seen.order(), "");
  tap.data(0, 0, "abc", 0);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">abcdef<answer> open< open");
  EXPECT_EQ(tap.reassembler.missing(0), 0u);
}

TEST(Reassembler, ASegmentWithoutAckWaitsForNothing) {
  Tap tap;
  tap.open();
  tap.data(1, 0, "hello");
  EXPECT_EQ(tap.text(1), "hello");
  EXPECT_FALSE(tap.seen.pieces(1)[0].peer_offset.has_value());
}

TEST(Reassembler, AcksThatWaitForEachOtherEndInBothStreams) {
  Tap tap;  // both acknowledge what the other has not sent yet: one must be wrong
  tap.open();
  tap.data(0, 0, "abc", 5);
  tap.data(1, 0, "hello", 3);
  EXPECT_EQ(tap.seen.order(), "");
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc open");
  EXPECT_EQ(tap.text(1), "hello open");
  EXPECT_EQ(tap.reassembler.missing(0) + tap.reassembler.missing(1), 0u);
}

// --- holes ---

TEST(Reassembler, AHoleIsGivenUpOnlyAtTheEnd) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.data(0, 6, "ghi", 0);
  tap.ack(1, 9);  // proof that "def" was on the wire; it may still come late
  tap.data(1, 0, "answer", 9);
  EXPECT_EQ(tap.seen.order(), ">abc");
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">abc[lost 3]ghi<answer> open< open");
  EXPECT_EQ(tap.reassembler.missing(0), 3u);
  EXPECT_EQ(tap.reassembler.length(0), 9u);
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(Reassembler, ALostRequestIsTakenForAHoleBeforeItsAnswer) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "A1", 0);
  tap.data(1, 0, "B1", 2);
  tap.data(1, 2, "B2", 4);  // A2 was not captured
  tap.data(0, 4, "A3", 4);
  tap.data(1, 4, "B3", 6);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">A1<B1>[lost 2]<B2>A3<B3> open< open");
}

TEST(Reassembler, BytesThePeerAcknowledgedAtTheEndAreAHole) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  tap.ack(1, 3);
  tap.data(1, 0, "ans", 3);
  tap.ack(0, 9);
  tap.finish();
  EXPECT_EQ(tap.text(1), "ans[lost 6] open");
  EXPECT_EQ(tap.reassembler.length(1), 9u);
}

// The one number beyond the data is the FIN's (RFC 9293 3.4): no byte is missing.
TEST(Reassembler, AnAckOfAFinThatWasNotCapturedIsNoHole) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  tap.data(1, 0, "answer", 3);
  tap.ack(0, 7);
  tap.finish();
  EXPECT_EQ(tap.text(1), "answer open");
  // The same where the other side goes on after it.
  Tap half;
  half.open();
  half.data(0, 0, "ask", 0);
  half.data(1, 0, "answer", 4);
  half.data(1, 6, "more", 4);
  half.finish();
  EXPECT_EQ(half.seen.order(), ">ask<answermore> open< open");
  EXPECT_EQ(half.reassembler.missing(0), 0u);
}

TEST(Reassembler, AnAckOfAFinDoesNotLengthenTheHoleBeforeIt) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ab", 0);
  tap.fin(0, 5, 0);
  tap.data(1, 0, "answer", 6);
  tap.finish();
  EXPECT_EQ(tap.text(0), "ab[lost 3] fin");
  EXPECT_EQ(tap.text(1), "answer open");
  EXPECT_EQ(tap.reassembler.length(0), 5u);
}

TEST(Reassembler, WhatTheSnapshotLengthCutIsAHoleOfItsOwnKind) {
  Tap tap;
  tap.open();
  tap.cut(0, 0, "abc", 10);
  tap.cut(0, 10, "", 5);
  tap.data(0, 15, "xyz");
  tap.cut(0, 20, "pq", 4);
  tap.data(0, 18, "-+");
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[cut 7][cut 5]xyz-+pq[cut 2] open");
  EXPECT_EQ(tap.reassembler.missing(0), 14u);
  EXPECT_EQ(tap.reassembler.delivered(0), 10u);
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(Reassembler, ACutSegmentAndOneThatOverlapsItsMissingPart) {
  Tap tap;
  tap.open();
  tap.cut(0, 1, "bc", 6);
  tap.data(0, 5, "fghi");  // 5 and 6 count as brought by the first copy
  tap.data(0, 0, "a");
  tap.finish();
  EXPECT_EQ(tap.text(0), "abc[cut 4]hi open");
  EXPECT_TRUE(tap.seen.conflicts().empty()) << "what was cut cannot differ";
  EXPECT_EQ(tap.seen.faults(), "");
}

}  // namespace
}  // namespace capaudit
