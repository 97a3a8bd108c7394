// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/exchange.h"

namespace capaudit {

std::string_view to_string(State state) {
  switch (state) {
  case State::complete:
    return "complete";
  case State::unanswered:
    return "unanswered";
  case State::response_only:
    return "response_only";
  case State::cut_short:
    return "cut_short";
  case State::closed_early:
    return "closed_early";
  case State::gap:
    return "gap";
  case State::reset:
    return "reset";
  }
  return "complete";
}

}  // namespace capaudit
