// SPDX-License-Identifier: Apache-2.0
// Operation: what the user did, with every request it took. Each exchange belongs to
// exactly one operation. operations/README.md lists the rules, one file each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/compact/few.h"

namespace capaudit {

struct Analysis;

/// Where several rules apply the later kind names the operation.
enum class OperationKind : std::uint8_t {
  single,
  preflight,       ///< CORS: OPTIONS before the request it asks for
  authentication,  ///< 401 or 407, then the same request with credentials
  redirect,
  retry,   ///< the same request again, the first had no answer
  ranges,  ///< pieces of one object
  paging,
  batch,           ///< several messages in one request
  long_poll,       ///< an answer the server holds back until there is something to say
  bayeux_session,  ///< handshake, first connect, subscriptions
  amf_handshake,   ///< what a Flash client loads and asks before its first call
};
inline constexpr std::size_t kOperationKinds = 11;

struct OperationRule {
  OperationKind kind;
  std::string_view name;  ///< stable: reports and claims files use it
  std::string_view because;
};

/// By kind. `because` completes "grouped because ...".
inline constexpr std::array<OperationRule, kOperationKinds> kOperationRules = {{
    {OperationKind::single, "single", "no rule joins it with another request"},
    {OperationKind::preflight, "preflight",
     "OPTIONS asked whether the origin may send the request that followed"},
    {OperationKind::authentication, "authentication",
     "the same request followed a 401 or 407, with credentials"},
    {OperationKind::redirect, "redirect",
     "the next request is for the URL in the answer's Location"},
    {OperationKind::retry, "retry",
     "the same request was sent again after it had no answer"},
    {OperationKind::ranges, "ranges",
     "the answers are ranges of one object: same URL, same entity tag"},
    {OperationKind::paging, "paging",
     "each request asks for the page that the answer before pointed to"},
    {OperationKind::batch, "batch", "one request carries several messages"},
    {OperationKind::long_poll, "long_poll",
     "the server holds the answer: its wait is not the server's work"},
    {OperationKind::bayeux_session, "bayeux_session",
     "the handshake's clientId is used by the first connect and the subscriptions"},
    {OperationKind::amf_handshake, "amf_handshake",
     "the first call uses what the requests before it set up: page, policy file, ping "
     "or login"},
}};

/// What an exchange is in its operation.
enum class PartRole : std::uint8_t {
  main,
  setup,       ///< made once, for this call and those that follow it
  redirect,    ///< answered with the address of the next
  challenge,   ///< refused for lack of credentials, then sent again
  preflight,   ///< asked whether the next may be sent
  failed_try,  ///< sent again
  page,
  piece,
  poll,
};

std::string_view to_string(PartRole role);

struct Part {
  std::uint32_t exchange = 0;  ///< index into Analysis::exchanges
  PartRole role = PartRole::main;
};

/// Did the operation bear the cost of a session's setup?
enum class Start : std::uint8_t {
  none,  ///< the question does not arise
  cold,
  warm,     ///< the setup was made by an earlier operation in the capture
  unknown,  ///< the session was there before the capture
};

std::string_view to_string(Start start);

struct Operation {
  std::uint32_t capture = 0;  ///< index into Analysis::captures
  std::uint32_t number = 0;   ///< from 1 in its capture, by first exchange
  std::uint32_t anchor = 0;   ///< index of the exchange that names it
  std::uint16_t rules = 0;    ///< bit 1 << kind for each rule that applied
  OperationKind kind = OperationKind::single;
  Start start = Start::none;
  bool complete = true;   ///< every part has its whole answer, and the series its end
  bool inferred = false;  ///< joined by likelihood, not by what the messages say
  Few<Part> parts;        ///< in the order of Analysis::exchanges, at least one
};

/// "<capture name>#op<n>".
std::string operation_id(const Analysis& analysis, const Operation& operation);

/// The names of the calls in its anchor, else method and URL without the query.
std::string operation_name(const Analysis& analysis, const Operation& operation);

/// The reasons of all rules that applied, joined by "; ".
std::string grouped_because(const Operation& operation);

/// Indices of its exchanges, in order: all (a cold call), or without what PartRole::setup
/// marks (the same call, warm).
std::vector<std::uint32_t> exchanges_of(const Operation& operation, bool with_setup);

/// Fills Analysis::operations and Exchange::operation.
void group_operations(Analysis& analysis);

}  // namespace capaudit
