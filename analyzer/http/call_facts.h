// SPDX-License-Identifier: Apache-2.0
// CallFact: what is kept of one call of a body (decoders/formats/call.h) once the body is
// gone: what kind it is, and its ids as fingerprints, which tell equal from different.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "decoders/formats/call.h"

namespace capaudit {

/// Of a text; 0: there is none. Equal texts have equal fingerprints. Two that differ have
/// the same once in 2^64; a sender who makes them so could as well have sent equal texts.
std::uint64_t fingerprint(std::string_view text);

/// What a command of the channel does (Flex CommandMessage.operation; /meta/ of Bayeux).
enum class ChannelAct : std::uint8_t {
  none,  ///< a call of an operation, a publication, an answer
  ping,
  login,
  logout,
  poll,
  subscribe,
  unsubscribe,
  handshake,
  connect,
  disconnect,
  other,
};

struct CallFact {
  CallKind kind = CallKind::call;
  ChannelAct act = ChannelAct::none;
  bool small = false;
  bool duplicate_session = false;  ///< a fault: the session was not found again
  std::uint64_t bytes = 0;         ///< of the message in the body
  // Fingerprints.
  std::uint64_t key = 0, message_id = 0, correlation_id = 0, client_id = 0;
};

/// Calls of one body that are kept; past it their number is known and their ids are not.
inline constexpr std::size_t kMostCallFacts = 1024;

std::vector<CallFact> call_facts(const std::vector<Call>& calls);

/// How many of `calls` have their answer in `answers`: by id where both have one, else by
/// key. A message to a destination counts like a call. Answers and deliveries among
/// `calls` count as nothing.
std::uint64_t count_answered(const std::vector<CallFact>& calls,
                             const std::vector<CallFact>& answers);

}  // namespace capaudit
