// SPDX-License-Identifier: Apache-2.0
// Track: what pairing and the final state of an exchange need to know of its two
// messages while their connection is being read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "analyzer/flow/stream.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

/// One message's stretch of its side's stream.
struct Extent {
  std::uint64_t begin = 0, end = 0;
  bool begun = false, over = false, whole = false;
  bool missing = false;  ///< a hole lies in it
};

/// A request, or a response that answers none.
struct Track {
  std::uint32_t exchange = 0;  ///< index in the log
  Extent request, response;
  /// What the server had received of the client's stream when it began to answer.
  std::optional<std::uint64_t> answered_at;
  /// What the client had received when it sent the request's first byte, and its last.
  std::uint64_t peer_offset = 0, last_peer_offset = 0;
  bool has_peer_offset = false;
  bool head = false, connect = false, http09 = false;
  bool lost_answer = false;  ///< the response lies in a hole
  bool lone_answer = false;  ///< or is perhaps one for which no request is proved
  /// Requests may have been lost between the one before and this.
  bool after_loss = false;
  std::uint64_t server_at_loss = 0;  ///< the server's stream had come so far by then
  bool early = false;                ///< answered before its end
  bool unframeable = false;
  bool settled = false;  ///< its state is final

  /// Is it a request to which no answer has come yet, nor ever will?
  bool open() const {
    return request.begun && !response.begun && !lost_answer && !lone_answer;
  }
};

/// How a connection's streams ended.
struct Ending {
  bool reset = false;
  bool client_fin = false, server_fin = false;
};

/// Which state wins stands in docs/RECORD.md. `answer_missing`: there is no response, but
/// bytes of one were on the wire that the capture lacks.
State final_state(const Track& track, const Ending& ending, bool answer_missing);

}  // namespace capaudit
