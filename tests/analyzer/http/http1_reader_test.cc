// SPDX-License-Identifier: Apache-2.0
// One direction's bytes and holes as messages (RFC 9112), told event by event.
#include "analyzer/http/http1_reader.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

/// Feeds a reader and writes down what it says: "GET /a", "200", "end 40 whole", "lost".
/// Bytes of messages and skipped bytes are summed.
class Direction : private Http1Listener {
 public:
  explicit Direction(Role role = Role::unknown, std::uint64_t max_head = 1 << 16)
      : reader_(0, limits(max_head), *this) {
    reader_.set_role(role);
  }

  Direction& segment(std::string_view bytes, std::uint64_t acked = 0) {
    Chunk chunk;
    chunk.offset = offset_;
    chunk.data = as_bytes(bytes);
    chunk.frame.number = ++frame_;
    chunk.peer_offset = acked;
    chunk.has_peer_offset = true;
    reader_.on_data(chunk);
    offset_ += bytes.size();
    return *this;
  }
  /// One segment, told byte by byte.
  Direction& crumbs(std::string_view bytes) {
    ++frame_;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      Chunk chunk;
      chunk.offset = offset_++;
      chunk.data = as_bytes(bytes.substr(i, 1));
      chunk.frame.number = frame_;
      chunk.starts_segment = i == 0;
      reader_.on_data(chunk);
    }
    return *this;
  }
  Direction& hole(std::uint64_t length) {
    reader_.on_gap({offset_, length, GapKind::lost});
    offset_ += length;
    return *this;
  }
  Direction& end(StreamEnd how = StreamEnd::capture_end) {
    reader_.on_end(how);
    return *this;
  }

  Http1Reader& reader() { return reader_; }
  const std::string& told() const { return told_; }
  const std::string& skipped() const { return skipped_; }
  std::uint64_t message_bytes() const { return message_bytes_; }

 private:
  static ReaderLimits limits(std::uint64_t max_head) {
    ReaderLimits out;
    out.max_head = max_head;
    return out;
  }
  void tell(const std::string& what) { told_ += (told_.empty() ? "" : ", ") + what; }

  void on_request_line(StreamSide, const RequestLine& line) override {
    reader_.set_role(Role::request);
    method_ = line.method;
    version_ = line.version;
    tell(method_ + " " + std::string(line.target));
  }
  void on_status_line(StreamSide, const StatusLine& line) override {
    reader_.set_role(Role::response);
    status_ = line.status;
    version_ = line.version;
    tell(std::to_string(status_));
  }
  BodyPlan on_head(StreamSide, std::string_view) override {
    const Head& head = reader_.message().head;
    if (reader_.role() == Role::request) {
      return plan_request_body(head, version_);
    }
    if (status_ / 100 == 1) {
      BodyPlan plan;
      plan.interim = true;
      return plan;
    }
    return plan_response_body(head, status_, version_, "");
  }
  void on_message_end(StreamSide) override {
    const Message& message = reader_.message();
    tell("end " + std::to_string(message.end - message.begin) +
         (message.half.whole ? " whole" : " part") +
         (message.half.missing_bytes > 0
              ? " missing " + std::to_string(message.half.missing_bytes)
              : ""));
  }
  void on_interim_only(StreamSide, const Wire& wire) override {
    tell("interim only in " + std::to_string(wire.packets));
  }
  void on_message_bytes(StreamSide, std::uint64_t count) override {
    message_bytes_ += count;
  }
  void on_skipped(StreamSide, Skipped, Bytes bytes) override {
    skipped_ += as_text(bytes);
  }
  void on_malformed_start(StreamSide) override { tell("malformed"); }
  void on_boundary_lost(StreamSide) override { tell("lost"); }
  bool expects_http09(StreamSide) const override { return false; }

  Http1Reader reader_;
  std::string told_, skipped_, method_, version_;
  std::uint64_t message_bytes_ = 0;
  int status_ = 0;
  std::uint64_t offset_ = 500, frame_ = 0;
};

constexpr std::string_view kGet = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

std::string operator+(std::string_view a, std::string_view b) {
  return std::string(a).append(b);
}

TEST(Http1Reader, AFirstStartLineSaysWhoSpeaks) {
  EXPECT_EQ(Direction().segment(kGet).told(), "GET /a, end 28 whole");
  EXPECT_EQ(Direction().segment(kOk).told(), "200, end 43 whole");
}

TEST(Http1Reader, MessagesFollowEachOtherHoweverTheyAreCut) {
  const std::string three = kOk + kOk + kOk;
  const std::string expected = "200, end 43 whole, 200, end 43 whole, 200, end 43 whole";
  EXPECT_EQ(Direction().segment(three).told(), expected);
  EXPECT_EQ(Direction().crumbs(three).told(), expected);
  for (std::size_t cut = 1; cut < three.size(); ++cut) {
    Direction pieces;
    pieces.segment(std::string_view(three).substr(0, cut));
    pieces.segment(std::string_view(three).substr(cut));
    EXPECT_EQ(pieces.told(), expected) << cut;
    EXPECT_EQ(pieces.message_bytes(), three.size());
    EXPECT_EQ(pieces.skipped(), "");
  }
}

// RFC 9112 2.2.
TEST(Http1Reader, EmptyLinesBeforeAStartLineBelongToNobody) {
  Direction direction;
  direction.segment("\r\n\n" + kGet + "\r\n" + kGet);
  EXPECT_EQ(direction.told(), "GET /a, end 28 whole, GET /a, end 28 whole");
  EXPECT_EQ(direction.skipped(), "\r\n\n\r\n");
}

// RFC 9112 3: recipients may ignore whitespace before a start line.
TEST(Http1Reader, WhitespaceBeforeAStartLineIsNoted) {
  for (const bool crumbs : {false, true}) {
    SCOPED_TRACE(crumbs);
    Direction direction;
    crumbs ? direction.crumbs(" \t" + kGet) : direction.segment(" \t" + kGet);
    EXPECT_EQ(direction.told(), "GET /a, end 28 whole");
    EXPECT_EQ(direction.skipped(), " \t");
    ASSERT_EQ(direction.reader().message().findings.size(), 1u);
    EXPECT_EQ(direction.reader().message().findings[0], "start_line_whitespace");
    direction.segment("\r\n" + kGet);
    EXPECT_TRUE(direction.reader().message().findings.empty());
  }
}

TEST(Http1Reader, BehindJunkAMessageBeginsWithASegment) {
  Direction direction(Role::response);
  direction.segment(kOk + "garbage " + kOk).segment("more" + kOk).segment(kOk);
  EXPECT_EQ(direction.told(), "200, end 43 whole, lost, 200, end 43 whole");
  EXPECT_EQ(direction.skipped(), "garbage " + kOk + "more" + kOk);
}

TEST(Http1Reader, BehindJunkOnlyAKnownMethodProvesARequest) {
  Direction direction(Role::request);
  direction.hole(10).segment("word to HTTP/1.1\r\n\r\n").segment(kGet);
  EXPECT_EQ(direction.told(), "lost, GET /a, end 28 whole");
}

TEST(Http1Reader, ACandidateThatIsNoneLosesNothingMore) {
  const std::string_view candidate = "GET /a NO SUCH\r\n";
  EXPECT_EQ(Direction(Role::request).hole(10).segment(candidate).told(), "lost");
  EXPECT_EQ(Direction(Role::request).hole(10).crumbs(candidate).told(), "lost");
}

// A short tail of a body could be the beginning of a method: what proves that it is none
// begins a message itself.
TEST(Http1Reader, WhatRefutesACandidateMayBeginAMessage) {
  Direction request(Role::request);
  request.hole(10).segment("hello").segment(kGet);
  EXPECT_EQ(request.told(), "lost, GET /a, end 28 whole");
  EXPECT_EQ(request.skipped(), "hello");
  Direction response(Role::response);
  response.hole(10).segment("HTT").segment(kOk).segment(kOk);
  EXPECT_EQ(response.told(), "lost, 200, end 43 whole, 200, end 43 whole");
  EXPECT_EQ(response.skipped(), "HTT");
}

// The end of a body, at the beginning of a capture, until the other side has asked.
TEST(Http1Reader, WhatCanNoLongerBeAStartLineIsGivenUp) {
  Direction direction;
  direction.segment("the end of a body");
  EXPECT_EQ(direction.told(), "");
  direction.reader().set_role(Role::response);
  direction.segment(kOk);
  EXPECT_EQ(direction.told(), "lost, 200, end 43 whole");
  EXPECT_EQ(direction.skipped(), "the end of a body");
}

TEST(Http1Reader, HolesWhereTheyHurtDifferently) {
  struct Case {
    const char* name;
    void (*play)(Direction&);
    const char* told;
  };
  const Case cases[] = {
      {"between messages", [](Direction& d) { d.segment(kOk).hole(7).segment(kOk); },
       "200, end 43 whole, lost, 200, end 43 whole"},
      {"in a start line",
       [](Direction& d) { d.segment("HTTP/1.1 2").hole(7).segment(kOk); },
       "lost, 200, end 43 whole"},
      {"in a head",
       [](Direction& d) { d.segment(kOk.substr(0, 20)).hole(7).segment(kOk); },
       "200, end 27 part missing 7, lost, 200, end 43 whole"},
      {"in a body",
       [](Direction& d) { d.segment(kOk.substr(0, 39)).hole(2).segment("lo" + kOk); },
       "200, end 43 part missing 2, 200, end 43 whole"},
      {"over a body's end",
       [](Direction& d) { d.segment(kOk.substr(0, 39)).hole(9).segment(kOk); },
       "200, end 48 part missing 4, lost, 200, end 43 whole"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Direction direction(Role::response);
    c.play(direction);
    EXPECT_EQ(direction.told(), c.told);
  }
}

// RFC 9112 7.1: how long the body is stands in the chunk sizes.
TEST(Http1Reader, AHoleOverAChunkSizeLeavesTheSizesUnknown) {
  constexpr std::string_view kHead =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  Direction inside(Role::response);
  inside.segment(kHead + "a\r\nabc").hole(4).segment("hij\r\n0\r\n\r\n");
  EXPECT_EQ(inside.reader().message().half.encoded_bytes, 10u);
  EXPECT_EQ(inside.reader().message().half.framing_bytes, 10u);
  Direction over(Role::response);
  over.segment(kHead + "a\r\nabc").hole(12).segment("hij\r\n0\r\n\r\n");
  EXPECT_EQ(over.reader().message().half.head_bytes, kHead.size());
  EXPECT_EQ(over.reader().message().half.encoded_bytes, std::nullopt);
  EXPECT_EQ(over.reader().message().half.framing_bytes, std::nullopt);
  EXPECT_EQ(over.reader().message().half.missing_bytes, 12u);
}

TEST(Http1Reader, TheEndOfTheStreamEndsWhatLastsUntilIt) {
  constexpr std::string_view kToClose = "HTTP/1.0 200 OK\r\n\r\nhello";
  EXPECT_EQ(Direction().segment(kToClose).end(StreamEnd::fin).told(),
            "200, end 24 whole");
  EXPECT_EQ(Direction().segment(kToClose).end(StreamEnd::reset).told(),
            "200, end 24 part");
  EXPECT_EQ(Direction().segment(kToClose).end().told(), "200, end 24 part");
  EXPECT_EQ(Direction().segment(kOk.substr(0, 40)).end(StreamEnd::fin).told(),
            "200, end 40 part");
}

// RFC 9110 15.2: interim responses announce a final one.
TEST(Http1Reader, InterimResponsesAreToldApartWhenNoFinalOneFollows) {
  EXPECT_EQ(Direction().segment(kContinue + kOk).told(), "100, 200, end 43 whole");
  EXPECT_EQ(Direction().segment(kContinue).end().told(), "100, interim only in 1");
  EXPECT_EQ(Direction().segment(kContinue).segment(kContinue).hole(5).told(),
            "100, 100, interim only in 2, lost");
  EXPECT_EQ(Direction().segment(kContinue).segment("HTT").hole(5).segment(kOk).told(),
            "100, interim only in 1, lost, 200, end 43 whole")
      << "what is behind the hole may answer another request";
}

TEST(Http1Reader, AHeadHasALimitHoweverItComes) {
  const std::string fits = "GET /a HTTP/1.1\r\nA: " + std::string(40, 'b') + "\r\n\r\n";
  const std::string longer = "GET /a HTTP/1.1\r\nA: " + std::string(60, 'b') + "\r\n\r\n";
  const std::string whole = "GET /a, end " + std::to_string(fits.size()) + " whole";
  for (const bool crumbs : {false, true}) {
    SCOPED_TRACE(crumbs);
    Direction direction(Role::request, 70);
    crumbs ? direction.crumbs(fits) : direction.segment(fits);
    EXPECT_EQ(direction.told(), whole);
    crumbs ? direction.crumbs(longer) : direction.segment(longer);
    EXPECT_EQ(direction.told(), whole + ", GET /a, end 71 part, lost");
  }
}

// A request behind one that cannot be framed may be its body, unless it was sent after
// the answer.
TEST(Http1Reader, BehindAnUnframeableRequestOnlyALaterOneIsRead) {
  Direction direction(Role::request);
  direction.segment("POST /p HTTP/1.1\r\nContent-Length: x\r\n\r\n", 900);
  direction.segment(kGet, 900).segment(kGet, 950);
  EXPECT_EQ(direction.told(), "POST /p, end 39 part, lost, GET /a, end 28 whole");
}

TEST(Http1Reader, ATunnelIsReadNoFurtherUnlessAsked) {
  Direction closed(Role::request);
  closed.segment(kGet);
  closed.reader().enter_tunnel(false);
  closed.segment(kGet);
  EXPECT_EQ(closed.told(), "GET /a, end 28 whole");
  EXPECT_EQ(closed.skipped(), kGet);

  Direction open(Role::request);
  open.segment(kGet);
  open.reader().enter_tunnel(true);
  open.segment(kGet);
  EXPECT_EQ(open.told(), "GET /a, end 28 whole, GET /a, end 28 whole");
}

}  // namespace
}  // namespace capaudit
