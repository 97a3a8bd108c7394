// SPDX-License-Identifier: Apache-2.0
// Beginnings and ends of streams (RFC 9293 3.4, 3.5, 3.10; RFC 5961; RFC 7413).
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/reassembler.h"
#include "tests/analyzer/flow/tap.h"

namespace capaudit {
namespace {

// --- beginnings ---

TEST(ReassemblerStart, DataCapturedBeforeItsSynWaitsForIt) {
  Tap tap;
  tap.data(0, 3, "def");
  tap.data(0, 0, "abc");
  EXPECT_EQ(tap.text(0), "") << "something may stand before it";
  tap.syn(0);
  EXPECT_EQ(tap.text(0), "abcdef");
  EXPECT_EQ(tap.seen.pieces(0)[0].offset, 0u);
}

TEST(ReassemblerStart, ALateSynTellsOfAHoleBeforeTheFirstData) {
  Tap tap;
  tap.data(0, 3, "def");
  tap.syn(0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "[lost 3]def open");
}

TEST(ReassemblerStart, ASynFitsItsOwnStreamOnly) {
  Tap tap;
  EXPECT_TRUE(tap.reassembler.syn_fits(0, 4711)) << "nothing is known yet";
  tap.syn(0);
  EXPECT_TRUE(tap.reassembler.syn_fits(0, 1000)) << "sent again";
  EXPECT_FALSE(tap.reassembler.syn_fits(0, 1001));
  EXPECT_FALSE(tap.reassembler.syn_fits(0, 999));
  Tap late;
  late.data(0, 0, "abc");
  EXPECT_TRUE(late.reassembler.syn_fits(0, 1000));
  EXPECT_TRUE(late.reassembler.syn_fits(0, 900)) << "data before it was lost";
  EXPECT_FALSE(late.reassembler.syn_fits(0, 1001)) << "behind the first data";
  EXPECT_FALSE(late.reassembler.syn_fits(0, 0x80000000u));
}

TEST(ReassemblerStart, WithoutASynTheStreamStartsAtTheLowestSegment) {
  Tap tap;
  tap.data(0, 1006, "ghi", 2000);
  tap.data(0, 1000, "abc", 2000);
  tap.data(1, 2000, "answer", 1009);
  tap.data(0, 1003, "def", 2000);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">abcdefghi<answer> open< open");
  EXPECT_EQ(tap.reassembler.length(0), 9u);
  EXPECT_EQ(tap.reassembler.missing(0) + tap.reassembler.missing(1), 0u);
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(ReassemblerStart, WhatComesFromBeforeTheStartFitsNoStream) {
  Tap tap;
  tap.context.max_held_bytes = 0;  // decides at once
  tap.data(0, 1000, "def");
  EXPECT_EQ(tap.text(0), "def");
  const PayloadFate fate = tap.data(0, 990, "abc");
  EXPECT_EQ(fate.outside, 3u);
  EXPECT_EQ(fate.repeat, 0u);
  tap.finish();
  EXPECT_EQ(tap.text(0), "def open");
}

// RFC 7413: data in the SYN is the stream's first; if it is not accepted it comes again.
TEST(ReassemblerStart, DataInTheSynIsTheStreamsFirst) {
  Tap tap;
  tap.reassembler.syn(0, 1000, std::nullopt);
  tap.data(0, 0, "GET");
  tap.syn(1);
  tap.data(0, 0, "GET /", 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "GET / open");
  EXPECT_EQ(tap.seen.repeats(0).size(), 1u);
}

TEST(ReassemblerStart, OneDirectionAloneIsToldWithTheOtherAsHoles) {
  Tap tap;  // only the server's segments were captured
  tap.data(1, 0, "B1", 10);
  tap.data(1, 2, "B2", 30);
  tap.data(1, 4, "B2", 30);
  tap.data(1, 6, "B3", 35);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), "<B1>[lost 20]<B2B2>[lost 5]<B3> open< open");
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(ReassemblerStart, OneDirectionAloneWithItsHandshake) {
  Tap tap;  // only the client's
  tap.syn(0);
  tap.data(0, 0, "A1", 0);
  tap.data(0, 2, "A2", 100);
  tap.ack(0, 300);
  tap.finish();
  EXPECT_EQ(tap.seen.order(), ">A1<[lost 100]>A2<[lost 200]> open< open");
}

// --- FIN ---

TEST(ReassemblerEnd, AFinEndsTheStreamOnceAllBeforeItHasCome) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.fin(0, 6, 0);
  EXPECT_FALSE(tap.seen.ended(0));
  tap.data(0, 3, "def", 0);
  EXPECT_EQ(tap.text(0), "abcdef fin");
  EXPECT_FALSE(tap.reassembler.closing());
  tap.fin(1, 0, 7);
  EXPECT_TRUE(tap.reassembler.closing());
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdef fin");
  EXPECT_EQ(tap.text(1), " fin");
}

TEST(ReassemblerEnd, AfterAHalfCloseTheOtherSideGoesOn) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  tap.fin(0, 3, 0);
  tap.data(1, 0, "ans", 4);
  tap.data(1, 3, "wer", 4);
  tap.fin(1, 6, 4);
  EXPECT_EQ(tap.seen.order(), ">ask fin<answer fin");
}

TEST(ReassemblerEnd, AFinSentAgainChangesNothing) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  tap.fin(0, 3, 0);
  tap.fin(0, 3, 0);
  EXPECT_EQ(tap.data(0, 0, "ask", 0).repeat, 3u);
  tap.finish();
  EXPECT_EQ(tap.text(0), "ask fin");
  EXPECT_EQ(tap.seen.faults(), "");
}

TEST(ReassemblerEnd, NothingFollowsAFin) {
  Tap tap;
  tap.open();
  tap.fin(0, 3);
  EXPECT_EQ(tap.data(0, 3, "xyz").outside, 3u);
  EXPECT_EQ(tap.data(0, 1, "bcxyz").outside, 3u);
  tap.data(0, 0, "a");
  EXPECT_EQ(tap.text(0), "abc fin");
}

TEST(ReassemblerEnd, AFinBeforeKnownDataIsNone) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "abcdef", 0);
  tap.fin(0, 3);
  tap.data(0, 6, "ghi", 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "abcdefghi open");
}

TEST(ReassemblerEnd, AHoleBeforeTheFinIsTold) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ab", 0);
  tap.fin(0, 5, 0);
  tap.finish();
  EXPECT_EQ(tap.text(0), "ab[lost 3] fin");
}

TEST(ReassemblerEnd, AFinThatWrapsRoundZero) {
  Tap tap(0xfffffffcu);  // the first byte is 0xfffffffd, the FIN number 0
  tap.open();
  tap.data(0, 0, "abc", 0);
  tap.fin(0, 3, 0);
  EXPECT_EQ(tap.text(0), "abc fin");
}

// --- RST ---

TEST(ReassemblerEnd, AResetInsideTheWindowCounts) {
  Tap tap;
  tap.open();
  tap.data(0, 0, "ask", 0);
  tap.data(1, 0, "ans", 3);
  EXPECT_TRUE(tap.rst(1, 3));
  EXPECT_EQ(tap.seen.resets(), std::vector{tap.frame()});
  tap.finish();
  EXPECT_EQ(tap.text(0), "ask reset");
  EXPECT_EQ(tap.text(1), "ans reset");
}

TEST(ReassemblerEnd, ABlindResetOutsideTheWindowIsIgnored) {
  struct Case {
    const char* name;
    std::int64_t offset;
    bool counts;
  };
  const Case cases[] = {
      {"exactly next", 6, true},
      {"in the window", 6 + 65535, true},
      {"behind the window", 6 + 65535 + 1, false},
      {"far behind", 0x40000000, false},
      {"half the numbers away", 0x7fffffff, false},
      {"before what was acknowledged", 1, false},
      {"the last byte acknowledged", 5, true},  // answers an old segment
      {"far before", -100000, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Tap tap;
    tap.open();
    tap.data(0, 0, "ask", 0);
    tap.data(1, 0, "answer", 3);
    tap.ack(0, 6);
    EXPECT_EQ(tap.rst(1, c.offset), c.counts);
    EXPECT_EQ(tap.seen.resets().size(), c.counts ? 1u : 0u);
  }
}

TEST(ReassemblerEnd, AfterAResetLateSegmentsStillComplete) {
  Tap tap;
  tap.open();
  tap.data(1, 3, "wer", 0);
  EXPECT_TRUE(tap.rst(1, 6));
  tap.data(1, 0, "ans", 0);
  tap.finish();
  EXPECT_EQ(tap.text(1), "answer reset");
}

TEST(ReassemblerEnd, AFinBeforeTheResetStaysTheStreamsEnd) {
  Tap tap;
  tap.open();
  tap.data(1, 0, "answer", 0);
  tap.fin(1, 6, 0);
  EXPECT_TRUE(tap.rst(0, 0));
  tap.finish();
  EXPECT_EQ(tap.text(1), "answer fin");
  EXPECT_EQ(tap.text(0), " reset");
}

TEST(ReassemblerEnd, AResetThatRefusesAConnection) {
  Tap tap;
  tap.syn(0);
  // RFC 9293 3.10.7.1: from a closed port, sequence 0.
  EXPECT_TRUE(tap.reassembler.reset(1, 0, 2));
  tap.finish();
  EXPECT_EQ(tap.text(0), " reset");
}

}  // namespace
}  // namespace capaudit
