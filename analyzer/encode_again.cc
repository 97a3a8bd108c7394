// SPDX-License-Identifier: Apache-2.0
#include "analyzer/encode_again.h"

#include <algorithm>
#include <utility>

namespace capaudit {
namespace {

bool is_within(const Exchange& exchange, const EncodeBounds& bounds) {
  const Facts& facts = exchange.response->facts;
  return *facts.rows > 0 && *facts.rows <= bounds.rows &&
         *facts.content_bytes <= bounds.content;
}

struct Choice {
  const PayloadGroup* group = nullptr;
  const Exchange* exchange = nullptr;
};

/// The rows are those of an answer that is chosen already.
bool has_rows_of(const std::vector<Choice>& choices, const Exchange& exchange) {
  const std::string& digest = exchange.response->facts.digest;
  return !digest.empty() &&
         std::any_of(choices.begin(), choices.end(), [&digest](const Choice& one) {
           return one.exchange->response->facts.digest == digest;
         });
}

/// Of each group the first within bounds; groups are sorted by rows.
std::vector<Choice> choose(const Analysis& analysis,
                           const std::vector<PayloadGroup>& groups, EncodedAgain& out) {
  std::vector<Choice> choices;
  for (const PayloadGroup& group : groups) {
    const auto found = std::find_if(
        group.exchanges.begin(), group.exchanges.end(),
        [&out](const Exchange* exchange) { return is_within(*exchange, out.bounds); });
    if (found == group.exchanges.end()) {
      out.without.push_back(exchange_id(analysis, *group.exchanges.front()) +
                            ": too large");
    } else if (out.bounds.distinct_rows && has_rows_of(choices, **found)) {
      ++out.same_rows;
    } else if (choices.size() == out.bounds.operations ||
               (!choices.empty() &&
                *(*found)->response->facts.rows < out.bounds.fewest_rows)) {
      ++out.beyond;
    } else {
      choices.push_back({&group, *found});
    }
  }
  return choices;
}

std::uint64_t file_bytes(const Analysis& analysis) {
  std::uint64_t sum = 0;
  for (const Capture& capture : analysis.captures) {
    sum += capture.source.file_bytes;
  }
  return sum;
}

}  // namespace

SizesInput sizes_input(const Analysis& analysis, const Payload& payload) {
  SizesInput input;
  input.id = exchange_id(analysis, *payload.exchange);
  input.target = payload.exchange->url;
  input.is_request = payload.is_request;
  input.content_type = payload.content_type;
  input.content = payload.content;
  input.encoded_bytes = payload.half().encoded_bytes;
  input.codings = payload.half().codings;
  return input;
}

std::vector<MeasuredSize> measured_in(const Analysis& analysis,
                                      const PayloadGroup& group) {
  std::vector<MeasuredSize> out;
  for (auto at = group.exchanges.rbegin(); at != group.exchanges.rend(); ++at) {
    const Half& half = *(*at)->response;
    MeasuredSize measured;
    measured.id = exchange_id(analysis, **at);
    measured.rows = *half.facts.rows;
    measured.bytes = *half.facts.content_bytes;
    if (half.codings == std::vector<std::string>{"gzip"}) {
      measured.gzip_bytes = half.encoded_bytes;
    }
    if (out.empty() || out.back().rows != measured.rows) {
      out.push_back(std::move(measured));
    }
  }
  return out;
}

EncodedAgain encode_again(const Analysis& analysis,
                          const std::vector<const Exchange*>& exchanges,
                          const AnalyzeOptions& options, const EncodeBounds& bounds) {
  EncodedAgain out;
  out.bounds = bounds;
  const std::vector<PayloadGroup> groups = group_payloads(exchanges);
  out.operations = groups.size();
  out.too_large = !groups.empty() && file_bytes(analysis) > bounds.captures;
  if (out.too_large || groups.empty()) {
    return out;
  }
  const std::vector<Choice> choices = choose(analysis, groups, out);
  std::vector<const Exchange*> wanted;
  for (const Choice& choice : choices) {
    wanted.push_back(choice.exchange);
  }
  const std::vector<Payload> payloads = fetch_payloads(analysis, options, wanted, false);
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    SizesInput input = sizes_input(analysis, payloads[i]);
    std::string problem = payloads[i].problem;
    if (problem.empty()) {
      const PayloadGroup& group = *choices[i].group;
      input.measured = measured_in(analysis, group);
      SizesOptions one;
      one.max_rows_bytes = bounds.rows_bytes;
      Result<Sizes> sizes = measure_sizes(input, one);
      if (sizes) {
        const Exchange* const largest = group.exchanges.front();
        out.answers.push_back({choices[i].exchange, std::move(*sizes),
                               largest == choices[i].exchange ? nullptr : largest});
        continue;
      }
      problem = sizes.error().what;
    }
    out.without.push_back(input.id + ": " + problem);
  }
  return out;
}

}  // namespace capaudit
