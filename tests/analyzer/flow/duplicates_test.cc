// SPDX-License-Identifier: Apache-2.0
// A frame captured twice is the same IP packet; a retransmission is another one (RFC 791
// 3.2: the identification tells datagrams apart, RFC 9293 3.8.1).
#include "analyzer/flow/duplicates.h"

#include <utility>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::int64_t kMicrosecond = 1000;
constexpr std::int64_t kMillisecond = 1'000'000;

Segment data(std::uint16_t ip_id, std::int64_t time_ns) {
  Segment segment;
  segment.frame.time_ns = time_ns;
  segment.sequence = 5000;
  segment.acknowledgment = 77;
  segment.window = 512;
  segment.flags = kTcpAck | kTcpPsh;
  segment.ip_id = ip_id;
  segment.payload_bytes = 100;
  return segment;
}

// Of one connection, with the packets of all.
struct Filter {
  RecentPackets recent;
  DuplicateFilter filter{recent, 0};

  bool copy_of_recent(StreamSide side, const Segment& segment) {
    return filter.copy_of_recent(side, segment);
  }
};

// Shows the filter that this sender's identifications change.
void count(Filter& filter) {
  Segment earlier = data(1, 0);
  earlier.sequence = 4800;
  filter.copy_of_recent(0, earlier);
  earlier.ip_id = 2;
  earlier.sequence = 4900;
  filter.copy_of_recent(0, earlier);
}

TEST(DuplicateFilter, TheSamePacketSoonAgainIsACopy) {
  Filter filter;
  count(filter);
  EXPECT_FALSE(filter.copy_of_recent(0, data(3, kMillisecond)));
  EXPECT_TRUE(filter.copy_of_recent(0, data(3, kMillisecond + 20 * kMicrosecond)));
  EXPECT_TRUE(filter.copy_of_recent(0, data(3, kMillisecond))) << "a third copy";
}

TEST(DuplicateFilter, WhateverDiffersMakesItAnotherPacket) {
  struct Case {
    const char* name;
    void (*change)(Segment&);
  };
  const Case cases[] = {
      {"identification (a retransmission)", [](Segment& s) { s.ip_id = 4; }},
      {"sequence", [](Segment& s) { ++s.sequence; }},
      {"acknowledgment", [](Segment& s) { ++s.acknowledgment; }},
      {"window", [](Segment& s) { ++s.window; }},
      {"flags", [](Segment& s) { s.flags |= kTcpFin; }},
      {"length", [](Segment& s) { ++s.payload_bytes; }},
      {"timestamp", [](Segment& s) { s.timestamp = 9; }},
      {"time: a second later", [](Segment& s) { s.frame.time_ns = 1001 * kMillisecond; }},
      {"no time", [](Segment& s) { s.frame.time_ns.reset(); }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Filter filter;
    count(filter);
    EXPECT_FALSE(filter.copy_of_recent(0, data(3, kMillisecond)));
    Segment second = data(3, kMillisecond + 20 * kMicrosecond);
    c.change(second);
    EXPECT_FALSE(filter.copy_of_recent(0, second));
  }
}

TEST(DuplicateFilter, TheOtherSidesPacketIsNoCopy) {
  Filter filter;
  count(filter);
  EXPECT_FALSE(filter.copy_of_recent(0, data(3, kMillisecond)));
  EXPECT_FALSE(filter.copy_of_recent(1, data(3, kMillisecond)));
}

// Stacks that write 0 or a constant (RFC 6864 4.1 allows any value in atomic datagrams).
TEST(DuplicateFilter, AnIdentificationThatNeverChangesProvesNothing) {
  for (const std::uint16_t id : {std::uint16_t{0}, std::uint16_t{54321}}) {
    SCOPED_TRACE(id);
    Filter filter;
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 0)));
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 2 * kMillisecond)));
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 2 * kMillisecond + kMicrosecond)));
  }
}

TEST(DuplicateFilter, WithoutIdentificationTheTimestampDecidesWithinAMillisecond) {
  Filter filter;  // IPv6
  Segment first = data(0, 0);
  first.timestamp = 1234;
  EXPECT_FALSE(filter.copy_of_recent(0, first));
  Segment copy = first;
  copy.frame.time_ns = 30 * kMicrosecond;
  EXPECT_TRUE(filter.copy_of_recent(0, copy));
  copy.frame.time_ns = 200 * kMillisecond;
  EXPECT_FALSE(filter.copy_of_recent(0, copy)) << "as late as a retransmission";
}

TEST(DuplicateFilter, AcksWithoutDataAndIdentificationAreAllCounted) {
  Filter filter;  // duplicate ACKs are alike and each means something
  Segment ack = data(0, 0);
  ack.timestamp = 1234;
  ack.payload_bytes = 0;
  EXPECT_FALSE(filter.copy_of_recent(0, ack));
  ack.frame.time_ns = 10 * kMicrosecond;
  EXPECT_FALSE(filter.copy_of_recent(0, ack));
}

// A bond hands over what one of its cards has, then what the other has: the copies come
// after thousands of other packets, of this connection and of others.
TEST(DuplicateFilter, CopiesInBulkAreFoundBehindEachOther) {
  RecentPackets recent;
  DuplicateFilter one(recent, 0);
  DuplicateFilter two(recent, 1);
  constexpr std::uint32_t kPackets = 2000;
  const auto packet = [](std::uint32_t i, std::int64_t later) {
    Segment segment = data(static_cast<std::uint16_t>(i + 1), 1000 * i + later);
    segment.sequence += 100 * i;
    return segment;
  };
  for (std::uint32_t i = 0; i < kPackets; ++i) {
    ASSERT_FALSE(one.copy_of_recent(0, packet(i, 0)));
    ASSERT_FALSE(two.copy_of_recent(0, packet(i, 0))) << "another connection's packet";
  }
  for (std::uint32_t i = 0; i < kPackets; ++i) {
    ASSERT_TRUE(one.copy_of_recent(0, packet(i, 4 * kMillisecond))) << i;
    ASSERT_TRUE(two.copy_of_recent(0, packet(i, 4 * kMillisecond))) << i;
  }
  EXPECT_FALSE(one.copy_of_recent(0, packet(kPackets - 1, 6 * kMillisecond)));
}

// IPv6 has no identification. A packet comes so soon again only if three duplicate ACKs
// asked for it (RFC 5681 3.2).
TEST(DuplicateFilter, WithoutIdentificationThreeDuplicateAcksMakeARetransmission) {
  for (const unsigned asked : {0u, 1u, 2u, 3u, 4u}) {
    SCOPED_TRACE(asked);
    Filter filter;
    Segment first = data(0, 0);
    first.source.address.v6 = first.destination.address.v6 = true;
    Segment ack = first;
    std::swap(ack.source, ack.destination);
    ack.sequence = first.acknowledgment;
    ack.acknowledgment = first.sequence;
    ack.payload_bytes = 0;
    ack.flags = kTcpAck;
    EXPECT_FALSE(filter.copy_of_recent(1, ack));
    EXPECT_FALSE(filter.copy_of_recent(0, first));
    for (unsigned i = 0; i < asked; ++i) {
      ack.frame.time_ns = (10 + i) * kMicrosecond;
      EXPECT_FALSE(filter.copy_of_recent(1, ack));
    }
    Segment again = first;
    again.frame.time_ns = 50 * kMicrosecond;
    EXPECT_EQ(filter.copy_of_recent(0, again), asked < 3);
  }
}

TEST(DuplicateFilter, AnIdentificationThatHasNotChangedYetLeavesADoubt) {
  Filter filter;
  EXPECT_FALSE(filter.copy_of_recent(0, data(7, 0)));
  EXPECT_FALSE(filter.filter.in_doubt());
  EXPECT_FALSE(filter.copy_of_recent(0, data(7, kMicrosecond)));
  EXPECT_TRUE(filter.filter.in_doubt());
  EXPECT_FALSE(filter.copy_of_recent(0, data(7, 9 * kMillisecond)));
  EXPECT_FALSE(filter.filter.in_doubt()) << "too late for a copy";
  Segment next = data(8, 10 * kMillisecond);
  next.sequence += 100;
  EXPECT_FALSE(filter.filter.id_varies(0));
  EXPECT_FALSE(filter.copy_of_recent(0, next));
  EXPECT_TRUE(filter.filter.id_varies(0));
}

// A hostile capture: every packet falls into the same bucket and none is a copy.
TEST(DuplicateFilter, ManyPacketsThatAreAlikeCostNoMoreThanFew) {
  Filter filter;
  for (int i = 0; i < 200'000; ++i) {
    Segment segment = data(0, i);
    segment.window = static_cast<std::uint16_t>(i);
    filter.copy_of_recent(0, segment);
  }
  Segment last = data(0, 200'000);
  last.timestamp = 5;
  EXPECT_FALSE(filter.copy_of_recent(0, last));
}

}  // namespace
}  // namespace capaudit
