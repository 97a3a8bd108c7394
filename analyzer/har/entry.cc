// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/entry.h"

#include <charconv>
#include <limits>

#include <simdjson.h>

#include "analyzer/har/json_take.h"
#include "analyzer/har/own_json.h"
#include "analyzer/har/repair.h"
#include "analyzer/ingest/window.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::element_type;
using simdjson::dom::object;

static_assert(Window::kReadableBehind >= simdjson::SIMDJSON_PADDING);

// "443" and 443 are alike.
void take_port(element value, std::optional<std::int64_t>& into) {
  take(value, into);
  std::string_view text;
  take(value, text);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  if (!text.empty() && std::from_chars(text.data(), end, port).ptr == end) {
    into = port;
  }
  if (into && (*into < 1 || *into > std::numeric_limits<std::uint16_t>::max())) {
    into.reset();
  }
}

void take_headers(element value, std::vector<HarHeader>& into) {
  into.clear();
  array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) {
    return;
  }
  for (const element item : list) {
    object pair;
    if (item.get_object().get(pair) != simdjson::SUCCESS) {
      continue;
    }
    HarHeader header;
    for (const auto field : pair) {
      if (field.key == "name") {
        take(field.value, header.name);
      } else if (field.key == "value") {
        take(field.value, header.value);
      }
    }
    if (!header.name.empty()) {
      into.push_back(header);
    }
  }
}

void take_body(element value, HarBody& body) {
  object members;
  body = {};
  if (value.get_object().get(members) != simdjson::SUCCESS) {
    return;
  }
  body.present = true;
  for (const auto field : members) {
    const std::string_view key = field.key;
    if (key == "size") {
      take(field.value, body.size);
    } else if (key == "compression") {
      take(field.value, body.compression);
    } else if (key == "mimeType") {
      take(field.value, body.mime_type);
    } else if (key == "text") {
      take(field.value, body.text);
    } else if (key == "encoding" || key == "_encoding") {
      take(field.value, body.encoding);
    } else if (key == "comment") {
      take(field.value, body.comment);
    } else if (key == "_file") {
      take(field.value, body.file);
    } else if (key == "params") {
      array list;
      body.params = field.value.get_array().get(list) == simdjson::SUCCESS &&
                    list.begin() != list.end();
    }
  }
}

void take_message(element value, HarMessage& message) {
  object members;
  std::vector<HarHeader> headers = std::move(message.headers);  // keeps its room
  headers.clear();
  message = {};
  message.headers = std::move(headers);
  if (value.get_object().get(members) != simdjson::SUCCESS) {
    return;
  }
  message.present = true;
  for (const auto field : members) {
    const std::string_view key = field.key;
    const element item = field.value;
    if (key == "method") {
      take(item, message.method);
    } else if (key == "url") {
      take(item, message.url);
    } else if (key == "status") {
      take(item, message.status);
    } else if (key == "statusText") {
      take(item, message.status_text);
    } else if (key == "httpVersion") {
      take(item, message.http_version);
    } else if (key == "headers") {
      take_headers(item, message.headers);
    } else if (key == "headersSize") {
      take(item, message.headers_size);
    } else if (key == "bodySize") {
      take(item, message.body_size);
    } else if (key == "_transferSize") {
      take(item, message.transfer_size);
    } else if (key == "content" || key == "postData") {
      take_body(item, message.body);
    } else if (key == "_error") {
      take(item, message.error);
    } else if (key == "_fetchedViaServiceWorker") {
      take(item, message.by_service_worker);
    } else if (key == "_capaudit") {
      take(item, message.own);
    }
  }
}

void take_timings(element value, HarTimings& timings) {
  object members;
  timings = {};
  if (value.get_object().get(members) != simdjson::SUCCESS) {
    return;
  }
  timings.present = true;
  for (const auto field : members) {
    const std::string_view key = field.key;
    std::optional<double>* const into = key == "blocked"   ? &timings.blocked
                                        : key == "dns"     ? &timings.dns
                                        : key == "connect" ? &timings.connect
                                        : key == "ssl"     ? &timings.ssl
                                        : key == "send"    ? &timings.send
                                        : key == "wait"    ? &timings.wait
                                        : key == "receive" ? &timings.receive
                                                           : nullptr;
    if (into != nullptr) {
      take(field.value, *into);
    }
  }
}

bool says_something(element cache) {
  object members;
  if (cache.get_object().get(members) != simdjson::SUCCESS) {
    return false;
  }
  for (const auto field : members) {
    object state;
    if (field.value.get_object().get(state) == simdjson::SUCCESS &&
        state.begin() != state.end()) {
      return true;
    }
  }
  return false;
}

std::uint64_t count_items(element value) {
  array list;
  return value.get_array().get(list) == simdjson::SUCCESS ? list.size() : 0;
}

void take_added(std::string_view key, element item, HarEntry& entry) {
  if (key == "_connectionId") {
    take(item, entry.connection_id);
  } else if (key == "_serverPort") {
    take_port(item, entry.server_port);
  } else if (key == "_fromCache") {
    take(item, entry.from_cache);
  } else if (key == "_fetchType") {
    take(item, entry.fetch_type);
  } else if (key == "_resourceType") {
    take(item, entry.resource_type);
  } else if (key == "_state") {
    take(item, entry.state);
  } else if (key == "_capaudit") {
    take(item, entry.own);
  } else if (key == "_protocol") {
    take(item, entry.protocol);
  } else if (key == "_webSocketMessages") {
    entry.websocket_messages = count_items(item);
  } else if (key == "_was_pushed") {
    std::optional<std::int64_t> pushed;
    take(item, pushed);
    entry.was_pushed = pushed.value_or(0) == 1;
  }
}

void take_entry(object members, HarEntry& entry) {
  for (const auto field : members) {
    const std::string_view key = field.key;
    const element item = field.value;
    if (key == "startedDateTime") {
      take(item, entry.started);
    } else if (key == "time") {
      take(item, entry.time);
    } else if (key == "request") {
      take_message(item, entry.request);
    } else if (key == "response") {
      take_message(item, entry.response);
    } else if (key == "timings") {
      take_timings(item, entry.timings);
    } else if (key == "cache") {
      entry.cache_members = says_something(item);
    } else if (key == "serverIPAddress") {
      take(item, entry.server_ip);
    } else if (key == "connection") {
      take(item, entry.connection);
    } else if (key.starts_with('_')) {
      take_added(key, item, entry);
    }
  }
}

HarMessage cleared(HarMessage& message) {
  HarMessage empty;
  empty.headers = std::move(message.headers);
  empty.headers.clear();
  return empty;
}

}  // namespace

struct HarEntryParser::State {
  simdjson::dom::parser parser;
  simdjson::padded_string repaired;
  HarEntry entry;
};

HarEntryParser::HarEntryParser() : state_(std::make_unique<State>()) {}
HarEntryParser::~HarEntryParser() = default;

Result<const HarEntry*> HarEntryParser::parse(std::string_view json, bool& repaired) {
  State& state = *state_;
  repaired = false;
  element root;
  simdjson::error_code error =
      state.parser.parse(json.data(), json.size(), false).get(root);
  if (error != simdjson::SUCCESS) {
    state.repaired = simdjson::padded_string(repair_json(json));
    const simdjson::error_code again = state.parser.parse(state.repaired).get(root);
    repaired = again == simdjson::SUCCESS;
    error = repaired ? simdjson::SUCCESS : error;
  }
  if (error != simdjson::SUCCESS) {
    return Error{error == simdjson::DEPTH_ERROR ? ErrorCode::limit : ErrorCode::malformed,
                 0, simdjson::error_message(error)};
  }
  object members;
  if (root.get_object().get(members) != simdjson::SUCCESS) {
    return Error{ErrorCode::malformed, 0, "it is no object"};
  }
  HarMessage request = cleared(state.entry.request);
  HarMessage response = cleared(state.entry.response);
  state.entry = {};
  state.entry.request = std::move(request);
  state.entry.response = std::move(response);
  take_entry(members, state.entry);
  return static_cast<const HarEntry*>(&state.entry);
}

std::optional<std::string_view> HarMessage::header(std::string_view name) const {
  for (const HarHeader& header : headers) {
    if (equal_ignoring_case(header.name, name)) {
      return header.value;
    }
  }
  return std::nullopt;
}

HarProduct parse_har_product(std::string_view json) {
  simdjson::dom::parser parser;
  object members;
  HarProduct product;
  if (parser.parse(simdjson::padded_string(json)).get_object().get(members) !=
      simdjson::SUCCESS) {
    return product;
  }
  for (const auto field : members) {
    std::string_view text;
    take(field.value, text);
    (field.key == "name"      ? product.name
     : field.key == "version" ? product.version
                              : product.comment) = text;
  }
  return product;
}

std::string parse_har_string(std::string_view json) {
  simdjson::dom::parser parser;
  std::string_view text;
  return parser.parse(simdjson::padded_string(json)).get_string().get(text) ==
                 simdjson::SUCCESS
             ? std::string(text)
             : std::string();
}

}  // namespace capaudit
