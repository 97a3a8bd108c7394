// SPDX-License-Identifier: Apache-2.0
// HAR 1.2. Bodies are left out where they are not asked for, and said to be; secrets are
// redacted as everywhere. What a capture does not show is -1 where HAR allows it. What
// HAR has no place for stands in keys that begin with an underscore.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "reports/json_writer.h"
#include "reports/list/har_bodies.h"
#include "reports/list/har_own.h"
#include "reports/list/list.h"
#include "reports/text.h"
#include "reports/times.h"
#include "reports/version.h"

namespace capaudit {
namespace {

constexpr std::string_view kNever = "1970-01-01T00:00:00.000000000Z";

void number_or_minus_one(JsonWriter& json, std::string_view key,
                         const std::optional<std::uint64_t>& value) {
  json.key(key);
  if (value) {
    json.number(*value);
  } else {
    json.number(std::int64_t{-1});
  }
}

void ms_or_minus_one(JsonWriter& json, std::string_view key,
                     const std::optional<double>& value) {
  json.key(key);
  json.ms(value.value_or(-1));
}

std::string_view trim(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == std::string_view::npos) {
    return {};
  }
  return text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1);
}

/// Calls `take(name, value)` for every header line of `head`.
template <class Take>
void for_each_header(std::string_view head, Take take) {
  std::size_t at = std::min(head.find('\n'), head.size() - 1) + 1;
  while (at < head.size()) {
    std::size_t end = std::min(head.find('\n', at), head.size() - 1) + 1;
    while (end < head.size() && (head[end] == ' ' || head[end] == '\t')) {
      end = std::min(head.find('\n', end), head.size() - 1) + 1;
    }
    const std::string_view line = head.substr(at, end - at);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
      take(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
    }
    at = end;
  }
}

void write_headers(const Half& half, const Redactor& redactor, JsonWriter& json) {
  json.key("cookies");
  json.begin_array();
  json.end_array();
  json.key("headers");
  json.begin_array();
  if (!half.head.empty()) {
    for_each_header(half.head, [&](std::string_view name, std::string_view value) {
      json.begin_object();
      json.key("name");
      json.text(name);
      json.key("value");
      json.text(redactor.value(name, value));
      json.end_object();
    });
  }
  json.end_array();
}

void write_query(std::string_view redacted_url, JsonWriter& json) {
  json.key("queryString");
  json.begin_array();
  const std::size_t mark = redacted_url.find('?');
  std::string_view query =
      mark == std::string_view::npos ? std::string_view() : redacted_url.substr(mark + 1);
  query = query.substr(0, query.find('#'));
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    const std::size_t sign = std::min(pair.find('='), pair.size());
    if (!pair.empty()) {
      json.begin_object();
      json.key("name");
      json.text(pair.substr(0, sign));
      json.key("value");
      json.text(pair.substr(std::min(sign + 1, pair.size())));
      json.end_object();
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  json.end_array();
}

void write_body(const HarBodyText& body, std::string_view encoding, JsonWriter& json) {
  if (body.text) {
    json.key("text");
    json.text(*body.text);
  }
  if (body.base64) {
    json.key(encoding);
    json.text("base64");
  }
  if (!body.comment.empty()) {
    json.key("comment");
    json.text(body.comment);
  }
}

std::string mime_type_of(const Half& half, const Redactor& redactor) {
  return half.content_type ? redactor.text(*half.content_type) : std::string();
}

// HAR knows no base64 of what was posted: the member is our own.
void write_post_data(const Half& half, const HarBodyText& body, const Redactor& redactor,
                     JsonWriter& json) {
  if (!body.text && body.comment.empty()) {
    return;
  }
  json.key("postData");
  json.begin_object();
  json.key("mimeType");
  json.text(mime_type_of(half, redactor));
  write_body(body, "_encoding", json);
  json.end_object();
}

void write_request(const Exchange& exchange, const HarBodyText& body,
                   const Redactor& redactor, JsonWriter& json) {
  const Half none;
  const Half& half = exchange.request ? *exchange.request : none;
  const std::string url = redactor.url(exchange.url);
  json.key("request");
  json.begin_object();
  json.key("method");
  json.text(exchange.method);
  json.key("url");
  json.text(url);
  json.key("httpVersion");
  json.text(exchange.protocol);
  write_headers(half, redactor, json);
  write_query(url, json);
  number_or_minus_one(json, "headersSize", half.head_bytes);
  number_or_minus_one(json, "bodySize", half.encoded_bytes);
  write_post_data(half, body, redactor, json);
  write_har_own(exchange.request, true, redactor, json);
  json.end_object();
}

void write_content(const Half& half, const HarBodyText& body, const Redactor& redactor,
                   JsonWriter& json) {
  json.key("content");
  json.begin_object();
  number_or_minus_one(json, "size", half.facts.content_bytes);
  if (half.facts.content_bytes && half.encoded_bytes) {
    json.key("compression");
    json.number(static_cast<std::int64_t>(*half.facts.content_bytes) -
                static_cast<std::int64_t>(*half.encoded_bytes));
  }
  json.key("mimeType");
  json.text(mime_type_of(half, redactor));
  write_body(body, "encoding", json);
  json.end_object();
}

std::string location_of(const Half& half, const Redactor& redactor) {
  std::string location;
  if (!half.head.empty()) {
    for_each_header(half.head, [&](std::string_view name, std::string_view value) {
      if (location.empty() && equal_ignoring_case(name, "location")) {
        location = redactor.url(value);
      }
    });
  }
  return location;
}

void write_response(const Exchange& exchange, const HarBodyText& body,
                    const Redactor& redactor, JsonWriter& json) {
  const Half none;
  const Half& half = exchange.response ? *exchange.response : none;
  json.key("response");
  json.begin_object();
  json.key("status");
  json.number(std::int64_t{exchange.status.value_or(0)});
  json.key("statusText");
  json.text(redactor.text(exchange.reason));
  json.key("httpVersion");
  json.text(exchange.protocol);
  write_headers(half, redactor, json);
  write_content(half, body, redactor, json);
  json.key("redirectURL");
  json.text(location_of(half, redactor));
  number_or_minus_one(json, "headersSize", half.head_bytes);
  number_or_minus_one(json, "bodySize", half.encoded_bytes);
  write_har_own(exchange.response, false, redactor, json);
  json.end_object();
}

/// HAR counts the TLS handshake into connect.
std::optional<double> connect_with_tls(const Timings& time) {
  if (time.connect && time.ssl) {
    return *time.connect + *time.ssl;
  }
  return time.connect;
}

void write_timings(const Timings& time, JsonWriter& json) {
  const auto connect = connect_with_tls(time);
  double sum = 0;
  for (const auto& part : {time.blocked, time.dns, Known<double>(connect), time.send,
                           time.wait, time.receive}) {
    sum += part.value_or(0);
  }
  json.key("time");
  json.ms(sum);
  json.key("timings");
  json.begin_object();
  ms_or_minus_one(json, "blocked", time.blocked);
  ms_or_minus_one(json, "dns", time.dns);
  ms_or_minus_one(json, "connect", connect);
  ms_or_minus_one(json, "ssl", time.ssl);
  ms_or_minus_one(json, "send", time.send);
  ms_or_minus_one(json, "wait", time.wait);
  ms_or_minus_one(json, "receive", time.receive);
  json.end_object();
}

std::string_view address_of(std::string_view endpoint) {
  const std::string_view address = endpoint.substr(0, endpoint.rfind(':'));
  return address.starts_with('[') && address.ends_with(']')
             ? address.substr(1, address.size() - 2)
             : address;
}

/// HAR counts from when the request began to wait, a record from its first byte.
std::optional<std::int64_t> begun_ns(const Timings& time) {
  double before = 0;
  for (const auto& part : {time.blocked, time.dns, time.connect, time.ssl}) {
    before += part.value_or(0);
  }
  constexpr double kMostMs = 1e12;
  if (!time.start_ns || before > kMostMs) {
    return time.start_ns;
  }
  return *time.start_ns - static_cast<std::int64_t>(std::llround(before * 1e6));
}

/// Of "address:port".
std::string_view port_of(std::string_view endpoint) {
  return endpoint.substr(std::min(endpoint.rfind(':') + 1, endpoint.size()));
}

/// Its number; behind the capture's in all captures but the first.
std::string connection_of(const Exchange& exchange) {
  return (exchange.capture == 0 ? "" : std::to_string(exchange.capture + 1) + ":") +
         std::to_string(*exchange.connection);
}

void write_entry(const Analysis& analysis, const Exchange& exchange,
                 const HarBodyTexts& bodies, const Redactor& redactor, JsonWriter& json) {
  json.begin_object();
  json.key("startedDateTime");
  const std::optional<std::int64_t> begun = begun_ns(exchange.time);
  json.text(begun ? utc_time(*begun) : std::string(kNever));
  write_timings(exchange.time, json);
  write_request(exchange, bodies.request, redactor, json);
  write_response(exchange, bodies.response, redactor, json);
  json.key("cache");
  json.begin_object();
  json.end_object();
  if (!exchange.server.empty()) {
    json.key("serverIPAddress");
    json.text(address_of(exchange.server));
    json.key("_serverPort");
    json.text(port_of(exchange.server));
  }
  if (exchange.connection) {
    const std::string connection = connection_of(exchange);
    json.key("connection");
    json.text(connection);
    json.key("_connectionId");
    json.text(connection);
  }
  json.key("_id");
  json.text(exchange_id(analysis, exchange));
  json.key("_state");
  json.text(to_string(exchange.state));
  write_har_own(exchange, json);
  json.end_object();
}

void write_log(const Selected& input, HarBodies* bodies, const Redactor& redactor,
               Output& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("log");
  json.begin_object();
  json.key("version");
  json.text("1.2");
  json.key("creator");
  json.begin_object();
  json.key("name");
  json.text("capaudit");
  json.key("version");
  json.text(version());
  json.end_object();
  json.key("entries");
  json.begin_array();
  HarBodyTexts texts;
  texts.response.comment = "the body is not part of this export";
  for (std::size_t i = 0; i < input.exchanges.size(); ++i) {
    if (bodies != nullptr) {
      texts = bodies->texts(i);
    }
    write_entry(input.analysis, *input.exchanges[i], texts, redactor, json);
  }
  json.end_array();
  json.end_object();
  json.end_object();
  json.new_line();
}

}  // namespace

void write_list_har(const Selected& input, const Redactor& redactor,
                    const Terminal& /*terminal*/, Output& out) {
  write_log(input, nullptr, redactor, out);
}

void write_list_har_with_bodies(const Selected& input, const AnalyzeOptions& options,
                                Output& out) {
  HarBodies bodies(input, options);
  write_log(input, &bodies, Redactor(RedactMode::off), out);
}

}  // namespace capaudit
