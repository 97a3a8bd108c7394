// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/own_json.h"

#include "analyzer/har/json_take.h"

namespace capaudit {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

void take_member(std::string_view key, element item, HarOwnHalf& half) {
  std::optional<std::int64_t>* const number =
      key == "framing_bytes"   ? &half.framing_bytes
      : key == "missing_bytes" ? &half.missing_bytes
      : key == "content_bytes" ? &half.content_bytes
      : key == "messages"      ? &half.messages
      : key == "rows"          ? &half.rows
      : key == "columns"       ? &half.columns
                               : nullptr;
  std::optional<std::string>* const text = key == "content_type" ? &half.content_type
                                           : key == "format"     ? &half.format
                                           : key == "digest"     ? &half.digest
                                                                 : nullptr;
  if (number != nullptr) {
    take(item, *number);
  } else if (text != nullptr) {
    take(item, *text);
  } else if (key == "codings") {
    take(item, half.codings);
  } else if (key == "names") {
    take(item, half.names);
  } else if (key == "whole") {
    take(item, half.whole);
  }
}

void take_member(std::string_view key, element item, HarOwn& own) {
  std::optional<double>* const ms = key == "connect"          ? &own.connect
                                    : key == "total"          ? &own.total
                                    : key == "server"         ? &own.server
                                    : key == "rtt"            ? &own.rtt
                                    : key == "continue_pause" ? &own.continue_pause
                                                              : nullptr;
  std::optional<std::string>* const text = key == "start"    ? &own.start
                                           : key == "client" ? &own.client
                                           : key == "origin" ? &own.origin
                                                             : nullptr;
  if (ms != nullptr) {
    take(item, *ms);
  } else if (text != nullptr) {
    take(item, *text);
  } else if (key == "stream") {
    take(item, own.stream);
  } else if (key == "opens_connection") {
    take(item, own.opens_connection);
  } else if (key == "findings") {
    take(item, own.findings);
  }
}

template <class Own>
void take_members(element value, std::optional<Own>& into) {
  object members;
  into.reset();
  if (value.get_object().get(members) != simdjson::SUCCESS) {
    return;
  }
  into.emplace();
  for (const auto field : members) {
    take_member(field.key, field.value, *into);
  }
}

}  // namespace

void take(element value, std::optional<HarOwnHalf>& into) {
  take_members(value, into);
}

void take(element value, std::optional<HarOwn>& into) {
  take_members(value, into);
}

}  // namespace capaudit
