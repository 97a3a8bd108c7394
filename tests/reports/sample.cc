// SPDX-License-Identifier: Apache-2.0
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

Half request_half() {
  Half half;
  half.head = "GET /rows?n=5 HTTP/1.1\r\nHost: example.com\r\nCookie: sid=abcdef\r\n\r\n";
  half.head_bytes = half.head.size();
  half.framing_bytes = 0;
  half.encoded_bytes = 0;
  half.first_frame = 4;
  half.last_frame = 4;
  half.whole = true;
  half.facts.content_bytes = 0;
  half.facts.format = Format::empty;
  half.facts.messages = 0;
  return half;
}

Half response_half() {
  Half half;
  half.head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
      "\r\n";
  half.head_bytes = 120;
  half.framing_bytes = 12;
  half.encoded_bytes = 300;
  half.codings = {"gzip"};
  half.content_type = "application/json";
  half.first_frame = 6;
  half.last_frame = 8;
  half.whole = true;
  half.facts.content_bytes = 1000;
  half.facts.format = Format::json;
  half.facts.messages = 1;
  half.facts.rows = 5;
  half.facts.columns = 3;
  half.facts.digest = "00112233445566778899aabbccddeeff";
  return half;
}

Connection sample_connection() {
  Connection connection;
  connection.number = 1;
  connection.client.address.bytes = {192, 0, 2, 1};
  connection.client.port = 50000;
  connection.server.address.bytes = {192, 0, 2, 2};
  connection.server.port = 80;
  connection.handshake = true;
  connection.packets = 12;
  connection.client_bytes = 80;
  connection.server_bytes = 432;
  connection.first_ns = kSampleStart;
  connection.last_ns = kSampleStart + 900 * kMs;
  connection.rtt_ms = 1.0;
  connection.syn_to_synack_ms = 0.75;
  connection.protocol = "HTTP/1";
  connection.ledger.wire_bytes = 1300;
  connection.ledger.add(Fate::exchange, 500);
  connection.ledger.add(Fate::layer_headers, 600);
  connection.ledger.add(Fate::tcp_control, 200);
  return connection;
}

Capture sample_capture() {
  Capture capture;
  capture.source.path = "captures/a.pcap";
  capture.source.name = "a.pcap";
  capture.source.container = "pcap";
  capture.source.file_bytes = 1504;
  capture.source.content_bytes = 1504;
  capture.source.sha256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  capture.source.interfaces.resize(1);
  capture.source.interfaces[0].link_type = 1;
  capture.source.interfaces[0].snaplen = 262144;
  capture.source.interfaces[0].packets = 12;
  capture.source.packets = 12;
  capture.source.captured_bytes = 1300;
  capture.source.wire_bytes = 1300;
  capture.layers.frames = 12;
  capture.layers.tcp = 12;
  capture.connections.push_back(sample_connection());
  capture.ledger = capture.connections[0].ledger;
  capture.first_ns = kSampleStart;
  capture.last_ns = kSampleStart + 900 * kMs;
  return capture;
}

}  // namespace

Exchange sample_exchange(std::uint32_t number) {
  Exchange exchange;
  exchange.number = number;
  exchange.connection = 1;
  exchange.client = "192.0.2.1:50000";
  exchange.server = "192.0.2.2:80";
  exchange.protocol = "HTTP/1.1";
  exchange.method = "GET";
  exchange.url = "http://example.com/rows?n=" + std::to_string(number);
  exchange.status = 200;
  exchange.reason = "OK";
  exchange.request = request_half();
  exchange.response = response_half();
  exchange.wire = {3, 900, 0};
  exchange.time.start_ns = kSampleStart + number * 10 * kMs;
  exchange.time.send = 0.0;
  exchange.time.wait = 2.25;
  exchange.time.server = 1.5;
  exchange.time.receive = 10.0;
  exchange.time.total = 12.25;
  exchange.time.rtt = 1.0;
  return exchange;
}

Analysis sample_analysis(std::uint32_t exchanges) {
  Analysis analysis;
  analysis.captures.push_back(sample_capture());
  analysis.captures[0].connections[0].exchanges = exchanges;
  for (std::uint32_t i = 1; i <= exchanges; ++i) {
    analysis.exchanges.push_back(sample_exchange(i));
  }
  return analysis;
}

Analysis mixed_analysis() {
  Analysis analysis = sample_analysis(9);
  Exchanges& all = analysis.exchanges;
  all[0].time.connect = 1.0;
  all[1].state = State::unanswered;
  all[1].response.reset();
  all[1].status.reset();
  all[1].reason.clear();
  all[1].time = {};
  all[1].time.start_ns = kSampleStart + 20 * kMs;
  all[2].state = State::response_only;
  all[2].request.reset();
  all[2].method.clear();
  all[2].url.clear();
  all[3].state = State::cut_short;
  all[3].response->facts.content_bytes.reset();
  all[3].response->encoded_bytes.reset();
  all[3].findings = {"coding_damaged"};
  all[4].state = State::closed_early;
  all[5].state = State::gap;
  all[5].response->missing_bytes = 1460;
  all[6].state = State::reset;
  all[7].url = "http://other.test:8080/amf";
  all[7].method = "POST";
  all[7].response->facts.format = Format::amf3;
  all[7].request->facts.names = {"census.getRows"};
  all[7].status = 500;
  all[8].url = "http://other.test:8080/img/" + std::string(300, 'x') + ".png";
  all[8].response->facts.format = Format::image;
  all[8].time.total = 1534.5;
  Finding finding;
  finding.code = "gap";
  finding.severity = Severity::warning;
  finding.text = "1,460 bytes are missing in 1 connection";
  finding.remedy = "capture closer to the client or with a larger buffer";
  finding.frame = 17;
  finding.connection = 1;
  analysis.findings.push_back(finding);
  finding.code = "truncated_file";
  finding.severity = Severity::damage;
  finding.text = "the file ends inside a record at byte 1,400";
  finding.file_offset = 1400;
  analysis.findings.push_back(finding);
  return analysis;
}

Analysis hostile_analysis(const std::string& text) {
  Analysis analysis = sample_analysis(2);
  SourceInfo& source = analysis.captures[0].source;
  source.name = text;
  source.path = text;
  source.hardware = source.os = source.application = text;
  source.interfaces[0].name = source.interfaces[0].filter = text;
  Exchange& exchange = analysis.exchanges[0];
  exchange.url = "http://" + text + "/" + text + "?" + text + "=" + text;
  exchange.method = exchange.reason = exchange.protocol = text;
  exchange.client = exchange.server = text;
  for (Half* half : {&*exchange.request, &*exchange.response}) {
    half->head = text + " " + text + "\r\n" + text + ": " + text + "\r\n\r\n";
    half->content_type = text;
    half->codings = {text};
    half->facts.names = {text, text};
    half->facts.digest = text;
  }
  Finding finding;
  finding.code = "malformed_head";
  finding.text = text;
  finding.remedy = text;
  analysis.findings.push_back(finding);
  return analysis;
}

}  // namespace capaudit
