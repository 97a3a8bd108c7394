// SPDX-License-Identifier: Apache-2.0
// A frame captured twice is the same IP packet; a retransmission is another one (RFC 791
// 3.2: the identification tells datagrams apart, RFC 9293 3.8.1).
#include "analyzer/flow/duplicates.h"

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

// A filter that has seen that this sender's identifications change.
DuplicateFilter counting_sender() {
  DuplicateFilter filter;
  Segment earlier = data(1, 0);
  earlier.sequence = 4800;
  filter.copy_of_recent(0, earlier);
  earlier.ip_id = 2;
  earlier.sequence = 4900;
  filter.copy_of_recent(0, earlier);
  return filter;
}

TEST(DuplicateFilter, TheSamePacketSoonAgainIsACopy) {
  DuplicateFilter filter = counting_sender();
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
    DuplicateFilter filter = counting_sender();
    EXPECT_FALSE(filter.copy_of_recent(0, data(3, kMillisecond)));
    Segment second = data(3, kMillisecond + 20 * kMicrosecond);
    c.change(second);
    EXPECT_FALSE(filter.copy_of_recent(0, second));
  }
}

TEST(DuplicateFilter, TheOtherSidesPacketIsNoCopy) {
  DuplicateFilter filter = counting_sender();
  EXPECT_FALSE(filter.copy_of_recent(0, data(3, kMillisecond)));
  EXPECT_FALSE(filter.copy_of_recent(1, data(3, kMillisecond)));
}

// Stacks that write 0 or a constant (RFC 6864 4.1 allows any value in atomic datagrams).
TEST(DuplicateFilter, AnIdentificationThatNeverChangesProvesNothing) {
  for (const std::uint16_t id : {std::uint16_t{0}, std::uint16_t{54321}}) {
    SCOPED_TRACE(id);
    DuplicateFilter filter;
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 0)));
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 2 * kMillisecond)));
    EXPECT_FALSE(filter.copy_of_recent(0, data(id, 2 * kMillisecond + kMicrosecond)));
  }
}

TEST(DuplicateFilter, WithoutIdentificationTheTimestampDecidesWithinAMillisecond) {
  DuplicateFilter filter;  // IPv6
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
  DuplicateFilter filter;  // duplicate ACKs are alike and each means something
  Segment ack = data(0, 0);
  ack.timestamp = 1234;
  ack.payload_bytes = 0;
  EXPECT_FALSE(filter.copy_of_recent(0, ack));
  ack.frame.time_ns = 10 * kMicrosecond;
  EXPECT_FALSE(filter.copy_of_recent(0, ack));
}

}  // namespace
}  // namespace capaudit
