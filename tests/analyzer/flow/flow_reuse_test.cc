// SPDX-License-Identifier: Apache-2.0
// Four values that are used again, where the second connection's SYN was not captured. A
// new connection has initial sequence numbers of its own (RFC 9293 3.4.1, RFC 6528), and
// nothing follows a FIN or RST in the old one (RFC 9293 3.10.4, 3.10.7.4).
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyzer/flow/flow_table.h"
#include "tests/analyzer/flow/flow_table_run.h"

namespace capaudit {
namespace {

constexpr std::uint32_t kClientIsn = 3'000'000'000;
constexpr std::uint32_t kServerIsn = 2'000'000'000;

enum class Close { none, fins, reset };

FlowOptions reading_messages() {
  FlowOptions options;
  options.begins_message = [](Bytes bytes) {
    return !bytes.empty() && bytes[0] == static_cast<std::uint8_t>('M');
  };
  return options;
}

// Three bytes each way, and then how it ends.
void first_connection(FlowRun& table, SegmentLine& line, Close close) {
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "ask"));
  table.flows.add(line.from_server(kTcpAck, 5001, 1004, "yes"));
  if (close == Close::fins) {
    table.flows.add(line.from_client(kTcpFin | kTcpAck, 1004, 5004));
    table.flows.add(line.from_server(kTcpFin | kTcpAck, 5004, 1005));
    table.flows.add(line.from_client(kTcpAck, 1005, 5005));
  } else if (close == Close::reset) {
    table.flows.add(line.from_client(kTcpRst | kTcpAck, 1004, 5004));
  }
}

void expect_sums(FlowRun& table, SegmentLine& line) {
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ(table.connection(i).ledger.residual(), 0);
    packets += table.connection(i).packets;
  }
  EXPECT_EQ(packets, line.frame);
}

TEST(FlowReuse, ASynAckOfAnotherConnectionBeginsItBehindAClose) {
  for (const Close close : {Close::none, Close::fins, Close::reset}) {
    SCOPED_TRACE(static_cast<int>(close));
    FlowRun table;
    SegmentLine line;
    first_connection(table, line, close);
    table.flows.add(line.from_server(kTcpSyn | kTcpAck, kServerIsn, kClientIsn + 1));
    table.flows.add(line.from_client(kTcpAck, kClientIsn + 1, kServerIsn + 1));
    table.flows.add(line.from_client(kTcpAck, kClientIsn + 1, kServerIsn + 1, "more"));
    table.flows.add(line.from_server(kTcpAck, kServerIsn + 1, kClientIsn + 5, "sure"));
    table.flows.finish();
    expect_sums(table, line);
    if (close == Close::none) {
      ASSERT_EQ(table.size(), 1u) << "it may be forged: the connection goes on";
      continue;
    }
    ASSERT_EQ(table.size(), 2u);
    const Connection& second = table.connection(1);
    EXPECT_EQ(second.client, line.client);
    EXPECT_EQ(second.server, line.server);
    EXPECT_TRUE(second.direction_known);
    EXPECT_TRUE(second.opening_seen);
    EXPECT_FALSE(second.handshake);
    EXPECT_EQ(second.packets, 4u);
    EXPECT_EQ(second.client_bytes, 4u);
    EXPECT_EQ(second.server_bytes, 4u);
    EXPECT_EQ(table.connection(0).ledger.of(Fate::outside_window), 0u);
    EXPECT_EQ(table.flows.handshake(1).syn_ns, std::nullopt);
    EXPECT_NE(table.flows.handshake(1).syn_ack_ns, std::nullopt);
  }
}

// The port is closed, and open when the client tries again.
TEST(FlowReuse, ASynAckBehindARefusalAcknowledgesAnotherSyn) {
  FlowRun table;
  SegmentLine line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_server(kTcpRst | kTcpAck, 0, 1001));
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, kServerIsn, kClientIsn + 1));
  table.flows.finish();
  EXPECT_EQ(table.size(), 2u);
  expect_sums(table, line);
}

TEST(FlowReuse, TheSynAckSentAgainBeginsNothing) {
  for (const Close close : {Close::fins, Close::reset}) {
    FlowRun table;
    SegmentLine line;
    first_connection(table, line, close);
    table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
    table.flows.finish();
    EXPECT_EQ(table.size(), 1u);
    expect_sums(table, line);
  }
}

TEST(FlowReuse, AMessageFarFromBothStreamsBeginsAConnectionBehindAClose) {
  struct Case {
    const char* name;
    Close close;
    std::uint32_t sequence, ack;
    std::string_view bytes;
    std::size_t connections;
  };
  constexpr std::uint32_t kNear = 60'000;  // within a window of 65,535 bytes
  const Case cases[] = {
      {"FINs", Close::fins, kClientIsn, kServerIsn, "Message", 2},
      {"RST", Close::reset, kClientIsn, kServerIsn, "Message", 2},
      {"still open", Close::none, kClientIsn, kServerIsn, "Message", 1},
      {"no message", Close::fins, kClientIsn, kServerIsn, "rest of one", 1},
      {"near in sequence", Close::fins, 1004 + kNear, kServerIsn, "Message", 1},
      {"near in acknowledgment", Close::fins, kClientIsn, 5004 + kNear, "Message", 1},
      {"right behind the FIN", Close::fins, 1005, 5005, "Message", 1},
      {"sent again", Close::fins, 1001, 5001, "Message", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    FlowRun table(reading_messages());
    SegmentLine line;
    first_connection(table, line, c.close);
    table.flows.add(line.from_client(kTcpAck | kTcpPsh, c.sequence, c.ack, c.bytes));
    table.flows.add(line.from_server(
        kTcpAck | kTcpPsh, c.ack, c.sequence + static_cast<std::uint32_t>(c.bytes.size()),
        "Answer"));
    table.flows.finish();
    EXPECT_EQ(table.size(), c.connections);
    expect_sums(table, line);
    if (table.size() == 2) {
      EXPECT_EQ(table.seen(1).text(0), "Message open");
      EXPECT_EQ(table.seen(1).text(1), "Answer open");
      EXPECT_FALSE(table.connection(1).direction_known);
      EXPECT_FALSE(table.connection(1).opening_seen);
    }
  }
}

// Of the client no packet was captured: the server's FIN is all that can be seen.
TEST(FlowReuse, WhereOneSideWasCapturedItsFinIsTheClose) {
  for (const bool closed : {false, true}) {
    for (const bool syn_ack : {false, true}) {
      SCOPED_TRACE(testing::Message() << closed << syn_ack);
      FlowRun table(reading_messages());
      SegmentLine line;
      table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
      table.flows.add(line.from_server(kTcpAck, 5001, 1004, "Mine"));
      if (closed) {
        table.flows.add(line.from_server(kTcpFin | kTcpAck, 5005, 1005));
      }
      if (syn_ack) {
        table.flows.add(line.from_server(kTcpSyn | kTcpAck, kServerIsn, kClientIsn));
      }
      table.flows.add(line.from_server(kTcpAck, kServerIsn + 1, kClientIsn + 9, "More"));
      table.flows.finish();
      EXPECT_EQ(table.size(), closed ? 2u : 1u);
      EXPECT_EQ(table.seen(closed ? 1 : 0).text(0).ends_with("More open"), closed);
      expect_sums(table, line);
    }
  }
}

TEST(FlowReuse, DataBeginsNothingForWhomNobodyCanTellAMessage) {
  FlowRun table;
  SegmentLine line;
  first_connection(table, line, Close::fins);
  table.flows.add(line.from_client(kTcpAck, kClientIsn, kServerIsn, "Message"));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  expect_sums(table, line);
}

}  // namespace
}  // namespace capaudit
