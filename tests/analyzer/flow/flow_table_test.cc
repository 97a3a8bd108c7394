// SPDX-License-Identifier: Apache-2.0
// Which connection a segment belongs to, its handshake, and where each of its bytes goes.
#include "analyzer/flow/flow_table.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/flow/flow_table_run.h"

namespace capaudit {
namespace {

TEST(FlowTable, NumbersConnectionsInOrderOfTheirFirstPackets) {
  FlowRun table;
  SegmentLine one;
  SegmentLine two;
  two.client.port = 50001;
  SegmentLine three;
  three.server = endpoint_at(3, 80);
  three.client = endpoint_at(2, 80);
  table.flows.add(two.from_server(kTcpAck, 1, 1));  // a stray ACK is a first packet too
  table.flows.add(one.from_client(kTcpSyn, 1000, 0));
  table.flows.add(three.from_client(kTcpSyn, 1000, 0));
  table.flows.add(one.from_server(kTcpSyn | kTcpAck, 5000, 1001));
  table.flows.add(two.from_client(kTcpAck, 1, 1));
  table.flows.finish();
  ASSERT_EQ(table.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(table.connection(i).number, i + 1);
  }
  EXPECT_EQ(table.connection(0).client.port, 50001);
  EXPECT_EQ(table.connection(0).packets, 2u);
  EXPECT_EQ(table.connection(1).client.port, 50000);
  EXPECT_EQ(table.connection(2).server, three.server);
}

TEST(FlowTable, ASynWithAnotherSequenceNumberBeginsANewConnection) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "old"));
  table.flows.add(line.from_client(kTcpSyn, 9000, 0));
  EXPECT_EQ(table.seen(0).text(0), "old open") << "finished before the new one begins";
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 7000, 9001));
  table.flows.add(line.from_client(kTcpAck, 9001, 7001, "new"));
  table.flows.finish();
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table.seen(0).text(0), "old open");
  EXPECT_EQ(table.seen(1).text(0), "new open");
  EXPECT_EQ(table.connection(0).packets, 4u);
  EXPECT_EQ(table.connection(1).packets, 3u);
}

TEST(FlowTable, ASynSentAgainBeginsNothing) {
  FlowRun table;
  SegmentLine line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, ASynAckBeginsNothingWhileTheConnectionIsOpen) {
  FlowRun table;
  SegmentLine line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 777, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_server(kTcpAck, 5001, 1005, "answer"));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.seen(0).order(), ">data<answer> open< open");
}

TEST(FlowTable, ASynBehindDataItFitsIsThatConnections) {
  FlowRun table;  // reordered by the capture
  SegmentLine line;
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, TheClientIsWhoSentTheSynAndElseAGuess) {
  struct Case {
    const char* name;
    bool from_client;
    std::uint8_t flags;
    bool known;
  };
  const Case cases[] = {
      {"SYN", true, kTcpSyn, true},
      {"SYN-ACK", false, kTcpSyn | kTcpAck, true},
      {"data of the client", true, kTcpAck, false},
      {"data of the server", false, kTcpAck, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    FlowRun table;
    SegmentLine line;
    table.flows.add(line.make(c.from_client, c.flags, 1, 1));
    EXPECT_EQ(table.connection(0).client, line.client);
    EXPECT_EQ(table.connection(0).server, line.server);
    EXPECT_EQ(table.connection(0).direction_known, c.known);
    EXPECT_EQ(table.clients[0], c.from_client ? 0u : 1u);
  }
}

TEST(FlowTable, ASimultaneousOpenLeavesTheDirectionOpen) {
  FlowRun table;  // RFC 9293 3.5, figure 7
  SegmentLine line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_server(kTcpSyn, 5000, 0));
  table.flows.add(line.from_client(kTcpSyn | kTcpAck, 1000, 5001));
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_FALSE(table.connection(0).direction_known);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

// --- handshake ---

TEST(FlowTable, FirstSynAndFirstSynAckCount) {
  FlowRun table;
  SegmentLine line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));                    // +1 ms
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));                    // +2
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));       // +3
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));       // +4
  table.flows.add(line.from_server(kTcpAck, 5001, 1001));                 // +5: not his
  table.flows.add(line.from_client(kTcpAck | kTcpPsh, 1001, 5001, "d"));  // +6: with data
  table.flows.add(line.from_client(kTcpAck, 1002, 5001));                 // +7
  table.flows.finish();
  const Handshake& times = table.flows.handshake(0);
  EXPECT_EQ(times.syn_ns, 1'001'000'000);
  EXPECT_EQ(times.syn_ack_ns, 1'003'000'000);
  EXPECT_EQ(times.ack_ns, 1'006'000'000);
  EXPECT_TRUE(table.connection(0).handshake);
  EXPECT_EQ(table.connection(0).rtt_ms, 5.0);
  EXPECT_EQ(table.connection(0).syn_to_synack_ms, 2.0);
}

TEST(FlowTable, WithoutSynOrSynAckThereIsNoRoundTrip) {
  FlowRun table;
  SegmentLine line;
  table.flows.add(line.from_client(kTcpAck, 1001, 5001));
  table.flows.add(line.from_server(kTcpAck, 5001, 1001));
  SegmentLine other;
  other.client.port = 50001;
  table.flows.add(other.from_client(kTcpSyn, 1000, 0));
  table.flows.add(other.from_client(kTcpAck, 1001, 5001));
  table.flows.finish();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE(table.connection(i).handshake);
    EXPECT_FALSE(table.connection(i).rtt_ms.has_value());
    EXPECT_FALSE(table.connection(i).syn_to_synack_ms.has_value());
  }
}

TEST(FlowTable, TheAckAnswersTheSynAck) {
  FlowRun table;
  SegmentLine line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001));  // before the SYN-ACK
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5500));  // of something else
  EXPECT_FALSE(table.flows.handshake(0).ack);
  table.flows.add(line.from_client(kTcpAck, 1001, 5001));
  EXPECT_EQ(table.flows.handshake(0).ack_ns, 1'005'000'000);
}

TEST(FlowTable, AHandshakeBehindDataCountsWhicheverPortIsLower) {
  for (const std::uint16_t port : {std::uint16_t{50000}, std::uint16_t{70}}) {
    SCOPED_TRACE(port);
    FlowRun table;
    SegmentLine line;
    line.client.port = port;
    table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
    table.flows.add(line.from_client(kTcpAck, 1001, 5001));
    table.flows.finish();
    EXPECT_EQ(table.connection(0).rtt_ms, 2.0);
  }
}

// --- sizes ---

TEST(FlowTable, ASegmentIsHeldAgainstWhatItsOwnReceiverTakes) {
  for (const bool large_first : {true, false}) {
    SCOPED_TRACE(large_first);
    FlowRun table;
    const std::string bytes(3000, 'x');
    for (const bool large : {large_first, !large_first}) {
      SegmentLine line;
      line.client.port = large ? 50000 : 50001;
      std::vector<Segment> opening = line.handshake();
      opening[0].mss = large ? 65495 : 1460;
      opening[1].mss = 65495;
      table.add(opening);
      table.flows.add(line.from_server(kTcpAck, 5001, 1001, bytes));
      table.flows.add(line.from_client(kTcpAck, 1001, 8001, bytes));
    }
    table.flows.finish();
    EXPECT_EQ(table.connection(large_first ? 0 : 1).over_mss, 0u);
    EXPECT_EQ(table.connection(large_first ? 1 : 0).over_mss, 1u);
    EXPECT_EQ(table.connection(large_first ? 1 : 0).largest_over_mss, 3000u);
  }
}

// --- copies and retransmissions ---

}  // namespace
}  // namespace capaudit
