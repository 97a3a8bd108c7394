// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/exchange.h"

#include <algorithm>

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

bool may_be_answered(const Exchange& exchange) {
  return exchange.state == State::gap ||
         std::find(exchange.findings.begin(), exchange.findings.end(), kAnswerUnproven) !=
             exchange.findings.end();
}

void sort_findings(Exchange& exchange) {
  if (exchange.findings.size() > 1) {
    std::vector<std::string_view>& codes = exchange.findings.edit();
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  }
}

void name_response(Exchange& exchange) {
  if (!exchange.request || !exchange.response || exchange.request->facts.names.empty()) {
    return;
  }
  const std::optional<Format> format = exchange.response->facts.format;
  if (format && *format != Format::empty) {
    exchange.response->facts.names = exchange.request->facts.names;
  }
}

std::string_view to_string(HarOrigin origin) {
  switch (origin) {
  case HarOrigin::network:
    return "network";
  case HarOrigin::cache:
    return "cache";
  case HarOrigin::service_worker:
    return "service_worker";
  case HarOrigin::local:
    return "local";
  case HarOrigin::not_sent:
    return "not_sent";
  }
  return "network";
}

}  // namespace capaudit
