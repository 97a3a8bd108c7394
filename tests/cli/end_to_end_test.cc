// SPDX-License-Identifier: Apache-2.0
// The built program on captures whose every frame and time is made here: what `list`
// prints is compared with figures worked out by hand from the formulas of HAR 1.2 and of
// docs/, key by key.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>
#include <zlib.h>

#include "tests/support/analyzed.h"
#include "tests/support/capture_files.h"
#include "tests/support/conversation.h"
#include "tests/support/frames.h"
#include "tests/support/packets.h"
#include "tests/support/program.h"
#include "tests/support/talk.h"

namespace capaudit {
namespace {

// "request.head_bytes" of a record, as JSON text without blanks; "absent" if there is
// none.
std::string value_at(const std::string& record, std::string_view path) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  if (parser.parse(record).get(element) != simdjson::SUCCESS) {
    return "not JSON";
  }
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    if (element.at_key(path.substr(0, dot)).get(element) != simdjson::SUCCESS) {
      return "absent";
    }
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return simdjson::minify(element);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

struct Field {
  const char* path;
  const char* value;
};

void expect_fields(const std::string& record, const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    EXPECT_EQ(value_at(record, field.path), field.value) << field.path;
  }
}

// A connection from 192.0.2.1:50000 to 192.0.2.2:80, frame by frame.
class Session {
 public:
  // `at`: milliseconds since the capture began.
  Session& client(std::uint32_t at, std::uint8_t flags, std::uint32_t sequence,
                  std::uint32_t acknowledgment, std::string payload = "") {
    return add(at, "192.0.2.1:50000", "192.0.2.2:80", flags, sequence, acknowledgment,
               std::move(payload));
  }
  Session& server(std::uint32_t at, std::uint8_t flags, std::uint32_t sequence,
                  std::uint32_t acknowledgment, std::string payload = "") {
    return add(at, "192.0.2.2:80", "192.0.2.1:50000", flags, sequence, acknowledgment,
               std::move(payload));
  }
  const Buffer& pcap() const { return file_.bytes(); }

 private:
  Session& add(std::uint32_t at, const char* source, const char* destination,
               std::uint8_t flags, std::uint32_t sequence, std::uint32_t acknowledgment,
               std::string payload) {
    TcpSpec tcp;
    tcp.source = source;
    tcp.destination = destination;
    tcp.flags = flags;
    tcp.sequence = sequence;
    tcp.acknowledgment = acknowledgment;
    tcp.payload = std::move(payload);
    tcp.ip_id = ++id_;
    file_.add(make_frame(tcp), at * 1000);
    return *this;
  }

  PcapFile file_;
  std::uint16_t id_ = 0;
};

constexpr std::uint8_t kSyn = kTcpSyn;
constexpr std::uint8_t kSynAck = kTcpSyn | kTcpAck;
constexpr std::uint8_t kAck = kTcpAck;
constexpr std::uint8_t kFin = kTcpFin | kTcpAck;

// Handshake at 0, 4 and 10 ms, a POST in two segments, an answer in two of which the
// second is sent twice, a GET on the same connection, and the close.
Buffer two_exchanges() {
  const std::string head =
      "POST /1 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 5\r\n\r\n";
  const std::string answer =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
      "Content-Length: 10\r\n\r\n";
  const std::string get = "GET /2 HTTP/1.1\r\nHost: a.example\r\n\r\n";
  const std::string none = "HTTP/1.1 204 No Content\r\n\r\n";
  EXPECT_EQ(head.size(), 56u);
  EXPECT_EQ(answer.size(), 65u);
  EXPECT_EQ(get.size(), 36u);
  EXPECT_EQ(none.size(), 27u);
  Session session;
  session.client(0, kSyn, 1000, 0).server(4, kSynAck, 5000, 1001);
  session.client(10, kAck, 1001, 5001);
  session.client(12, kAck, 1001, 5001, head).client(15, kAck, 1057, 5001, "hello");
  session.server(20, kAck, 5001, 1062);
  session.server(45, kAck, 5001, 1062, answer + "01234");
  session.server(50, kAck, 5071, 1062, "56789");
  session.server(55, kAck, 5071, 1062, "56789");
  session.client(57, kAck, 1062, 5076);
  session.client(100, kAck, 1062, 5076, get).server(103, kAck, 5076, 1098, none);
  session.client(110, kFin, 1098, 5103).server(112, kFin, 5103, 1099);
  session.client(118, kAck, 1099, 5104);
  return session.pcap();
}

std::vector<std::string> list(Bytes capture, std::vector<std::string> options = {}) {
  const TemporaryFile file(capture);
  std::vector<std::string> arguments = {"list", file.path(), "--format", "ndjson"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramResult run = run_program(arguments);
  EXPECT_EQ(run.status, 0) << run.err;
  return lines_of(run.out);
}

TEST(List, FirstExchangeOfAConnectionHasItsSizesFramesAndTimes) {
  const std::vector<std::string> records = list(two_exchanges());
  ASSERT_EQ(records.size(), 2u);
  expect_fields(records[0], {{"connection", "1"},
                             {"stream", "null"},
                             {"client", R"("192.0.2.1:50000")"},
                             {"server", R"("192.0.2.2:80")"},
                             {"protocol", R"("HTTP/1.1")"},
                             {"method", R"("POST")"},
                             {"url", R"("http://a.example/1")"},
                             {"status", "200"},
                             {"reason", R"("OK")"},
                             {"state", R"("complete")"},
                             {"request.head_bytes", "56"},
                             {"request.framing_bytes", "0"},
                             {"request.encoded_bytes", "5"},
                             {"request.content_bytes", "5"},
                             {"request.codings", "[]"},
                             {"request.content_type", "null"},
                             {"request.missing_bytes", "0"},
                             {"request.messages", "1"},
                             {"request.rows", "null"},
                             {"request.frames", "[4,5]"},
                             {"response.head_bytes", "65"},
                             {"response.encoded_bytes", "10"},
                             {"response.content_bytes", "10"},
                             {"response.content_type", R"("text/plain")"},
                             {"response.format", R"("text")"},
                             {"response.frames", "[7,8]"},
                             // Four frames of 54 header bytes; the fifth came again.
                             {"wire.packets", "4"},
                             {"wire.frame_bytes", "352"},
                             {"wire.retransmitted_bytes", "5"},
                             {"time.start", R"("2023-11-14T22:13:20.012000000Z")"},
                             {"time.connect", "10"},
                             {"time.rtt", "10"},
                             {"time.send", "3"},
                             {"time.wait", "30"},
                             {"time.server", "26"},
                             {"time.receive", "5"},
                             {"time.total", "48"},
                             {"time.blocked", "null"},
                             {"time.dns", "null"},
                             {"time.ssl", "null"}});
}

TEST(List, LaterExchangeOfAConnectionDidNotConnect) {
  const std::vector<std::string> records = list(two_exchanges());
  ASSERT_EQ(records.size(), 2u);
  expect_fields(records[1], {{"method", R"("GET")"},
                             {"status", "204"},
                             {"request.format", R"("empty")"},
                             {"request.messages", "0"},
                             {"request.frames", "[11,11]"},
                             {"response.head_bytes", "27"},
                             {"response.encoded_bytes", "0"},
                             {"response.frames", "[12,12]"},
                             {"wire.packets", "2"},
                             {"wire.frame_bytes", "171"},
                             {"wire.retransmitted_bytes", "0"},
                             {"time.connect", "null"},
                             {"time.rtt", "10"},
                             {"time.send", "0"},
                             {"time.wait", "3"},
                             {"time.server", "0"},
                             {"time.receive", "0"},
                             {"time.total", "3"}});
}

TEST(List, EachRecordHasEveryKey) {
  const std::string name = [] {
    const TemporaryFile file(two_exchanges());
    const ProgramResult run = run_program({"list", file.path(), "--format", "ndjson"});
    const std::string id = value_at(lines_of(run.out).at(0), "id");
    EXPECT_EQ(id, "\"" + file.path().substr(file.path().rfind('/') + 1) + "#1\"");
    return id;
  }();
  for (const std::string& record : list(two_exchanges())) {
    for (const char* key :
         {"id", "capture", "connection", "stream", "client", "server", "protocol",
          "method", "url", "status", "reason", "state", "operation", "request",
          "response", "wire", "time", "findings"}) {
      EXPECT_NE(value_at(record, key), "absent") << key;
    }
    for (const char* half : {"request.", "response."}) {
      for (const char* key :
           {"head_bytes", "framing_bytes", "encoded_bytes", "content_bytes", "codings",
            "content_type", "format", "missing_bytes", "messages", "names", "rows",
            "columns", "digest", "frames"}) {
        EXPECT_NE(value_at(record, std::string(half) + key), "absent") << half << key;
      }
    }
  }
}

TEST(List, UnknownIsNull) {
  // No handshake, no request: nothing tells who asked what, when, or how far away.
  Session session;
  session.server(0, kAck, 5001, 1001,
                 "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  session.client(1, kAck, 1001, 5044);
  const std::vector<std::string> records = list(session.pcap());
  ASSERT_EQ(records.size(), 1u);
  expect_fields(records[0], {{"state", R"("response_only")"},
                             {"method", "null"},
                             {"url", "null"},
                             {"request.head_bytes", "null"},
                             {"request.frames", "null"},
                             {"status", "200"},
                             {"response.encoded_bytes", "5"},
                             {"time.start", R"("2023-11-14T22:13:20.000000000Z")"},
                             {"time.connect", "null"},
                             {"time.rtt", "null"},
                             {"time.wait", "null"},
                             {"time.server", "null"},
                             {"time.send", "null"}});
}

TEST(List, ACodedBodyWithAHoleHasNoContentSize) {
  const std::string head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 40\r\n\r\n";
  Session session;
  session.client(0, kSyn, 1000, 0).server(1, kSynAck, 5000, 1001);
  session.client(2, kAck, 1001, 5001, "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
  session.server(3, kAck, 5001, 1036, head + std::string(10, 'x'));
  session.server(4, kAck, 5001 + 83, 1036, std::string(20, 'y'));  // 10 bytes are missing
  session.client(5, kAck, 1036, 5001 + 103);
  ASSERT_EQ(head.size(), 63u);
  const std::vector<std::string> records = list(session.pcap());
  ASSERT_EQ(records.size(), 1u);
  expect_fields(records[0], {{"state", R"("gap")"},
                             {"response.encoded_bytes", "40"},
                             {"response.missing_bytes", "10"},
                             {"response.codings", R"(["gzip"])"},
                             {"response.content_bytes", "null"}});
}

TEST(List, TheSameBytesGiveTheSameOutputHoweverTheyCome) {
  Random random(5);
  const Conversation talk = make_talk({.exchanges = 20}, random);
  const Buffer capture = capture_of(talk, {.random_cuts = true}, random);
  const TemporaryFile plain(capture, ".anything");
  const ProgramResult one =
      run_program({"list", plain.path(), "--format", "ndjson", "--jobs", "1"});
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(lines_of(one.out).size(), 20u);
  const ProgramResult eight =
      run_program({"list", plain.path(), "--format", "ndjson", "--jobs", "8"});
  EXPECT_EQ(one.out, eight.out);

  Buffer packed(compressBound(capture.size()) + 100);
  z_stream stream{};
  ASSERT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  Buffer input = capture;
  stream.next_in = input.data();
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  ASSERT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  const ProgramResult piped =
      run_program({"list", "-", "--format", "csv"}, as_text(packed));
  const ProgramResult raw =
      run_program({"list", "-", "--format", "csv"}, as_text(capture));
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_EQ(piped.out, raw.out);
}

TEST(List, EveryFormatListsEveryExchange) {
  const TemporaryFile file(two_exchanges());
  for (const char* format : {"table", "json", "csv", "har", "md"}) {
    SCOPED_TRACE(format);
    const ProgramResult run = run_program({"list", file.path(), "--format", format});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("http://a.example/1"), std::string::npos);
    EXPECT_NE(run.out.find("http://a.example/2"), std::string::npos);
  }
}

TEST(Program, ExitStatusTellsWhatWentWrong) {
  const TemporaryFile good(two_exchanges());
  Buffer cut = two_exchanges();
  cut.resize(cut.size() - 10);
  const TemporaryFile damaged(cut);
  const TemporaryFile zeros(Buffer(4096));
  struct Case {
    const char* name;
    std::vector<std::string> arguments;
    int status;
  };
  const std::vector<Case> cases = {
      {"good", {"list", good.path()}, 0},
      {"help", {"--help"}, 0},
      {"version", {"--version"}, 0},
      {"unknown command", {"lst", good.path()}, 2},
      {"unknown option", {"list", "--formt", "csv", good.path()}, 2},
      {"unknown format", {"list", "--format", "yaml", good.path()}, 2},
      {"no such file", {"list", good.path() + ".none"}, 3},
      {"zeros", {"list", zeros.path()}, 3},
      {"damaged", {"list", damaged.path()}, 0},
      {"damaged, strict", {"list", "--strict", damaged.path()}, 4},
      {"one of two readable", {"list", good.path(), zeros.path()}, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ProgramResult run = run_program(c.arguments);
    EXPECT_EQ(run.status, c.status) << run.err;
    EXPECT_EQ(run.err.empty(), c.status == 0 && std::string_view(c.name) != "damaged" &&
                                   std::string_view(c.name) != "one of two readable")
        << run.err;
  }
}

}  // namespace
}  // namespace capaudit
