// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180): the exchange record with its nested keys flattened. Lists are joined by
// spaces. A cell that a spreadsheet would take for a formula gets a ' in front.
#include <string>
#include <string_view>

#include "reports/list/list.h"
#include "reports/numbers.h"
#include "reports/text.h"
#include "reports/times.h"

namespace capaudit {
namespace {

constexpr std::string_view kHead =
    "id,capture,connection,stream,client,server,protocol,method,url,status,reason,state,"
    "operation,"
    "request_head_bytes,request_framing_bytes,request_encoded_bytes,"
    "request_content_bytes,request_codings,request_content_type,request_format,"
    "request_missing_bytes,request_messages,request_names,request_rows,request_columns,"
    "request_digest,request_first_frame,request_last_frame,"
    "response_head_bytes,response_framing_bytes,response_encoded_bytes,"
    "response_content_bytes,response_codings,response_content_type,response_format,"
    "response_missing_bytes,response_messages,response_names,response_rows,"
    "response_columns,response_digest,response_first_frame,response_last_frame,"
    "packets,frame_bytes,retransmitted_bytes,"
    "start,blocked_ms,dns_ms,connect_ms,ssl_ms,send_ms,wait_ms,receive_ms,total_ms,"
    "server_ms,rtt_ms,findings\r\n";

/// Excel, LibreOffice and Sheets run cells that begin with one of these.
bool is_formula(std::string_view cell) {
  if (cell.empty()) {
    return false;
  }
  if (std::string_view("=+-@").find(cell[0]) != std::string_view::npos) {
    return true;
  }
  const CodePoint first = first_code_point(cell);
  return first.value == 0xff1d || first.value == 0xff0b || first.value == 0xff0d ||
         first.value == 0xff20;
}

class Row {
 public:
  explicit Row(Output& out) : out_(out) {}

  void text(std::string_view captured) {
    separate();
    std::string cell = visible(captured);
    // The guard looks at the text as captured too: a tab or CR in front is visible here.
    if (is_formula(cell) || is_formula(captured.substr(0, 1))) {
      cell.insert(0, 1, '\'');
    }
    if (cell.find_first_of(",\"") == std::string::npos) {
      out_.write(cell);
      return;
    }
    out_.put('"');
    for (const char c : cell) {
      if (c == '"') {
        out_.put('"');
      }
      out_.put(c);
    }
    out_.put('"');
  }
  void number(std::optional<std::uint64_t> value) {
    separate();
    std::string digits;
    if (value) {
      append_number(digits, *value);
    }
    out_.write(digits);
  }
  void ms(std::optional<double> value) {
    separate();
    out_.write(value ? exact_ms(*value) : std::string());
  }
  void texts(const std::vector<std::string>& values, const Redactor& redactor) {
    std::string joined;
    for (const std::string& value : values) {
      joined += joined.empty() ? "" : " ";
      joined += redactor.text(value);
    }
    text(joined);
  }
  void end() {
    out_.write("\r\n");
    first_ = true;
  }

 private:
  void separate() {
    if (!first_) {
      out_.put(',');
    }
    first_ = false;
  }
  Output& out_;
  bool first_ = true;
};

std::optional<std::uint64_t> known_frame(std::uint64_t frame) {
  return frame == 0 ? std::nullopt : std::optional<std::uint64_t>(frame);
}

void write_half(const std::optional<Half>& side, const Redactor& redactor, Row& row) {
  const Half none;
  const Half& half = side ? *side : none;
  row.number(half.head_bytes);
  row.number(half.framing_bytes);
  row.number(half.encoded_bytes);
  row.number(half.facts.content_bytes);
  row.texts(half.codings, redactor);
  row.text(redactor.text(half.content_type.value_or("")));
  row.text(half.facts.format ? to_string(*half.facts.format) : "");
  row.number(side ? std::optional<std::uint64_t>(half.missing_bytes) : std::nullopt);
  row.number(half.facts.messages);
  row.texts(half.facts.names, redactor);
  row.number(half.facts.rows);
  row.number(half.facts.columns);
  row.text(half.facts.digest);
  row.number(known_frame(half.first_frame));
  row.number(known_frame(half.last_frame));
}

void write_time(const Timings& time, Row& row) {
  row.text(time.start_ns ? utc_time(*time.start_ns) : std::string());
  for (const auto* const value :
       {&time.blocked, &time.dns, &time.connect, &time.ssl, &time.send, &time.wait,
        &time.receive, &time.total, &time.server, &time.rtt}) {
    row.ms(*value);
  }
}

void write_row(const Analysis& analysis, const Exchange& exchange,
               const Redactor& redactor, Row& row) {
  row.text(exchange_id(analysis, exchange));
  row.text(analysis.captures[exchange.capture].source.name);
  row.number(exchange.connection);
  row.number(exchange.stream);
  row.text(exchange.client);
  row.text(exchange.server);
  row.text(exchange.protocol);
  row.text(exchange.method);
  row.text(redactor.url(exchange.url));
  row.number(exchange.status);
  row.text(redactor.text(exchange.reason));
  row.text(to_string(exchange.state));
  row.text("");  // operation
  write_half(exchange.request, redactor, row);
  write_half(exchange.response, redactor, row);
  const bool wire = exchange.wire.packets != 0;
  for (const std::uint64_t value : {exchange.wire.packets, exchange.wire.frame_bytes,
                                    exchange.wire.retransmitted_bytes}) {
    row.number(wire ? std::optional<std::uint64_t>(value) : std::nullopt);
  }
  write_time(exchange.time, row);
  std::string findings;
  for (const std::string_view code : exchange.findings) {
    findings += findings.empty() ? "" : " ";
    findings += code;
  }
  row.text(findings);
  row.end();
}

}  // namespace

void write_list_csv(const Selected& input, const Redactor& redactor,
                    const Terminal& /*terminal*/, Output& out) {
  out.write(kHead);
  Row row(out);
  for (const Exchange* exchange : input.exchanges) {
    write_row(input.analysis, *exchange, redactor, row);
  }
}

}  // namespace capaudit
