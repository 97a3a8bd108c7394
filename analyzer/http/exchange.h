// SPDX-License-Identifier: Apache-2.0
// Exchange: one request and its final response, as the bytes prove them. Unknown is
// std::nullopt, never a number. Interim responses (1xx) are attached: their frames are in
// `wire`, their heads in no size.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/compact/known.h"
#include "analyzer/compact/rare.h"
#include "analyzer/compact/text.h"
#include "analyzer/http/facts.h"
#include "analyzer/http/head_facts.h"

namespace capaudit {

enum class State : std::uint8_t {
  complete,
  unanswered,     ///< request whole, no response, capture goes on or the connection ended
  response_only,  ///< no request
  cut_short,      ///< the capture ended inside
  closed_early,   ///< the peer's FIN came before the message's end
  gap,            ///< bytes missing inside
  reset,          ///< RST ended it
};

std::string_view to_string(State state);

/// What a HAR entry stands for. All that a packet capture holds is network.
enum class HarOrigin : std::uint8_t {
  network,         ///< a request was sent
  cache,           ///< answered by a cache of the client
  service_worker,  ///< answered by a service worker
  local,           ///< data:, blob:, an extension: no request by its nature
  not_sent,        ///< blocked, or no connection came about
};
inline constexpr std::size_t kHarOrigins =
    static_cast<std::size_t>(HarOrigin::not_sent) + 1;

std::string_view to_string(HarOrigin origin);

/// Finding: the server began to answer before it had received the whole request.
inline constexpr std::string_view kEarlyResponse = "early_response";
/// Finding: after a loss an answer stands alone that may be this request's.
inline constexpr std::string_view kAnswerUnproven = "answer_unproven";

/// One message of the exchange. The three sizes are none where a hole hides the end of
/// what they measure.
struct Half {
  /// Start line to empty line, both included.
  Known<std::uint64_t> head_bytes;
  /// Chunk sizes, chunk ends, trailers (RFC 9112 7.1).
  Known<std::uint64_t> framing_bytes;
  /// Body as coded, by the message's own framing up to where the stream ends, holes
  /// counted.
  Known<std::uint64_t> encoded_bytes;
  std::uint64_t missing_bytes = 0;  ///< holes inside head and body
  List<std::string> codings;
  std::optional<Text> content_type;
  std::uint64_t first_frame = 0, last_frame = 0;
  Known<std::int64_t> first_ns, last_ns;
  bool whole = false;  ///< every byte up to the end its own framing gives is there
  HeadFacts head_facts;
  Facts facts;
  Text head;  ///< the head as sent, if AnalyzeOptions::keep_heads; cut at that length
};

struct Wire {
  std::uint64_t packets = 0;
  std::uint64_t frame_bytes = 0;  ///< original lengths of those packets
  std::uint64_t retransmitted_bytes = 0;
};

/// Milliseconds as HAR defines the phases; none where the capture does not show it.
struct Timings {
  /// First byte of the request, of the response if there is no request.
  Known<std::int64_t> start_ns;
  Known<double> blocked, dns, connect, ssl, send, wait, receive, total;
  Known<double> server;  ///< wait less the network's share
  Known<double> rtt;
  /// Part of `send`: between head and body of a request that expected 100 (Continue).
  Known<double> continue_pause;
};

/// Where an exchange begins: its place in the order, and its identity from one pass to
/// the next. Of a HAR `frame` is the place in its list of entries, from 1.
struct ExchangeKey {
  std::uint64_t frame = 0;
  std::uint32_t connection = 0;
  std::uint64_t offset = 0;  ///< in the stream of the side that began it

  auto operator<=>(const ExchangeKey&) const = default;
};

struct Exchange {
  std::uint32_t capture = 0;        ///< index into Analysis::captures
  std::uint32_t number = 0;         ///< n of the id, from 1 in its capture
  Known<std::uint32_t> connection;  ///< from 1 in its capture
  Known<std::uint32_t> stream;      ///< HTTP/2
  Known<std::uint32_t> operation;   ///< index into Analysis::operations
  Known<int> status;
  State state = State::complete;
  HarOrigin origin = HarOrigin::network;
  bool opens_connection = false;  ///< the first on its connection
  Text client, server;            ///< "addr:port"; empty: unknown
  Text protocol;                  ///< "HTTP/1.1"
  Text method;                    ///< empty: no request
  Text url;                       ///< absolute; empty: unknown
  Text reason;
  std::optional<Half> request, response;
  Wire wire;
  Timings time;
  List<std::string_view> findings;  ///< stable codes (literals), sorted, each once
  ExchangeKey key;
};

/// However many there are, none moves: a capture holds hundreds of thousands.
using Exchanges = std::deque<Exchange>;

/// Without a response: is it open whether there was one? It may lie in a hole, or stand
/// alone in the capture.
bool may_be_answered(const Exchange& exchange);

/// In order, each once.
void sort_findings(Exchange& exchange);

/// A response's names are those of the calls it answers.
void name_response(Exchange& exchange);

}  // namespace capaudit
