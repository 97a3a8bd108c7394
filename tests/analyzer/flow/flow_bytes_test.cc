// SPDX-License-Identifier: Apache-2.0
// FlowTable: what becomes of bytes that come twice, after the end or out of bounds; the
// ledger.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/flow/flow_table_run.h"

namespace capaudit {
namespace {

TEST(FlowTable, AFrameCapturedTwiceIsOneSegment) {
  for (const bool remove : {true, false}) {
    SCOPED_TRACE(remove);
    FlowOptions options;
    options.remove_duplicates = remove;
    FlowRun table(options);
    SegmentLine line;
    table.add(line.handshake());
    Segment data = line.from_client(kTcpAck, 1001, 5001, "data");
    table.flows.add(data);
    ++data.frame.number;
    *data.frame.time_ns += 10'000;
    table.flows.add(data);
    table.flows.finish();
    const Connection& connection = table.connection(0);
    EXPECT_EQ(table.seen(0).text(0), "data open");
    EXPECT_EQ(table.flows.duplicates(), remove ? 1u : 0u);
    EXPECT_EQ(connection.ledger.of(Fate::duplicate), remove ? 4u : 0u);
    EXPECT_EQ(connection.ledger.of(Fate::retransmission), remove ? 0u : 4u);
    EXPECT_EQ(connection.retransmitted_bytes, remove ? 0u : 4u);
    EXPECT_EQ(connection.ledger.residual(), 0);
  }
}

TEST(FlowTable, ACopyWithOtherBytesIsAConflictAndNoCopy) {
  for (const bool held : {false, true}) {
    SCOPED_TRACE(held);
    FlowRun table;
    SegmentLine line;
    table.add(line.handshake());
    const std::uint32_t sequence = held ? 1002 : 1001;
    Segment data = line.from_client(kTcpAck, sequence, 5001, "data");
    table.flows.add(data);
    ++data.frame.number;
    data.payload = as_bytes("DATA");
    table.flows.add(data);
    table.flows.finish();
    EXPECT_EQ(table.flows.duplicates(), 0u);
    EXPECT_EQ(table.seen(0).conflicts(), std::vector{data.frame.number});
    EXPECT_EQ(table.connection(0).ledger.residual(), 0);
  }
}

// The capture begins with a packet and its copy: the sender's next one tells whether its
// identifications change, so that they identify, or are a constant.
TEST(FlowTable, TheFirstPacketsCopyIsToldByTheNext) {
  for (const bool constant : {false, true}) {
    SCOPED_TRACE(constant);
    FlowRun table;
    SegmentLine line;
    Segment data = line.from_client(kTcpAck | kTcpPsh, 1001, 5001, "data");
    table.flows.add(data);
    ++data.frame.number;
    *data.frame.time_ns += 10'000;
    table.flows.add(data);
    table.flows.add(line.from_server(kTcpAck, 5001, 1005));
    Segment more = line.from_client(kTcpAck | kTcpPsh, 1005, 5001, "more");
    more.ip_id = constant ? data.ip_id : more.ip_id;
    table.flows.add(more);
    table.flows.finish();
    const Connection& connection = table.connection(0);
    EXPECT_EQ(table.seen(0).text(0), "datamore open");
    EXPECT_EQ(table.flows.duplicates(), constant ? 0u : 1u);
    EXPECT_EQ(connection.ledger.of(Fate::duplicate), constant ? 0u : 4u);
    EXPECT_EQ(connection.ledger.of(Fate::retransmission), constant ? 4u : 0u);
    EXPECT_EQ(connection.retransmitted_bytes, constant ? 4u : 0u);
    EXPECT_EQ(connection.ledger.residual(), 0);
  }
}

TEST(FlowTable, ACopyThatNothingFollowsMayHaveBeenSentAgain) {
  FlowRun table;
  SegmentLine line;
  Segment data = line.from_client(kTcpAck | kTcpPsh, 1001, 5001, "data");
  table.flows.add(data);
  *data.frame.time_ns += 10'000;
  table.flows.add(data);
  table.flows.finish();
  EXPECT_EQ(table.flows.duplicates(), 0u);
  EXPECT_EQ(table.connection(0).retransmitted_bytes, 4u);
  EXPECT_EQ(table.connection(0).ledger.residual(), 0);
}

TEST(FlowTable, ARetransmissionCountsItsBytes) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpAck, 1003, 5001, "ta+"));
  table.flows.finish();
  const Connection& connection = table.connection(0);
  EXPECT_EQ(connection.retransmitted_bytes, 2u);
  EXPECT_EQ(connection.client_bytes, 5u);
  EXPECT_EQ(connection.server_bytes, 0u);
  EXPECT_EQ(connection.ledger.of(Fate::retransmission), 2u);
}

TEST(FlowTable, SentAgainAfterTheCloseIsARetransmission) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpFin | kTcpAck, 1005, 5001));
  table.flows.add(line.from_server(kTcpFin | kTcpAck, 5001, 1006));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  for (std::uint16_t i = 0; i < 3000; ++i) {  // long ago now
    SegmentLine other;
    other.client = endpoint_at(3, static_cast<std::uint16_t>(1000 + i));
    table.add(other.handshake());
    table.flows.add(other.from_client(kTcpFin | kTcpAck, 1001, 5001));
    table.flows.add(other.from_server(kTcpFin | kTcpAck, 5001, 1002));
  }
  EXPECT_LT(table.alive, 2000u) << "closed connections do not pile up";
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.finish();
  EXPECT_EQ(table.seen(0).text(0), "data fin");
  EXPECT_EQ(table.connection(0).retransmitted_bytes, 8u);
  EXPECT_EQ(table.connection(0).ledger.residual(), 0);
}

// --- resets ---

TEST(FlowTable, ResetsOutsideTheWindowAreCountedAndEndNothing) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst, 5001 + 0x20000, 0));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.finish();
  EXPECT_EQ(table.flows.ignored_resets(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, TheTextOfAResetIsNoStream) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst | kTcpAck, 5001, 1001, "go away"));
  table.flows.finish();
  EXPECT_EQ(table.seen(0).text(1), " reset");
  EXPECT_EQ(table.connection(0).ledger.of(Fate::outside_window), 7u);
  EXPECT_EQ(table.connection(0).ledger.residual(), 0);
}

TEST(FlowTable, ResetConnectionsDoNotPileUp) {
  FlowRun table;
  for (std::uint16_t i = 0; i < 3000; ++i) {
    SegmentLine line;
    line.client.port = static_cast<std::uint16_t>(1000 + i);
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    table.flows.add(line.from_server(kTcpRst | kTcpAck, 0, 1001));
  }
  EXPECT_LT(table.alive, 2000u);
  EXPECT_EQ(table.size(), 3000u);
}

TEST(FlowTable, AConnectionThatGoesOnAfterAResetIsNotForgotten) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst, 5001, 0));  // forged, and the client knows
  std::string expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    SegmentLine other;
    other.client = endpoint_at(3, static_cast<std::uint16_t>(1000 + i));
    table.flows.add(other.from_client(kTcpSyn, 1000, 0));
    table.flows.add(other.from_server(kTcpRst | kTcpAck, 0, 1001));
    if (i % 500 == 0) {
      table.flows.add(line.from_client(kTcpAck, 1001 + i / 500, 5001, "x"));
      expected += "x";
    }
  }
  table.flows.finish();
  EXPECT_EQ(table.seen(0).text(0), expected + " reset");
}

// --- order and sums ---

TEST(FlowTable, FinishesInOrderOfTheNumbers) {
  FlowRun table;
  std::vector<std::uint32_t> expected;
  for (std::uint16_t i = 0; i < 200; ++i) {
    SegmentLine line;
    line.client = endpoint_at(static_cast<std::uint8_t>(i * 37 % 251),
                              static_cast<std::uint16_t>(1000 + i * 7919 % 50000));
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    expected.push_back(i);
  }
  table.flows.finish();
  EXPECT_EQ(table.ended, expected);
}

TEST(FlowTable, UrgentDataIsReadInLine) {
  FlowRun table;  // RFC 6093
  SegmentLine line;
  table.add(line.handshake());
  Segment urgent = line.from_client(kTcpAck | kTcpUrg, 1001, 5001, "data");
  urgent.urgent = 2;
  table.flows.add(urgent);
  table.flows.finish();
  EXPECT_EQ(table.flows.urgent(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, BytesAreCountedOncePerSideHolesIncluded) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "ask"));
  table.flows.add(line.from_server(kTcpAck, 5011, 1004, "tail"));
  table.flows.finish();
  EXPECT_EQ(table.connection(0).client_bytes, 3u);
  EXPECT_EQ(table.connection(0).server_bytes, 14u);
  EXPECT_EQ(table.connection(0).missing_bytes, 10u);
  EXPECT_FALSE(table.connection(0).one_sided);
}

TEST(FlowTable, EveryByteOfEveryFrameIsInTheLedger) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Conversation conversation;
    for (int i = 0; i < 4; ++i) {
      conversation.turns.push_back(
          {Side::client, Turn::Kind::data, std::string(pick(random, 1, 500), 'q')});
      conversation.turns.push_back(
          {Side::server, Turn::Kind::data, std::string(pick(random, 1, 3000), 'r')});
    }
    Shape shape;
    shape.max_segment = pick(random, 1, 700);
    shape.random_cuts = true;
    shape.reorder_window = 5;
    shape.repeat_percent = shape.resend_percent = shape.lost_percent = 20;
    std::vector<WireSegment> wire = travel(conversation, shape, random);
    for (std::size_t i = 0; i < wire.size(); ++i) {
      const bool before_capture = seed % 2 == 1 && i < 3;  // without the handshake
      wire[i].captured = !before_capture && !chance(random, 10);
    }
    FlowRun table;
    std::uint64_t bytes = 0;
    for (Segment& segment : to_segments(wire, shape)) {
      if (chance(random, 20)) {  // the snapshot length
        segment.payload = segment.payload.first(pick(random, 0, segment.payload.size()));
      }
      bytes += segment.frame.wire_bytes;
      table.flows.add(segment);
      if (chance(random, 10)) {
        bytes += segment.frame.wire_bytes;
        table.flows.add(segment);
      }
    }
    table.flows.finish();
    ASSERT_EQ(table.size(), 1u);
    EXPECT_EQ(table.connection(0).ledger.wire_bytes, bytes);
    EXPECT_EQ(table.connection(0).ledger.residual(), 0);
    EXPECT_EQ(table.seen(0).faults(), "");
    const StreamSide client = table.connection(0).client == endpoint_at(1, 50000)
                                  ? table.clients[0]
                                  : other(table.clients[0]);
    EXPECT_EQ(table.connection(0).client_bytes,
              table.seen(0).delivered(client) + table.seen(0).missing(client));
  }
}

}  // namespace
}  // namespace capaudit
