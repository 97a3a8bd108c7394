// SPDX-License-Identifier: Apache-2.0
// Exchanges of one connection as segments come: who answers whom, in which state it
// ends, and which frames were its (RFC 9110 15.2, RFC 9112 9.3).
#include "analyzer/http/http_connection.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/flow_table.h"
#include "analyzer/http/exchange_log.h"

namespace capaudit {
namespace {

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";  // 27 bytes
constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
constexpr std::int64_t kAsk = static_cast<std::int64_t>(kGet.size());
constexpr std::int64_t kAnswer = static_cast<std::int64_t>(kOk.size());

/// A connection from 192.0.2.1:50000 to 192.0.2.2:80, fed segment by segment. Offsets
/// count stream bytes from 0.
class Line {
 public:
  explicit Line(bool handshake = true) {
    if (handshake) {
      send(0, -1, {}, 0, kTcpSyn);
      send(1, -1, {}, 0, kTcpSyn | kTcpAck);
      send(0, 0, {}, 0, kTcpAck);
    }
  }
  void ask(std::int64_t offset, std::string_view bytes, std::int64_t acked) {
    send(0, offset, bytes, acked, kTcpAck);
  }
  void answer(std::int64_t offset, std::string_view bytes, std::int64_t acked) {
    send(1, offset, bytes, acked, kTcpAck);
  }
  void send(unsigned side, std::int64_t offset, std::string_view bytes,
            std::int64_t acked, std::uint8_t flags) {
    Segment segment;
    ++frame;
    segment.frame = {frame, static_cast<std::int64_t>(frame) * 1'000'000,
                     54 + bytes.size()};
    Endpoint ends[2];
    ends[0].address.bytes = {192, 0, 2, 1};
    ends[0].port = 50000;
    ends[1].address.bytes = {192, 0, 2, 2};
    ends[1].port = 80;
    segment.source = ends[side];
    segment.destination = ends[1 - side];
    segment.sequence = static_cast<std::uint32_t>((side == 0 ? 1001 : 5001) + offset);
    segment.acknowledgment =
        static_cast<std::uint32_t>((side == 0 ? 5001 : 1001) + acked);
    segment.window = 0xffff;
    segment.flags = flags;
    segment.ip_id = static_cast<std::uint16_t>(frame);
    segment.payload = as_bytes(bytes);
    segment.payload_bytes = bytes.size();
    flows.add(segment);
  }
  /// All exchanges at the end of the capture.
  std::vector<Exchange> finish() {
    flows.finish();
    EXPECT_EQ(flows.connections()[0].ledger.residual(), 0);
    std::vector<ExchangeKey> keys;
    return log.finish(keys);
  }
  /// "GET 200 complete", "GET - gap", "- 200 response_only", one per exchange.
  std::string told() {
    std::string out;
    for (const Exchange& exchange : finish()) {
      out += (out.empty() ? "" : ", ") +
             (exchange.method.empty() ? "-" : exchange.method) + " " +
             (exchange.status ? std::to_string(*exchange.status) : "-") + " " +
             std::string(to_string(exchange.state));
    }
    return out;
  }

  std::uint64_t frame = 0;
  ExchangeLog log{{}};
  FlowTable flows{{}, [this](std::uint32_t index, StreamSide client) {
                    return std::make_unique<HttpConnection>(
                        flows.connections(), index, client, false, log, ReaderLimits());
                  }};
};

TEST(HttpConnection, AnswersArePairedInOrder) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kOk, 2 * kAsk);
  line.answer(kAnswer, kOk, 2 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, GET 200 complete");
}

TEST(HttpConnection, StatesInTheirOrder) {
  struct Case {
    const char* name;
    void (*play)(Line&);
    const char* expected;
  };
  const Case cases[] = {
      {"no answer", [](Line& l) { l.ask(0, kGet, 0); }, "GET - unanswered"},
      {"no answer, and the server closed",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.send(1, 0, {}, kAsk, kTcpFin | kTcpAck);
       },
       "GET - unanswered"},
      {"reset instead of an answer",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.send(1, 0, {}, kAsk, kTcpRst | kTcpAck);
       },
       "GET - reset"},
      {"half a request", [](Line& l) { l.ask(0, kGet.substr(0, 20), 0); },
       "GET - cut_short"},
      {"half an answer at the end of the capture",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.answer(0, kOk.substr(0, 40), kAsk);
       },
       "GET 200 cut_short"},
      {"half an answer and FIN",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.answer(0, kOk.substr(0, 40), kAsk);
         l.send(1, 40, {}, kAsk, kTcpFin | kTcpAck);
       },
       "GET 200 closed_early"},
      {"half an answer and RST",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.answer(0, kOk.substr(0, 40), kAsk);
         l.send(1, 40, {}, kAsk, kTcpRst | kTcpAck);
       },
       "GET 200 reset"},
      {"bytes missing in the answer, and RST: the hole wins",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.answer(0, kOk.substr(0, 39), kAsk);
         l.answer(40, kOk.substr(40), kAsk);
         l.send(1, kAnswer, {}, kAsk, kTcpRst | kTcpAck);
       },
       "GET 200 gap"},
      {"an ACK proves an answer that was not captured",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.ask(kAsk, {}, kAnswer);
       },
       "GET - gap"},
      {"an answer without its request", [](Line& l) { l.answer(0, kOk, 0); },
       "- 200 response_only"},
      {"complete, then RST",
       [](Line& l) {
         l.ask(0, kGet, 0);
         l.answer(0, kOk, kAsk);
         l.send(1, kAnswer, {}, kAsk, kTcpRst | kTcpAck);
       },
       "GET 200 complete"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Line line;
    c.play(line);
    EXPECT_EQ(line.told(), c.expected);
  }
}

TEST(HttpConnection, ALostRequestLeavesItsAnswerAlone) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kOk, kAsk);
  line.answer(kAnswer, kOk, 2 * kAsk);  // the second request was not captured
  line.ask(2 * kAsk, kGet, 2 * kAnswer);
  line.answer(2 * kAnswer, kOk, 3 * kAsk);
  EXPECT_EQ(line.told(), "GET 200 complete, - 200 response_only, GET 200 complete");
}

TEST(HttpConnection, ALostAnswerIsTheGapOfItsRequest) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, kAnswer);  // the first answer was not captured
  line.answer(kAnswer, kOk, 2 * kAsk);
  EXPECT_EQ(line.told(), "GET - gap, GET 200 complete");
}

// Two requests under way at a time: each new one is sent when an answer has come whole,
// so its ACK points at the beginning of an answer that is not its own.
TEST(HttpConnection, AfterALossPipelinedRequestsAreNotPairedByTheirAcks) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  // The first answer was lost.
  line.ask(2 * kAsk, kGet, kAnswer);
  line.answer(kAnswer, kOk, 3 * kAsk);  // answers the second
  for (const Exchange& exchange : line.finish()) {
    EXPECT_FALSE(exchange.request && exchange.response)
        << "nothing proves whose answer it is";
  }
}

TEST(HttpConnection, AHoleInsideAnAnswerIsNotTheNextOnes) {
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kOk.substr(0, 39), 2 * kAsk);
  line.answer(40, kOk.substr(40), 2 * kAsk);
  line.ask(2 * kAsk, {}, kAnswer);
  EXPECT_EQ(line.told(), "GET 200 gap, GET - unanswered");
}

TEST(HttpConnection, InterimFramesAreOnTheWireOfTheirExchange) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const std::int64_t interim = static_cast<std::int64_t>(kContinue.size());
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kContinue, kAsk);
  line.answer(interim, kOk, kAsk);
  const std::vector<Exchange> exchanges = line.finish();
  ASSERT_EQ(exchanges.size(), 1u);
  EXPECT_EQ(exchanges[0].wire.packets, 3u);
  EXPECT_EQ(exchanges[0].wire.frame_bytes,
            3 * 54 + kGet.size() + kContinue.size() + kOk.size());
  EXPECT_EQ(exchanges[0].response->head_bytes, kOk.size() - 5);
  EXPECT_EQ(exchanges[0].response->first_frame, 6u);
}

TEST(HttpConnection, ARetransmissionCountsWhereverTheCaptureBegan) {
  for (const bool handshake : {true, false}) {
    SCOPED_TRACE(handshake);
    Line line(handshake);
    line.ask(0, kGet, 0);
    line.ask(0, kGet, 0);
    line.answer(0, kOk.substr(0, 30), kAsk);
    line.answer(20, kOk.substr(20), kAsk);
    const std::vector<Exchange> exchanges = line.finish();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].wire.retransmitted_bytes, kGet.size() + 10);
    EXPECT_EQ(exchanges[0].wire.packets, 3u) << "a frame of repeats only brings nothing";
  }
}

// Made to cost as much as all that came before, each: must not.
TEST(HttpConnection, ManyOpenRequestsAndRepeatsStayCheap) {
  Line line;
  constexpr std::int64_t kMany = 20'000;
  for (std::int64_t i = 0; i < kMany; ++i) {
    line.ask(i * kAsk, kGet, 0);
  }
  for (std::int64_t i = 0; i < kMany; ++i) {
    line.ask(i % 7 * kAsk, "G", 0);
  }
  EXPECT_EQ(line.finish().size(), static_cast<std::size_t>(kMany));
}

}  // namespace
}  // namespace capaudit
