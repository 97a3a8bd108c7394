// SPDX-License-Identifier: Apache-2.0
#include "reports/list/har_own.h"

#include <string>

#include "reports/times.h"

namespace capaudit {
namespace {

void write_texts(std::string_view key, const std::vector<std::string>& texts,
                 const Redactor& redactor, JsonWriter& json) {
  json.key(key);
  json.begin_array();
  for (const std::string& text : texts) {
    json.text(redactor.text(text));
  }
  json.end_array();
}

}  // namespace

void write_har_own(const std::optional<Half>& half, bool is_request,
                   const Redactor& redactor, JsonWriter& json) {
  if (!half) {
    return;
  }
  const Facts& facts = half->facts;
  json.key("_capaudit");
  json.begin_object();
  json.key("framing_bytes");
  json.known_number(half->framing_bytes);
  if (is_request) {
    json.key("content_bytes");
    json.known_number(facts.content_bytes);
  }
  write_texts("codings", half->codings, redactor, json);
  json.key("content_type");
  if (half->content_type) {
    json.text(redactor.text(*half->content_type));
  } else {
    json.null();
  }
  json.key("format");
  json.known_text(facts.format ? to_string(*facts.format) : "");
  json.key("missing_bytes");
  json.number(half->missing_bytes);
  json.key("messages");
  json.known_number(facts.messages);
  write_texts("names", facts.names, redactor, json);
  json.key("rows");
  json.known_number(facts.rows);
  json.key("columns");
  json.known_number(facts.columns);
  json.key("digest");
  json.known_text(facts.digest);
  json.key("whole");
  json.boolean(half->whole);
  json.end_object();
}

void write_har_own(const Exchange& exchange, JsonWriter& json) {
  json.key("_capaudit");
  json.begin_object();
  json.key("client");
  json.known_text(exchange.client);
  json.key("stream");
  json.known_number(exchange.stream ? std::optional<std::uint64_t>(*exchange.stream)
                                    : std::nullopt);
  json.key("opens_connection");
  json.boolean(exchange.opens_connection);
  json.key("origin");
  json.text(to_string(exchange.origin));
  json.key("start");
  json.known_text(exchange.time.start_ns ? utc_time(*exchange.time.start_ns)
                                         : std::string());
  for (const auto& [key, ms] :
       {std::pair("connect", &exchange.time.connect),
        std::pair("total", &exchange.time.total),
        std::pair("server", &exchange.time.server), std::pair("rtt", &exchange.time.rtt),
        std::pair("continue_pause", &exchange.time.continue_pause)}) {
    json.key(key);
    json.known_ms(*ms);
  }
  json.key("findings");
  json.begin_array();
  for (const std::string_view code : exchange.findings) {
    json.text(code);
  }
  json.end_array();
  json.end_object();
}

}  // namespace capaudit
