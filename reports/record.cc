// SPDX-License-Identifier: Apache-2.0
#include "reports/record.h"

#include <string>

#include "reports/times.h"

namespace capaudit {
namespace {

template <class T>
void optional_number(JsonWriter& json, const std::optional<T>& value) {
  json.known_number(value ? std::optional<std::uint64_t>(*value) : std::nullopt);
}

void write_frames(const Half* half, JsonWriter& json) {
  json.key("frames");
  if (half == nullptr || half->first_frame == 0) {
    json.null();
    return;
  }
  json.begin_array();
  json.number(half->first_frame);
  json.number(half->last_frame);
  json.end_array();
}

template <class Texts>
void write_texts(const Texts* texts, const Redactor& redactor, JsonWriter& json) {
  if (texts == nullptr) {
    json.null();
    return;
  }
  json.begin_array();
  for (const std::string& text : *texts) {
    json.text(redactor.text(text));
  }
  json.end_array();
}

void write_facts(const Half* half, const Redactor& redactor, JsonWriter& json) {
  const Facts none;
  const Facts& facts = half == nullptr ? none : half->facts;
  json.key("format");
  json.known_text(facts.format ? to_string(*facts.format) : "");
  json.key("missing_bytes");
  json.known_number(half == nullptr ? std::nullopt
                                    : std::optional<std::uint64_t>(half->missing_bytes));
  json.key("messages");
  json.known_number(facts.messages);
  json.key("names");
  write_texts(half == nullptr ? nullptr : &facts.names, redactor, json);
  json.key("rows");
  json.known_number(facts.rows);
  json.key("columns");
  json.known_number(facts.columns);
  json.key("digest");
  json.known_text(facts.digest);
}

void write_half(const std::optional<Half>& side, const Redactor& redactor,
                JsonWriter& json) {
  const Half* half = side ? &*side : nullptr;
  const Half none;
  const Half& sizes = half == nullptr ? none : *half;
  json.begin_object();
  json.key("head_bytes");
  json.known_number(sizes.head_bytes);
  json.key("framing_bytes");
  json.known_number(sizes.framing_bytes);
  json.key("encoded_bytes");
  json.known_number(sizes.encoded_bytes);
  json.key("content_bytes");
  json.known_number(sizes.facts.content_bytes);
  json.key("codings");
  write_texts(half == nullptr ? nullptr : &half->codings, redactor, json);
  json.key("content_type");
  if (sizes.content_type) {
    json.text(redactor.text(*sizes.content_type));
  } else {
    json.null();
  }
  write_facts(half, redactor, json);
  write_frames(half, json);
  json.end_object();
}

void write_time(const Timings& time, JsonWriter& json) {
  json.begin_object();
  json.key("start");
  json.known_text(time.start_ns ? utc_time(*time.start_ns) : std::string());
  const auto ms = [&json](std::string_view key, const std::optional<double>& value) {
    json.key(key);
    json.known_ms(value);
  };
  ms("blocked", time.blocked);
  ms("dns", time.dns);
  ms("connect", time.connect);
  ms("ssl", time.ssl);
  ms("send", time.send);
  ms("wait", time.wait);
  ms("receive", time.receive);
  ms("total", time.total);
  ms("server", time.server);
  ms("rtt", time.rtt);
  json.end_object();
}

void write_wire(const Exchange& exchange, JsonWriter& json) {
  // A HAR knows no packets: it has no connection number and no frame.
  const bool known = exchange.wire.packets != 0;
  const auto number = [&json, known](std::string_view key, std::uint64_t value) {
    json.key(key);
    json.known_number(known ? std::optional<std::uint64_t>(value) : std::nullopt);
  };
  json.begin_object();
  number("packets", exchange.wire.packets);
  number("frame_bytes", exchange.wire.frame_bytes);
  number("retransmitted_bytes", exchange.wire.retransmitted_bytes);
  json.end_object();
}

void write_place(const Analysis& analysis, const Exchange& exchange, JsonWriter& json) {
  json.key("id");
  json.text(exchange_id(analysis, exchange));
  json.key("capture");
  json.text(analysis.captures[exchange.capture].source.name);
  json.key("connection");
  json.known_number(exchange.connection);
  json.key("stream");
  json.known_number(exchange.stream);
  json.key("client");
  json.known_text(exchange.client);
  json.key("server");
  json.known_text(exchange.server);
}

}  // namespace

void write_record(const Analysis& analysis, const Exchange& exchange,
                  const Redactor& redactor, JsonWriter& json) {
  json.begin_object();
  write_place(analysis, exchange, json);
  json.key("protocol");
  json.known_text(exchange.protocol);
  json.key("method");
  json.known_text(exchange.method);
  json.key("url");
  json.known_text(redactor.url(exchange.url));
  json.key("status");
  if (exchange.status) {
    json.number(std::int64_t{*exchange.status});
  } else {
    json.null();
  }
  json.key("reason");
  if (exchange.status) {
    json.text(redactor.text(exchange.reason));
  } else {
    json.null();
  }
  json.key("state");
  json.text(to_string(exchange.state));
  json.key("operation");
  json.known_text(exchange.operation
                      ? operation_id(analysis, analysis.operations[*exchange.operation])
                      : std::string());
  json.key("request");
  write_half(exchange.request, redactor, json);
  json.key("response");
  write_half(exchange.response, redactor, json);
  json.key("wire");
  write_wire(exchange, json);
  json.key("time");
  write_time(exchange.time, json);
  json.key("findings");
  json.begin_array();
  for (const std::string_view code : exchange.findings) {
    json.text(code);
  }
  json.end_array();
  json.end_object();
}

void write_finding(const Analysis& analysis, const Finding& finding,
                   const Redactor& redactor, JsonWriter& json) {
  json.begin_object();
  json.key("code");
  json.text(finding.code);
  json.key("severity");
  json.text(to_string(finding.severity));
  json.key("text");
  json.text(redactor.text(finding.text));
  json.key("remedy");
  json.known_text(finding.remedy);
  json.key("capture");
  if (finding.capture < analysis.captures.size()) {
    json.text(analysis.captures[finding.capture].source.name);
  } else {
    json.null();
  }
  json.key("file_offset");
  json.known_number(finding.file_offset);
  json.key("frame");
  json.known_number(finding.frame);
  json.key("connection");
  optional_number(json, finding.connection);
  json.key("count");
  json.number(finding.count);
  json.end_object();
}

void write_ledger(const Ledger& ledger, JsonWriter& json) {
  json.begin_object();
  json.key("wire_bytes");
  json.number(ledger.wire_bytes);
  json.key("fates");
  json.begin_object();
  for (std::size_t i = 0; i < kFates; ++i) {
    json.key(to_string(static_cast<Fate>(i)));
    json.number(ledger.bytes[i]);
  }
  json.end_object();
  json.key("sum");
  json.number(ledger.sum());
  json.key("residual");
  json.number(ledger.residual());
  json.end_object();
}

}  // namespace capaudit
