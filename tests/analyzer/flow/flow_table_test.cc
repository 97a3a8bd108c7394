// SPDX-License-Identifier: Apache-2.0
// Which connection a segment belongs to, its handshake, and where each of its bytes goes.
#include "analyzer/flow/flow_table.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/segments.h"
#include "tests/support/stream_recorder.h"

namespace capaudit {
namespace {

/// A flow table whose connections are recorded, one recorder each.
class Table {
 public:
  explicit Table(const FlowOptions& options = {})
      : flows(options, [this](std::uint32_t index, StreamSide client) {
          clients.push_back(client);
          return std::make_unique<Booker>(*this, index);
        }) {}

  StreamRecorder& seen(std::size_t index) { return recorders[index]; }
  Connection& connection(std::size_t index) { return flows.connections()[index]; }
  std::size_t size() { return flows.connections().size(); }
  void add(const std::vector<Segment>& segments) {
    for (const Segment& segment : segments) {
      flows.add(segment);
    }
  }

  std::deque<StreamRecorder> recorders;
  std::vector<StreamSide> clients;
  std::vector<std::uint32_t> ended;  ///< connections whose side 1 ended, in that order
  std::size_t alive = 0;
  FlowTable flows;

 private:
  // Books what is delivered, as a consumer has to.
  class Booker : public StreamConsumer {
   public:
    Booker(Table& table, std::uint32_t index)
        : table_(table), index_(index), to_(table.recorders.emplace_back()) {
      ++table_.alive;
    }
    ~Booker() override { --table_.alive; }
    Booker(const Booker&) = delete;
    Booker& operator=(const Booker&) = delete;

    void on_data(StreamSide side, const Chunk& chunk) override {
      book(Fate::not_http, chunk.data.size());
      to_.on_data(side, chunk);
    }
    void on_gap(StreamSide side, const Gap& gap) override { to_.on_gap(side, gap); }
    void on_repeat(StreamSide side, std::uint64_t offset, std::uint64_t size) override {
      to_.on_repeat(side, offset, size);
    }
    void on_conflict(StreamSide side, std::uint64_t offset,
                     std::uint64_t frame) override {
      to_.on_conflict(side, offset, frame);
    }
    void on_discard(StreamSide side, std::uint64_t length) override {
      book(Fate::outside_window, length);
      to_.on_discard(side, length);
    }
    void on_reset(StreamSide side, std::uint64_t frame) override {
      to_.on_reset(side, frame);
    }
    void on_end(StreamSide side, StreamEnd end) override {
      if (side == 1) {
        table_.ended.push_back(index_);
      }
      to_.on_end(side, end);
    }

   private:
    void book(Fate fate, std::uint64_t bytes) {
      table_.flows.connections()[index_].ledger.add(fate, bytes);
    }

    Table& table_;
    std::uint32_t index_;
    StreamRecorder& to_;
  };
};

Endpoint at(std::uint8_t host, std::uint16_t port) {
  Endpoint out;
  out.address.bytes = {192, 0, 2, host};
  out.port = port;
  return out;
}

/// Segments between two endpoints, each a millisecond after the one before.
struct Line {
  Endpoint client = at(1, 50000), server = at(2, 80);
  std::uint64_t frame = 0;
  std::int64_t time_ns = 1'000'000'000;

  Segment make(bool from_client, std::uint8_t flags, std::uint32_t sequence,
               std::uint32_t ack, std::string_view bytes = {}) {
    Segment segment;
    time_ns += 1'000'000;
    segment.frame = {++frame, time_ns, 54 + bytes.size()};
    segment.source = from_client ? client : server;
    segment.destination = from_client ? server : client;
    segment.sequence = sequence;
    segment.acknowledgment = ack;
    segment.window = 0xffff;
    segment.flags = flags;
    segment.ip_id = static_cast<std::uint16_t>(frame);
    segment.payload = as_bytes(bytes);
    segment.payload_bytes = bytes.size();
    return segment;
  }
  Segment from_client(std::uint8_t flags, std::uint32_t sequence, std::uint32_t ack,
                      std::string_view bytes = {}) {
    return make(true, flags, sequence, ack, bytes);
  }
  Segment from_server(std::uint8_t flags, std::uint32_t sequence, std::uint32_t ack,
                      std::string_view bytes = {}) {
    return make(false, flags, sequence, ack, bytes);
  }
  /// SYN 1000, SYN-ACK 5000, ACK.
  std::vector<Segment> handshake(std::uint32_t isn = 1000) {
    return {from_client(kTcpSyn, isn, 0), from_server(kTcpSyn | kTcpAck, 5000, isn + 1),
            from_client(kTcpAck, isn + 1, 5001)};
  }
};

TEST(FlowTable, NumbersConnectionsInOrderOfTheirFirstPackets) {
  Table table;
  Line one;
  Line two;
  two.client.port = 50001;
  Line three;
  three.server = at(3, 80);
  three.client = at(2, 80);
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
  Table table;
  Line line;
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
  Table table;
  Line line;
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpSyn, 1000, 0));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, ASynAckNeverBeginsANewConnection) {
  Table table;
  Line line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpSyn | kTcpAck, 777, 1001));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_server(kTcpAck, 5001, 1005, "answer"));
  table.flows.finish();
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.seen(0).order(), ">data<answer> open< open");
}

TEST(FlowTable, ASynBehindDataItFitsIsThatConnections) {
  Table table;  // reordered by the capture
  Line line;
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
    Table table;
    Line line;
    table.flows.add(line.make(c.from_client, c.flags, 1, 1));
    EXPECT_EQ(table.connection(0).client, line.client);
    EXPECT_EQ(table.connection(0).server, line.server);
    EXPECT_EQ(table.connection(0).direction_known, c.known);
    EXPECT_EQ(table.clients[0], c.from_client ? 0u : 1u);
  }
}

TEST(FlowTable, ASimultaneousOpenLeavesTheDirectionOpen) {
  Table table;  // RFC 9293 3.5, figure 7
  Line line;
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
  Table table;
  Line line;
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
  Table table;
  Line line;
  table.flows.add(line.from_client(kTcpAck, 1001, 5001));
  table.flows.add(line.from_server(kTcpAck, 5001, 1001));
  Line other;
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
  Table table;
  Line line;
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
    Table table;
    Line line;
    line.client.port = port;
    table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    table.flows.add(line.from_server(kTcpSyn | kTcpAck, 5000, 1001));
    table.flows.add(line.from_client(kTcpAck, 1005, 5001));
    table.flows.finish();
    EXPECT_EQ(table.connection(0).rtt_ms, 2.0);
  }
}

// --- copies and retransmissions ---

TEST(FlowTable, AFrameCapturedTwiceIsOneSegment) {
  for (const bool remove : {true, false}) {
    SCOPED_TRACE(remove);
    FlowOptions options;
    options.remove_duplicates = remove;
    Table table(options);
    Line line;
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
    Table table;
    Line line;
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

TEST(FlowTable, ARetransmissionCountsItsBytes) {
  Table table;
  Line line;
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
  Table table;
  Line line;
  table.add(line.handshake());
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.add(line.from_client(kTcpFin | kTcpAck, 1005, 5001));
  table.flows.add(line.from_server(kTcpFin | kTcpAck, 5001, 1006));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  for (std::uint16_t i = 0; i < 3000; ++i) {  // long ago now
    Line other;
    other.client = at(3, static_cast<std::uint16_t>(1000 + i));
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
  Table table;
  Line line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst, 5001 + 0x20000, 0));
  table.flows.add(line.from_client(kTcpAck, 1001, 5001, "data"));
  table.flows.finish();
  EXPECT_EQ(table.flows.ignored_resets(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, TheTextOfAResetIsNoStream) {
  Table table;
  Line line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst | kTcpAck, 5001, 1001, "go away"));
  table.flows.finish();
  EXPECT_EQ(table.seen(0).text(1), " reset");
  EXPECT_EQ(table.connection(0).ledger.of(Fate::outside_window), 7u);
  EXPECT_EQ(table.connection(0).ledger.residual(), 0);
}

TEST(FlowTable, ResetConnectionsDoNotPileUp) {
  Table table;
  for (std::uint16_t i = 0; i < 3000; ++i) {
    Line line;
    line.client.port = static_cast<std::uint16_t>(1000 + i);
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    table.flows.add(line.from_server(kTcpRst | kTcpAck, 0, 1001));
  }
  EXPECT_LT(table.alive, 2000u);
  EXPECT_EQ(table.size(), 3000u);
}

TEST(FlowTable, AConnectionThatGoesOnAfterAResetIsNotForgotten) {
  Table table;
  Line line;
  table.add(line.handshake());
  table.flows.add(line.from_server(kTcpRst, 5001, 0));  // forged, and the client knows
  std::string expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    Line other;
    other.client = at(3, static_cast<std::uint16_t>(1000 + i));
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
  Table table;
  std::vector<std::uint32_t> expected;
  for (std::uint16_t i = 0; i < 200; ++i) {
    Line line;
    line.client = at(static_cast<std::uint8_t>(i * 37 % 251),
                     static_cast<std::uint16_t>(1000 + i * 7919 % 50000));
    table.flows.add(line.from_client(kTcpSyn, 1000, 0));
    expected.push_back(i);
  }
  table.flows.finish();
  EXPECT_EQ(table.ended, expected);
}

TEST(FlowTable, UrgentDataIsReadInLine) {
  Table table;  // RFC 6093
  Line line;
  table.add(line.handshake());
  Segment urgent = line.from_client(kTcpAck | kTcpUrg, 1001, 5001, "data");
  urgent.urgent = 2;
  table.flows.add(urgent);
  table.flows.finish();
  EXPECT_EQ(table.flows.urgent(), 1u);
  EXPECT_EQ(table.seen(0).text(0), "data open");
}

TEST(FlowTable, BytesAreCountedOncePerSideHolesIncluded) {
  Table table;
  Line line;
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
    Table table;
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
    const StreamSide client = table.connection(0).client == at(1, 50000)
                                  ? table.clients[0]
                                  : other(table.clients[0]);
    EXPECT_EQ(table.connection(0).client_bytes,
              table.seen(0).delivered(client) + table.seen(0).missing(client));
  }
}

}  // namespace
}  // namespace capaudit
