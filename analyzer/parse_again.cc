// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse_again.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace capaudit {
namespace {

constexpr std::size_t kMostTwins = 2;
constexpr std::chrono::seconds kProgramTimeOut{10};

}  // namespace

ParseDocument parse_document(Payload& payload) {
  ParseDocument document;
  document.content = std::move(payload.content);
  document.content_type = std::move(payload.content_type);
  document.target = payload.exchange->url;
  document.is_request = payload.is_request;
  document.format = payload.half().facts.format.value_or(Format::binary);
  return document;
}

bool is_parsable(const std::optional<Half>& half) {
  return half && half->whole && half->facts.format && payload_kind(*half->facts.format);
}

std::vector<const Exchange*> same_rows_otherwise(
    const Exchange& first, const std::vector<const Exchange*>& exchanges,
    std::size_t most) {
  std::vector<const Exchange*> out;
  const Facts& facts = first.response->facts;
  std::set<Format> seen = {*facts.format};
  for (const Exchange* exchange : exchanges) {
    if (out.size() < most && is_parsable(exchange->response) && !facts.digest.empty() &&
        exchange->response->facts.digest == facts.digest &&
        seen.insert(*exchange->response->facts.format).second) {
      out.push_back(exchange);
    }
  }
  return out;
}

ParsedAgain parse_again(const Analysis& analysis,
                        const std::vector<const Exchange*>& exchanges,
                        const AnalyzeOptions& options, const EncodedAgain& encoded,
                        const TimingOptions& timing) {
  ParsedAgain out;
  std::vector<const Exchange*> wanted;
  for (const EncodedAnswer& answer : encoded.answers) {
    if (is_parsable(answer.exchange->response)) {
      wanted.push_back(answer.exchange);
    } else {
      out.without.push_back(exchange_id(analysis, *answer.exchange) +
                            ": no engine reads its format");
    }
  }
  if (wanted.empty()) {
    return out;
  }
  for (const Exchange* twin : same_rows_otherwise(*wanted[0], exchanges, kMostTwins)) {
    if (std::find(wanted.begin(), wanted.end(), twin) == wanted.end()) {
      wanted.push_back(twin);
    }
  }
  for (Payload& payload : fetch_payloads(analysis, options, wanted, false)) {
    const std::string id = exchange_id(analysis, *payload.exchange);
    if (!payload.problem.empty()) {
      out.without.push_back(id + ": " + payload.problem);
      continue;
    }
    ParsePayload one;
    one.kind = *payload_kind(*payload.half().facts.format);
    one.documents.push_back(parse_document(payload));
    out.answers.push_back({payload.exchange, measure_parse(id, one, all_engines(one.kind),
                                                           timing, kProgramTimeOut)});
  }
  return out;
}

}  // namespace capaudit
