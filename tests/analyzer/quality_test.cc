// SPDX-License-Identifier: Apache-2.0
// What is said of a capture as a whole, each on a capture that shows just that.
#include "analyzer/quality.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/capture_files.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

constexpr std::string_view kRequest = "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n";
constexpr std::string_view kResponse = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

// One packet of the session below: microseconds after the first, and what it is.
struct Step {
  std::uint32_t at_us;
  TcpSpec tcp;
};

TcpSpec from_client(std::uint32_t sequence, std::uint32_t acknowledgment,
                    std::uint8_t flags, std::string_view payload = "") {
  TcpSpec spec;
  spec.sequence = sequence;
  spec.acknowledgment = acknowledgment;
  spec.flags = flags;
  spec.payload = payload;
  spec.ip_id = static_cast<std::uint16_t>(sequence);
  return spec;
}

TcpSpec from_server(std::uint32_t sequence, std::uint32_t acknowledgment,
                    std::uint8_t flags, std::string_view payload = "") {
  TcpSpec spec = from_client(sequence, acknowledgment, flags, payload);
  std::swap(spec.source, spec.destination);
  return spec;
}

// A whole session: handshake with the given times of SYN-ACK and ACK, one exchange,
// close.
std::vector<Step> session(std::uint32_t synack_us, std::uint32_t ack_us) {
  const auto asked = static_cast<std::uint32_t>(kRequest.size());
  const auto told = static_cast<std::uint32_t>(kResponse.size());
  return {
      {0, from_client(99, 0, kTcpSyn)},
      {synack_us, from_server(499, 100, kTcpSyn | kTcpAck)},
      {ack_us, from_client(100, 500, kTcpAck)},
      {ack_us + 10, from_client(100, 500, kTcpAck | kTcpPsh, kRequest)},
      {ack_us + 90000, from_server(500, 100 + asked, kTcpAck | kTcpPsh, kResponse)},
      {ack_us + 90100, from_client(100 + asked, 500 + told, kTcpAck | kTcpFin)},
      {ack_us + 99000, from_server(500 + told, 101 + asked, kTcpAck | kTcpFin)},
      {ack_us + 99100, from_client(101 + asked, 501 + told, kTcpAck)},
  };
}

Buffer to_file(const std::vector<Step>& steps) {
  PcapFile file;
  for (const Step& step : steps) {
    file.add(make_frame(step.tcp), step.at_us);
  }
  return file.bytes();
}

const Finding* find(const Analysis& analysis, std::string_view code) {
  const auto found = std::find_if(analysis.findings.begin(), analysis.findings.end(),
                                  [&](const Finding& f) { return f.code == code; });
  return found == analysis.findings.end() ? nullptr : &*found;
}

void expect_only_place(const Analysis& analysis) {
  for (const Finding& finding : analysis.findings) {
    EXPECT_EQ(finding.code, "capture_point") << finding.text;
  }
}

TEST(CapturePoint, IsToldFromTheTwoHalvesOfTheHandshake) {
  struct Case {
    std::string name;
    std::uint32_t synack_us, ack_us;  // after the SYN
    std::string told;
  };
  const std::vector<Case> cases = {
      {"the server's answer takes the whole round trip", 20000, 20050, "near the client"},
      {"the client's answer takes it", 50, 20000, "near the server"},
      {"each takes half", 10000, 20000, "between"},
      {"one machine: some microseconds", 30, 45, "cannot be told"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Analysis analysis = analyzed(to_file(session(c.synack_us, c.ack_us)));
    const Finding* const finding = find(analysis, "capture_point");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find(c.told), std::string::npos) << finding->text;
    EXPECT_EQ(finding->severity, Severity::note);
    expect_only_place(analysis);
  }
}

TEST(CapturePoint, IsNotGuessedWithoutAHandshake) {
  std::vector<Step> steps = session(10000, 20000);
  steps.erase(steps.begin(), steps.begin() + 3);
  const Analysis analysis = analyzed(to_file(steps));
  EXPECT_EQ(find(analysis, "capture_point"), nullptr);
  ASSERT_NE(find(analysis, "midstream"), nullptr);
  EXPECT_EQ(find(analysis, "midstream")->count, 1u);
}

TEST(Quality, NamesTheFrameWhereTheClockStepsBack) {
  std::vector<Step> steps = session(10000, 20000);
  steps[4].at_us = 15000;  // the response, 5 ms before the ACK that precedes it
  const Analysis analysis = analyzed(to_file(steps));
  const Finding* const finding = find(analysis, "clock_step");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->frame, 5u);
  EXPECT_EQ(finding->count, 1u);
  ASSERT_EQ(analysis.exchanges.size(), 1u);
  const Timings& time = analysis.exchanges[0].time;
  for (const std::optional<double> phase :
       {time.send, time.wait, time.receive, time.total, time.server}) {
    EXPECT_GE(phase.value_or(0), 0);
  }
}

// One packet far ahead, and back: no time that touches it is known, and none is an hour.
TEST(Quality, ForgetsWhatAClockSaidThatRanAhead) {
  for (std::size_t spike = 1; spike < 7; ++spike) {
    SCOPED_TRACE(spike);
    std::vector<Step> steps = session(10000, 20000);
    steps[spike].at_us += 400'000'000;
    const Analysis analysis = analyzed(to_file(steps));
    const Finding* const finding = find(analysis, "clock_step");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->frame, spike + 1);
    ASSERT_EQ(analysis.exchanges.size(), 1u);
    const Exchange& exchange = analysis.exchanges[0];
    const bool marked = std::find(exchange.findings.begin(), exchange.findings.end(),
                                  "clock_step") != exchange.findings.end();
    EXPECT_EQ(marked, spike <= 4) << "the close is not the exchange's";
    const Timings& time = exchange.time;
    EXPECT_EQ(time.connect.has_value(), spike != 2);
    EXPECT_EQ(time.rtt.has_value(), spike != 2);
    EXPECT_EQ(time.wait.has_value(), spike != 3 && spike != 4);
    EXPECT_EQ(time.server.has_value(), spike != 1 && spike != 3 && spike != 4);
    for (const std::optional<double> phase :
         {time.connect, time.rtt, time.send, time.wait, time.receive, time.total,
          time.server}) {
      EXPECT_GE(phase.value_or(0), 0);
      EXPECT_LT(phase.value_or(0), 1000);
    }
    EXPECT_LT(*analysis.captures[0].last_ns - *analysis.captures[0].first_ns,
              1'000'000'000);
  }
}

TEST(Quality, SaysThatPacketCountsAreEstimatesUnderOffload) {
  std::vector<Step> steps = session(10000, 20000);
  // Both sides announce 536 bytes (RFC 9293, 3.7.1); the response comes in one piece.
  steps[0].tcp.options = steps[1].tcp.options = {2, 4, 0x02, 0x18};
  const std::string large =
      "HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n" + std::string(4000, 'x');
  steps[4].tcp.payload = large;
  const auto told = static_cast<std::uint32_t>(large.size());
  steps[5].tcp.acknowledgment = 500 + told;
  steps[6].tcp.sequence = 500 + told;
  steps[7].tcp.acknowledgment = 501 + told;
  const Analysis analysis = analyzed(to_file(steps));
  const Finding* const finding = find(analysis, "offload");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 1u);
  EXPECT_EQ(finding->frame, 5u);
  EXPECT_NE(finding->text.find("estimates"), std::string::npos);
}

TEST(Quality, TellsAnAcknowledgedHoleFromSilence) {
  std::vector<Step> steps = session(10000, 20000);
  steps.erase(steps.begin() + 4);  // the response, which the client acknowledges
  const Analysis analysis = analyzed(to_file(steps));
  const Finding* const gap = find(analysis, "gap");
  ASSERT_NE(gap, nullptr);
  EXPECT_EQ(gap->connection, 1u);
  ASSERT_EQ(analysis.exchanges.size(), 1u);
  EXPECT_EQ(analysis.exchanges[0].state, State::gap);

  std::vector<Step> silent = session(10000, 20000);
  silent.resize(4);
  EXPECT_EQ(find(analyzed(to_file(silent)), "gap"), nullptr);
}

TEST(Quality, SaysWhatTheSnapshotLengthCutOff) {
  PcapFile file;
  std::uint64_t cut = 0;
  for (const Step& step : session(10000, 20000)) {
    const Buffer frame = make_frame(step.tcp);
    PcapRecord record;
    record.fraction = step.at_us;
    record.data.assign(frame.begin(),
                       frame.begin() + static_cast<std::ptrdiff_t>(
                                           std::min<std::size_t>(frame.size(), 60)));
    record.original = static_cast<std::uint32_t>(frame.size());
    cut += frame.size() - record.data.size();
    file.add(record);
  }
  const Analysis analysis = analyzed(file.bytes());
  const Finding* const finding = find(analysis, "snaplen_cut");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 2u);  // request and response
  EXPECT_EQ(analysis.captures[0].ledger.of(Fate::snaplen_cut), cut);
}

TEST(Quality, PassesOnWhatTheCapturingMachineDropped) {
  PcapngFile file;
  file.interface({});
  std::uint64_t ticks = 1'700'000'000'000'000;
  for (const Step& step : session(10000, 20000)) {
    file.enhanced(0, ticks + step.at_us, make_frame(step.tcp));
  }
  // isb_ifdrop and isb_osdrop: the interface's own and the system's.
  file.statistics(0, {{5, file.number(14, 8)}, {7, file.number(3, 8)}});
  const Analysis analysis = analyzed(file.bytes());
  const Finding* const finding = find(analysis, "capture_dropped");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 17u);
  EXPECT_EQ(finding->severity, Severity::warning);
}

// Two connections and a frame of none: each byte of the file stands in one ledger.
TEST(Ledger, OfTheConnectionsIsThatOfTheFile) {
  std::vector<Step> steps = session(10000, 20000);
  std::uint64_t one = 0;
  PcapFile file;
  for (const Step& step : steps) {
    TcpSpec other = step.tcp;
    (other.source.ends_with(":80") ? other.destination : other.source) = "10.0.0.3:41000";
    file.add(make_frame(step.tcp), step.at_us);
    file.add(make_frame(other), step.at_us + 1);
    one += make_frame(step.tcp).size();
  }
  const Buffer arp = make_ethernet(0x0806, Buffer(46, 0));
  file.add(arp, 900'000);
  const Analysis analysis = analyzed(file.bytes());
  const Capture& capture = analysis.captures[0];
  ASSERT_EQ(capture.connections.size(), 2u);
  for (const Connection& connection : capture.connections) {
    EXPECT_EQ(connection.ledger.wire_bytes, one);
    EXPECT_EQ(connection.ledger.sum(), one);
    EXPECT_EQ(connection.ledger.of(Fate::exchange), kRequest.size() + kResponse.size());
    EXPECT_EQ(connection.ledger.of(Fate::layer_headers), 2u * 54);
    EXPECT_EQ(connection.ledger.of(Fate::tcp_control), 6u * 54);
  }
  const Ledger rest = outside_connections(capture);
  EXPECT_EQ(rest.wire_bytes, arp.size());
  EXPECT_EQ(rest.of(Fate::not_ip), arp.size());
}

// Cut by the snapshot length, padded, and in an aggregated frame: the same.
TEST(Ledger, OfAConnectionHasWhatStandsBesideItsPayload) {
  PcapFile file;
  std::uint64_t wire = 0;
  for (const Step& step : session(10000, 20000)) {
    Buffer frame = make_frame(step.tcp);
    frame.resize(frame.size() + 6, 0);
    PcapRecord record;
    record.fraction = step.at_us;
    record.data.assign(frame.begin(), frame.begin() + 58);
    record.original = static_cast<std::uint32_t>(frame.size());
    wire += frame.size();
    file.add(record);
  }
  const Analysis analysis = analyzed(file.bytes());
  const Capture& capture = analysis.captures[0];
  ASSERT_EQ(capture.connections.size(), 1u);
  EXPECT_EQ(capture.connections[0].ledger.wire_bytes, wire);
  EXPECT_EQ(capture.connections[0].ledger.bytes, capture.ledger.bytes);
  EXPECT_GT(capture.ledger.of(Fate::padding), 0u);
  EXPECT_GT(capture.ledger.of(Fate::snaplen_cut), 0u);
}

TEST(Quality, CountsFramesOfAMirrorOnce) {
  PcapFile file;
  for (const Step& step : session(10000, 20000)) {
    file.add(make_frame(step.tcp), step.at_us);
    file.add(make_frame(step.tcp), step.at_us + 3);
  }
  const Analysis analysis = analyzed(file.bytes());
  const Finding* const finding = find(analysis, "duplicates");
  ASSERT_NE(finding, nullptr);
  // All but the first of each side: an identification that has not changed yet may be a
  // constant of its sender, and then it identifies nothing.
  EXPECT_EQ(finding->count, 6u);
  ASSERT_EQ(analysis.exchanges.size(), 1u);
  EXPECT_EQ(analysis.exchanges[0].wire.retransmitted_bytes, 0u);
}

TEST(Quality, AConnectionWhoseOpeningWasSeenIsNotMidstream) {
  for (const std::string_view kept : {"10.0.0.1:40000", "10.0.0.2:80"}) {
    SCOPED_TRACE(kept);
    std::vector<Step> steps = session(10000, 20000);
    std::erase_if(steps, [&](const Step& s) { return s.tcp.source != kept; });
    EXPECT_EQ(find(analyzed(to_file(steps)), "midstream"), nullptr);
    steps.erase(steps.begin());  // the SYN or SYN-ACK
    EXPECT_NE(find(analyzed(to_file(steps)), "midstream"), nullptr);
  }
}

TEST(CapturePoint, IsNotToldFromASimultaneousOpen) {
  std::vector<Step> steps = session(10000, 20000);
  steps.insert(steps.begin() + 1, {5000, from_server(499, 0, kTcpSyn)});
  steps.insert(steps.begin() + 2, {7000, from_client(99, 500, kTcpSyn | kTcpAck)});
  const Analysis analysis = analyzed(to_file(steps));
  EXPECT_EQ(find(analysis, "capture_point"), nullptr);
  ASSERT_EQ(analysis.exchanges.size(), 1u);
  const Timings& time = analysis.exchanges[0].time;
  EXPECT_EQ(time.server, std::nullopt);
  EXPECT_EQ(time.rtt, std::nullopt);
  EXPECT_EQ(time.connect, std::nullopt);
  EXPECT_NE(time.wait, std::nullopt);
}

TEST(CapturePoint, IsNotToldFromAHandshakeThatWasSentAgain) {
  std::vector<Step> steps = session(1010000, 1020000);
  Step again = steps[0];
  again.at_us = 1000000;
  steps.insert(steps.begin() + 1, again);
  const Analysis analysis = analyzed(to_file(steps));
  EXPECT_EQ(find(analysis, "capture_point"), nullptr);
  ASSERT_EQ(analysis.exchanges.size(), 1u);
  EXPECT_EQ(analysis.exchanges[0].time.connect, 1020.0) << "the client did wait";
  EXPECT_EQ(analysis.exchanges[0].time.server, std::nullopt);
}

// The session, and the same again with numbers far away, without a handshake.
std::vector<Step> twice(std::vector<Step> steps) {
  for (const Step& first : std::vector<Step>(steps.begin() + 3, steps.end())) {
    Step step = first;
    step.at_us += 200000;
    step.tcp.sequence += 2'000'000'000;
    step.tcp.acknowledgment += 2'000'000'000;
    steps.push_back(step);
  }
  return steps;
}

TEST(Quality, SaysThatBytesFarFromTheirStreamsWereNotRead) {
  std::vector<Step> steps = session(10000, 20000);
  EXPECT_EQ(find(analyzed(to_file(steps)), "outside_window"), nullptr);
  steps.resize(5);  // the close was not captured
  steps = twice(steps);
  const Analysis analysis = analyzed(to_file(steps));
  const Finding* const finding = find(analysis, "outside_window");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->connection, 1u);
  EXPECT_EQ(analysis.captures[0].ledger.of(Fate::outside_window),
            kRequest.size() + kResponse.size());
}

// The four values are used again after the close, and the second handshake was lost.
TEST(Quality, ReadsWhatFollowsAClosedConnectionOnItsPorts) {
  const Analysis analysis = analyzed(to_file(twice(session(10000, 20000))));
  EXPECT_EQ(find(analysis, "outside_window"), nullptr);
  ASSERT_EQ(analysis.exchanges.size(), 2u);
  EXPECT_EQ(analysis.exchanges[1].connection, 2u);
  EXPECT_EQ(analysis.exchanges[1].state, State::complete);
  EXPECT_EQ(analysis.exchanges[1].time.connect, std::nullopt);
  ASSERT_NE(find(analysis, "midstream"), nullptr);
  EXPECT_EQ(find(analysis, "midstream")->count, 1u);
}

TEST(Quality, SaysWhenOneDirectionIsMissing) {
  std::vector<Step> steps = session(10000, 20000);
  std::erase_if(steps, [](const Step& s) { return s.tcp.source == "10.0.0.2:80"; });
  const Analysis analysis = analyzed(to_file(steps));
  ASSERT_NE(find(analysis, "one_sided"), nullptr);
  EXPECT_EQ(find(analysis, "one_sided")->count, 1u);
}

}  // namespace
}  // namespace capaudit
