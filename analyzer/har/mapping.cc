// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/mapping.h"

#include <algorithm>
#include <array>
#include <utility>

#include <arpa/inet.h>

#include "analyzer/har/body.h"
#include "analyzer/har/head_text.h"
#include "analyzer/http/head.h"
#include "analyzer/select.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

// Chromium's net_error_list.h and Firefox's nsError.h, those of requests that were never
// sent.
constexpr std::array kNeverSent = {
    "NAME_NOT_RESOLVED"sv,
    "NAME_RESOLUTION_FAILED"sv,
    "CONNECTION_REFUSED"sv,
    "ADDRESS_UNREACHABLE"sv,
    "ADDRESS_INVALID"sv,
    "INTERNET_DISCONNECTED"sv,
    "BLOCKED_BY_"sv,
    "UNSAFE_PORT"sv,
    "DISALLOWED_URL_SCHEME"sv,
    "UNKNOWN_URL_SCHEME"sv,
    "CACHE_MISS"sv,
    "CONNECTION_TIMED_OUT"sv,
    "PROXY_CONNECTION_FAILED"sv,
    "NS_ERROR_UNKNOWN_HOST"sv,
    "CERT_"sv,
    "SSL_PROTOCOL_ERROR"sv,
    "CLEARTEXT_NOT_PERMITTED"sv,
};
constexpr std::array kClosed = {
    "CONTENT_LENGTH_MISMATCH"sv,
    "INCOMPLETE_CHUNKED_ENCODING"sv,
    "CONNECTION_CLOSED"sv,
    "EMPTY_RESPONSE"sv,
    "ERR_ABORTED"sv,
    "NS_ERROR_NET_PARTIAL_TRANSFER"sv,
};

template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

std::string_view scheme_of(std::string_view url) {
  return url.substr(0, std::min(url.find(':'), url.size()));
}

HarOrigin origin_of(const HarEntry& entry, bool answered) {
  constexpr std::array kNetwork = {"http"sv, "https"sv, "ws"sv, "wss"sv};
  const std::string scheme = to_lower(scheme_of(entry.request.url));
  if (entry.request.url.find(':') != std::string_view::npos &&
      std::find(kNetwork.begin(), kNetwork.end(), scheme) == kNetwork.end()) {
    return HarOrigin::local;
  }
  if (entry.response.by_service_worker || entry.fetch_type == "Service Worker") {
    return HarOrigin::service_worker;
  }
  if (entry.from_cache == "memory" || entry.from_cache == "disk" ||
      entry.fetch_type == "Memory Cache" || entry.fetch_type == "Disk Cache") {
    return HarOrigin::cache;
  }
  return !answered && has_any(entry.response.error, kNeverSent) ? HarOrigin::not_sent
                                                                : HarOrigin::network;
}

// As capaudit wrote it, else what the entry says of errors.
State state_of(const HarEntry& entry, bool answered) {
  for (const State state :
       {State::complete, State::unanswered, State::response_only, State::cut_short,
        State::closed_early, State::gap, State::reset}) {
    if (entry.state == to_string(state)) {
      return state;
    }
  }
  if (!answered) {
    return State::unanswered;
  }
  const std::string_view error = entry.response.error;
  if (error.find("CONNECTION_RESET") != std::string_view::npos) {
    return State::reset;
  }
  const std::int64_t status = *entry.response.status;
  const bool bodyless = entry.request.method == "HEAD" || status == 204 || status == 304;
  return !bodyless && has_any(error, kClosed) ? State::closed_early : State::complete;
}

std::string port_of(std::string_view url) {
  const std::string_view authority = authority_of(url);
  const std::string_view host = host_of(url);
  if (authority.size() > host.size() + 1) {
    return std::string(authority.substr(host.size() + 1));
  }
  const std::string scheme = to_lower(scheme_of(url));
  return scheme == "https" || scheme == "wss" ? "443"
         : scheme == "http" || scheme == "ws" ? "80"
                                              : std::string();
}

// An address and nothing else, without brackets and zone; empty if it is none.
std::string address_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    text = text.substr(1, text.size() - 2);
  }
  const std::string address(text.substr(0, text.find('%')));
  std::array<std::uint8_t, 16> bytes{};
  if (inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) {
    return address;
  }
  return inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1 ? "[" + address + "]"
                                                                 : std::string();
}

std::string server_of(const HarEntry& entry) {
  const std::string address = address_of(entry.server_ip);
  const std::string port =
      entry.server_port ? std::to_string(*entry.server_port) : port_of(entry.request.url);
  return address.empty() || port.empty() ? std::string() : address + ":" + port;
}

// `connection` is the client's port by the standard; Chromium, Firefox and others put the
// server's port there, which tells nothing.
std::string connection_of(const HarEntry& entry) {
  if (!entry.connection_id.empty()) {
    return std::string(entry.connection_id);
  }
  const bool is_server_port =
      entry.connection == port_of(entry.request.url) ||
      (entry.server_port && entry.connection == std::to_string(*entry.server_port));
  return entry.connection == "0" || is_server_port ? std::string()
                                                   : std::string(entry.connection);
}

std::optional<std::uint64_t> content_length_of(const Head& head) {
  return head.content_length_field == LengthField::valid
             ? std::optional(head.content_length)
             : std::nullopt;
}

// What both messages have in common.
Half map_half(const HarMessage& message, const std::string& head_text, const Head& head,
              const MapOptions& options, HarSide& side) {
  Half half;
  side.headers_size = message.headers_size;
  side.body_size = message.body_size;
  side.listed = !message.headers.empty();
  side.listed_head_bytes = head_text.size();
  side.content_length = content_length_of(head);
  side.chunked = !head.transfer_codings.empty();
  half.codings = applied_codings(head);
  side.coded = !half.codings.empty();
  half.content_type = head.content_type;
  if (!half.content_type && !message.body.mime_type.empty() &&
      message.body.mime_type != "x-unknown") {
    half.content_type = std::string(message.body.mime_type);
  }
  half.whole = true;
  half.head_facts = head.facts;
  if (options.keep_heads > 0 && side.listed) {
    half.head = head_text.substr(0, options.keep_heads);
  }
  return half;
}

void note(HarFigures& figures, std::string_view code) {
  if (!code.empty()) {
    figures.notes.push_back(code);
  }
}

// A body that has its coding on: that of an answer is decoded in a HAR, as a rule; that
// of a request stands there as it was sent, which its length shows.
bool still_coded(const HarMessage& message, const Half& half, const HarSide& side,
                 Bytes bytes) {
  if (half.codings.empty() || message.own) {
    return false;  // we write none
  }
  const bool is_request = !message.method.empty();
  return (is_request && side.content_length == bytes.size()) ||
         (half.codings.back() == "gzip" && as_text(bytes).starts_with("\x1f\x8b"));
}

// What the entry holds of a body, or the file that it names.
std::optional<HarBodyBytes> read_body(const HarBody& body,
                                      const std::string& content_type,
                                      std::optional<std::uint64_t> expected,
                                      const MapOptions& options, HarFigures& figures) {
  if (body.file && options.attached != nullptr) {
    AttachedBodies::Read read = options.attached->read(*body.file, options.max_body);
    note(figures, read.note);
    if (read.bytes) {
      return har_attached_bytes(*std::move(read.bytes), content_type);
    }
  }
  if (!body.text || (body.file && body.text->empty())) {
    return std::nullopt;
  }
  if (body.text->size() > options.max_body) {
    note(figures, "body_over_cap");
    return std::nullopt;
  }
  return har_body_bytes(*body.text, body.encoding, content_type, expected);
}

std::optional<BodyTask> map_body(const HarMessage& message, const Half& half,
                                 std::optional<std::uint64_t> expected,
                                 const MapOptions& options, HarSide& side,
                                 HarFigures& figures) {
  if (!options.bodies) {
    return std::nullopt;
  }
  std::optional<HarBodyBytes> read =
      read_body(message.body, half.content_type.value_or(""), expected, options, figures);
  if (!read) {
    return std::nullopt;
  }
  note(figures, read->note);
  side.text_bytes = read->bytes.size();
  side.text_converted = read->converted;
  side.text_coded = still_coded(message, half, side, read->bytes);
  BodyTask task;
  task.codings = side.text_coded ? half.codings : std::vector<std::string>();
  if (side.text_coded && message.method.empty()) {
    note(figures, "har_text_still_coded");
  }
  task.encoded = std::move(read->bytes);
  task.content_type = std::move(read->content_type);
  task.soap_action = message.header("SOAPAction").value_or(std::string_view());
  return task;
}

std::optional<std::uint64_t> known_size(const std::optional<std::int64_t>& size) {
  return size && *size >= 0 ? std::optional(static_cast<std::uint64_t>(*size))
                            : std::nullopt;
}

bool is_text_type(const std::optional<std::string>& content_type) {
  const std::string type = to_lower(content_type.value_or(std::string()));
  return type.starts_with("text/") || type.find("json") != std::string::npos ||
         type.find("xml") != std::string::npos ||
         type.find("urlencoded") != std::string::npos;
}

void map_request(const HarEntry& entry, const MapOptions& options, MappedEntry& out) {
  const std::string head_text = har_request_head(entry.request, out.exchange.protocol);
  const Head head = parse_head(fields_of(head_text));
  HarSide& side = out.figures.request;
  Half half = map_half(entry.request, head_text, head, options, side);
  // Of a text bodySize may be its length in characters.
  const auto sent = side.content_length || is_text_type(half.content_type)
                        ? side.content_length
                        : known_size(side.body_size);
  const auto expected =
      entry.request.own ? known_size(entry.request.own->content_bytes) : sent;
  const bool has_text = entry.request.body.text && !entry.request.body.text->empty();
  if (has_text && !entry.request.own &&
      entry.request.body.text->find("\xef\xbf\xbd") != std::string_view::npos &&
      known_size(side.body_size) != entry.request.body.text->size()) {
    note(out.figures, "har_request_body_lossy");
  } else if (has_text || entry.request.body.file) {
    out.request_body =
        map_body(entry.request, half, expected, options, side, out.figures);
  }
  if (out.request_body) {
    out.request_body->is_request = true;
  }
  out.exchange.request = std::move(half);
}

void map_response(const HarEntry& entry, const MapOptions& options, MappedEntry& out) {
  Exchange& exchange = out.exchange;
  exchange.status = static_cast<int>(*entry.response.status);
  exchange.reason = entry.response.status_text;
  std::string version = har_protocol(entry.response.http_version);
  const std::string head_text =
      har_response_head(entry.response, version.empty() ? exchange.protocol : version);
  const Head head = parse_head(fields_of(head_text));
  HarSide& side = out.figures.response;
  Half half = map_half(entry.response, head_text, head, options, side);
  const bool bodyless =
      out.figures.head_request || exchange.status == 204 || exchange.status == 304;
  if (!bodyless) {
    out.response_body =
        map_body(entry.response, half, known_size(entry.response.body.size), options,
                 side, out.figures);
  }
  exchange.response = std::move(half);
}

}  // namespace

bool is_har_answer(const HarMessage& response) {
  constexpr std::int64_t kLastStatus = 999;
  return response.present && response.status && *response.status >= 100 &&
         *response.status <= kLastStatus;
}

std::string har_protocol(std::string_view version) {
  const std::string lower = to_lower(trim(version));
  const std::string_view text = lower;
  if (text.starts_with("h2") || text.starts_with("http/2")) {
    return "HTTP/2";
  }
  if (text.starts_with("h3") || text.starts_with("http/3") || text == "quic") {
    return "HTTP/3";
  }
  const bool http1 = text.size() == 8 && text.starts_with("http/") && is_digit(text[5]) &&
                     text[6] == '.' && is_digit(text[7]);
  const bool spdy = text.starts_with("spdy/") && text.size() <= 8;
  std::string upper(http1 ? "HTTP" : spdy ? "SPDY" : "");
  return upper.empty() ? upper : upper.append(text.substr(4));
}

MappedEntry map_har_entry(const HarEntry& entry, const MapOptions& options) {
  MappedEntry out;
  Exchange& exchange = out.exchange;
  HarFigures& figures = out.figures;
  const bool answered = is_har_answer(entry.response);
  exchange.method = entry.request.method;
  exchange.url = entry.request.url;
  for (const std::string_view version :
       {entry.request.http_version, entry.response.http_version, entry.protocol}) {
    exchange.protocol =
        exchange.protocol.empty() ? har_protocol(version) : exchange.protocol;
  }
  exchange.origin = origin_of(entry, answered);
  exchange.state = state_of(entry, answered);
  exchange.server =
      exchange.origin == HarOrigin::network ? server_of(entry) : std::string();
  figures.connection = exchange.origin == HarOrigin::network || entry.own
                           ? connection_of(entry)
                           : std::string();
  figures.http1 = exchange.protocol.starts_with("HTTP/1");
  figures.plain = !starts_with_ignoring_case(exchange.url, "https:") &&
                  !starts_with_ignoring_case(exchange.url, "wss:");
  figures.head_request = entry.request.method == "HEAD";
  figures.failed = !entry.response.error.empty();
  figures.conditional = entry.request.header("If-None-Match").has_value() ||
                        entry.request.header("If-Modified-Since").has_value();
  figures.preflight = exchange.method == "OPTIONS" &&
                      (entry.resource_type == "preflight" ||
                       entry.request.header("Access-Control-Request-Method").has_value());
  figures.transfer_size = entry.response.transfer_size;
  figures.content_size = entry.response.body.size;
  figures.compression = entry.response.body.compression;
  figures.timings = entry.timings;
  figures.time = entry.time;
  figures.status = entry.response.status;
  figures.response.text_cut =
      entry.response.body.comment.find("exceed") != std::string_view::npos ||
      entry.response.body.comment.find("runcated") != std::string_view::npos;
  if (entry.own && (entry.request.own || entry.response.own)) {
    figures.own = std::make_unique<HarOwn>(*entry.own);
    figures.own->request = entry.request.own;
    figures.own->response = entry.response.own;
    figures.own->server_address = server_of(entry);
    figures.response.headers_size = entry.response.headers_size;  // even without a status
    figures.response.body_size = entry.response.body_size;
  }
  if (entry.request.present) {
    map_request(entry, options, out);
  }
  if (answered) {
    map_response(entry, options, out);
  }
  for (std::optional<BodyTask>* task : {&out.request_body, &out.response_body}) {
    if (*task) {
      (*task)->target = exchange.url;
    }
  }
  return out;
}

}  // namespace capaudit
