// SPDX-License-Identifier: Apache-2.0
// Makes up HTTP/1 conversations together with what must be found in them (RFC 9110,
// 9112): every way of framing a body, interim responses, pipelining, bare line feeds,
// folded fields. Each request carries a number in its target, each response the same
// number in a field `X-Id`, so that a wrong pair gives itself away.
#pragma once

#include <string>

#include "analyzer/http/exchange.h"
#include "tests/support/conversation.h"
#include "tests/support/wire.h"

namespace capaudit {

struct TalkOptions {
  unsigned exchanges = 6;
  std::size_t max_body = 3000;
  /// Bodies may contain what looks like messages. Not for captures with holes: behind a
  /// lost head nobody can tell such a body from a message.
  bool deceptive_bodies = false;
  bool pipelining = true;  ///< requests may be sent before the answers to earlier ones
};

/// A conversation with its `expected` lines (tests/support/expectation.h).
Conversation make_talk(const TalkOptions& options, Random& random);

/// The number in a URL of such a conversation, or in the head of a response to it (kept
/// by AnalyzeOptions::keep_heads); empty where there is none.
std::string id_in_url(std::string_view url);
std::string id_in_head(std::string_view head);

}  // namespace capaudit
