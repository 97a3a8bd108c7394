// SPDX-License-Identifier: Apache-2.0
// Exchanges of one connection as segments come: who answers whom, in which state it
// ends, and which frames were its (RFC 9110 15.2, RFC 9112 9.3).
#include "analyzer/http/http_connection.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/http/line.h"

namespace capaudit {
namespace {

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

TEST(HttpConnection, InterimFramesAreOnTheWireOfTheirExchange) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const std::int64_t interim = static_cast<std::int64_t>(kContinue.size());
  Line line;
  line.ask(0, kGet, 0);
  line.answer(0, kContinue, kAsk);
  line.answer(interim, kOk, kAsk);
  const Exchanges exchanges = line.finish();
  ASSERT_EQ(exchanges.size(), 1u);
  EXPECT_EQ(exchanges[0].wire.packets, 3u);
  EXPECT_EQ(exchanges[0].wire.frame_bytes,
            3 * 54 + kGet.size() + kContinue.size() + kOk.size());
  EXPECT_EQ(exchanges[0].response->head_bytes, kOk.size() - 5);
  EXPECT_EQ(exchanges[0].response->first_frame, 6u);
}

// An aggregated frame (IEEE 802.11-2020 9.3.2.2) brings segments of both directions.
TEST(HttpConnection, AFrameOfRequestAndAnswerIsCountedOnce) {
  struct Case {
    const char* name;
    bool split;  // the answer's last bytes come in a frame of their own
    std::uint64_t packets, frame_bytes;
  };
  const Case cases[] = {
      {"all in one", false, 1, 54 + kOk.size()},
      {"and one more", true, 2, (54 + kOk.size() - 3) + (54 + 3)},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::size_t first = kOk.size() - (c.split ? 3 : 0);
    Line line;
    line.wire_bytes = 54 + first;
    line.ask(0, kGet, 0);
    --line.frame;
    line.answer(0, kOk.substr(0, first), kAsk);
    line.wire_bytes.reset();
    if (c.split) {
      line.answer(static_cast<std::int64_t>(first), kOk.substr(first), kAsk);
    }
    line.flows.finish();
    const Exchanges exchanges = line.log.finish();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].wire.packets, c.packets);
    EXPECT_EQ(exchanges[0].wire.frame_bytes, c.frame_bytes);
    EXPECT_EQ(exchanges[0].request->first_frame, exchanges[0].response->first_frame);
  }
}

// Two segments of one frame, and one of another that belongs between them.
TEST(HttpConnection, AFrameIsCountedOnceThoughItsSegmentsAreApart) {
  Line line;
  line.ask(0, kGet, 0);
  line.answer(20, kOk.substr(20), kAsk);
  line.answer(10, kOk.substr(10, 10), kAsk);
  line.frame -= 2;
  line.answer(0, kOk.substr(0, 10), kAsk);
  ++line.frame;
  const Exchanges exchanges = line.finish();
  ASSERT_EQ(exchanges.size(), 1u);
  EXPECT_EQ(exchanges[0].state, State::complete);
  EXPECT_EQ(exchanges[0].wire.packets, 3u);
}

TEST(HttpConnection, AnInterimResponseAloneIsOnTheWireOfItsRequest) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const std::int64_t interim = static_cast<std::int64_t>(kContinue.size());
  for (const bool lost : {false, true}) {
    SCOPED_TRACE(lost);
    Line line;
    line.ask(0, kGet, 0);
    line.answer(0, kContinue, kAsk);
    if (lost) {
      line.ask(kAsk, {}, interim + 20);
    }
    const Exchanges exchanges = line.finish();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].state, lost ? State::gap : State::unanswered);
    EXPECT_EQ(exchanges[0].wire.packets, 2u);
    EXPECT_EQ(exchanges[0].wire.frame_bytes, 2 * 54 + kGet.size() + kContinue.size());
    EXPECT_FALSE(exchanges[0].status);
  }
}

TEST(HttpConnection, BehindAHoleAnInterimResponseAnnouncesNothing) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const std::int64_t interim = static_cast<std::int64_t>(kContinue.size());
  Line line;
  line.ask(0, kGet, 0);
  line.ask(kAsk, kGet, 0);
  line.answer(0, kContinue, 2 * kAsk);
  line.answer(interim + 50, kOk, 2 * kAsk);  // the answer to either
  line.ask(2 * kAsk, {}, interim + 50 + kAnswer);
  const Exchanges exchanges = line.finish();
  ASSERT_EQ(exchanges.size(), 3u);
  EXPECT_EQ(exchanges[0].wire.packets, 2u);
  EXPECT_EQ(exchanges[2].state, State::response_only);
  EXPECT_EQ(exchanges[2].wire.packets, 1u) << "without the interim response";
}

// Only a server sends 1xx (RFC 9110 15.2): with it the direction is known, although there
// is no exchange yet.
TEST(HttpConnection, AnInterimResponseTellsTheDirectionInAnyNumberOfSegments) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const std::int64_t interim = static_cast<std::int64_t>(kContinue.size());
  for (const bool one_segment : {false, true}) {
    SCOPED_TRACE(one_segment);
    Line line(false);
    if (one_segment) {
      line.answer(0, std::string(kContinue) + std::string(kGet), 0);
    } else {
      line.answer(0, kContinue, 0);
      line.answer(interim, kGet, 0);  // what a server does not send
    }
    EXPECT_EQ(line.told(), "");
  }
}

// RFC 1945 4.1: a simple request is one line, its answer what comes up to the close.
// RFC 9110 9.3.2: an answer to HEAD announces a body that it does not have. Of a capture
// of answers alone only the server's ACKs tell.
TEST(HttpConnection, OfAnswersAloneOneWithoutItsBodyAnsweredHead) {
  Line line;
  line.answer(0, kOk.substr(0, kOk.size() - 5), kAsk);
  line.answer(kAnswer - 5, kOk, 2 * kAsk);
  line.answer(2 * kAnswer - 5, kOk, 3 * kAsk);
  const Exchanges all = line.finish();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].response->encoded_bytes, 0u);
  EXPECT_EQ(all[0].findings, std::vector<std::string_view>{"answer_to_head"});
  EXPECT_EQ(all[1].response->encoded_bytes, 5u);
  EXPECT_EQ(all[2].response->encoded_bytes, 5u);
}

// A body may look like a response: as long as nothing was asked in between it is one.
TEST(HttpConnection, OfAnswersAloneABodyThatLooksLikeOneIsABody) {
  const std::string outer = "HTTP/1.1 200 OK\r\nContent-Length: 43\r\n\r\n";
  Line line;
  line.answer(0, outer, kAsk);
  line.answer(static_cast<std::int64_t>(outer.size()), kOk, kAsk);
  const Exchanges all = line.finish();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].response->encoded_bytes, 43u);
}

TEST(HttpConnection, ASimpleRequestIsAnsweredByWhatComes) {
  Line line;
  line.ask(0, "GET /a\r\n", 0);
  line.answer(0, "<p>hello", 8);
  line.answer(8, "</p>", 8);
  line.send(1, 12, {}, 8, kTcpFin | kTcpAck);
  const Exchanges exchanges = line.finish();
  ASSERT_EQ(exchanges.size(), 1u);
  EXPECT_EQ(exchanges[0].protocol, "HTTP/0.9");
  EXPECT_EQ(exchanges[0].url, "http://192.0.2.2/a");
  EXPECT_EQ(exchanges[0].state, State::complete);
  EXPECT_FALSE(exchanges[0].status);
  EXPECT_EQ(exchanges[0].request->head_bytes, 8u);
  EXPECT_EQ(exchanges[0].response->head_bytes, 0u);
  EXPECT_EQ(exchanges[0].response->encoded_bytes, 12u);
}

TEST(HttpConnection, ASimpleAnswerBehindAHoleIsNotTakenForOne) {
  Line line;
  line.ask(0, "GET /a\r\n", 0);
  line.answer(20, "<p>hello", 8);  // its beginning may have been a head
  EXPECT_EQ(line.told(), "GET - gap");
}

// RFC 9112 6.3 rule 2: nothing of HTTP follows a granted CONNECT, or 101.
TEST(HttpConnection, BehindAGrantedConnectIsATunnel) {
  constexpr std::string_view kConnect = "CONNECT b:443 HTTP/1.1\r\nHost: b\r\n\r\n";
  constexpr std::string_view kGranted = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";
  const auto asked = static_cast<std::int64_t>(kConnect.size());
  const auto granted = static_cast<std::int64_t>(kGranted.size());
  Line line;
  line.ask(0, kConnect, 0);
  line.answer(0, kGranted, asked);
  line.ask(asked, "\x01\x02\x03\x04", granted);
  line.answer(granted, "\x05\x06", asked + 4);
  EXPECT_EQ(line.told(), "CONNECT 200 complete");
  EXPECT_EQ(line.flows.connections()[0].ledger.of(Fate::tunnel), 6u);
}

TEST(HttpConnection, TlsInsideATunnelCannotBeRead) {
  constexpr std::string_view kConnect = "CONNECT b:443 HTTP/1.1\r\nHost: b\r\n\r\n";
  constexpr std::string_view kGranted = "HTTP/1.1 200 OK\r\n\r\n";
  const auto asked = static_cast<std::int64_t>(kConnect.size());
  const auto granted = static_cast<std::int64_t>(kGranted.size());
  for (const std::size_t cut : {1u, 2u, 6u}) {
    SCOPED_TRACE(cut);
    const std::string hello("\x16\x03\x01\x02\x00\x01", 6);
    Line line;
    line.ask(0, kConnect, 0);
    line.answer(0, kGranted, asked);
    line.ask(asked, hello.substr(0, cut), granted);
    line.ask(asked + static_cast<std::int64_t>(cut), hello.substr(cut), granted);
    EXPECT_EQ(line.told(), "CONNECT 200 complete");
    EXPECT_EQ(line.flows.connections()[0].ledger.of(Fate::undecryptable), 6u);
  }
}

TEST(HttpConnection, HttpInsideATunnelIsReadOn) {
  constexpr std::string_view kConnect = "CONNECT b:80 HTTP/1.1\r\nHost: b\r\n\r\n";
  constexpr std::string_view kGranted = "HTTP/1.1 200 OK\r\n\r\n";
  const auto asked = static_cast<std::int64_t>(kConnect.size());
  const auto granted = static_cast<std::int64_t>(kGranted.size());
  Line line;
  line.ask(0, kConnect, 0);
  line.answer(0, kGranted, asked);
  line.ask(asked, kGet, granted);
  line.answer(granted, kOk, asked + kAsk);
  EXPECT_EQ(line.told(), "CONNECT 200 complete, GET 200 complete");
}

TEST(HttpConnection, Behind101AnotherProtocolIsSpoken) {
  constexpr std::string_view kUpgrade =
      "GET /chat HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n";
  constexpr std::string_view kSwitch =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
  const auto asked = static_cast<std::int64_t>(kUpgrade.size());
  const auto switched = static_cast<std::int64_t>(kSwitch.size());
  Line line;
  line.ask(0, kUpgrade, 0);
  line.answer(0, kSwitch, asked);
  line.ask(asked, kGet, switched);  // looks like HTTP, and is what the protocol carries
  line.answer(switched, kOk, asked + kAsk);
  EXPECT_EQ(line.told(), "GET 101 complete");
  EXPECT_EQ(line.flows.connections()[0].ledger.of(Fate::tunnel),
            kGet.size() + kOk.size());
}

// RFC 9112 6.3 rules 4 and 5: nobody knows where such a request ends.
TEST(HttpConnection, AnUnframeableRequestIsCutShortAndHidesWhatFollows) {
  const std::string_view requests[] = {
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
  };
  for (const std::string_view request : requests) {
    SCOPED_TRACE(request);
    const auto asked = static_cast<std::int64_t>(request.size());
    Line line;
    line.ask(0, request, 0);
    line.ask(asked, kGet, 0);  // may be its body
    line.answer(0, kOk, asked + kAsk);
    line.send(1, kAnswer, {}, asked + kAsk, kTcpFin | kTcpAck);
    EXPECT_EQ(line.told(), "POST 200 cut_short");
  }
}

TEST(HttpConnection, ARetransmissionCountsWhereverTheCaptureBegan) {
  for (const bool handshake : {true, false}) {
    SCOPED_TRACE(handshake);
    Line line(handshake);
    line.ask(0, kGet, 0);
    line.ask(0, kGet, 0);
    line.answer(0, kOk.substr(0, 30), kAsk);
    line.answer(20, kOk.substr(20), kAsk);
    const Exchanges exchanges = line.finish();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].wire.retransmitted_bytes, kGet.size() + 10);
    EXPECT_EQ(exchanges[0].wire.packets, 3u) << "a frame of repeats only brings nothing";
  }
}

}  // namespace
}  // namespace capaudit
