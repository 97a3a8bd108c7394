// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/track.h"

namespace capaudit {

State final_state(const Track& track, const Ending& ending, bool answer_missing) {
  const Extent& request = track.request;
  const Extent& response = track.response;
  if (!request.begun) {
    return State::response_only;
  }
  if (request.missing || response.missing || answer_missing) {
    return State::gap;
  }
  if (!response.begun) {
    return ending.reset    ? State::reset
           : request.whole ? State::unanswered
                           : State::cut_short;
  }
  if (request.whole && response.whole) {
    return State::complete;
  }
  if (track.unframeable) {
    return State::cut_short;
  }
  if (ending.reset) {
    return State::reset;
  }
  const bool closed =
      (!request.whole && ending.client_fin) || (!response.whole && ending.server_fin);
  return closed ? State::closed_early : State::cut_short;
}

}  // namespace capaudit
