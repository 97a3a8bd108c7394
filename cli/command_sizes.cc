// SPDX-License-Identifier: Apache-2.0
// capaudit sizes: the rows of a body, encoded again in every format.
#include "analyzer/encode_again.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "reports/encodings.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostPayloads = 8;

std::vector<PayloadGroup> groups_of(const FigureInput& input,
                                    const std::vector<const Exchange*>& exchanges,
                                    const Options& options) {
  if (!input.id.empty()) {
    return {{input.id, exchanges}};
  }
  std::vector<PayloadGroup> groups = group_payloads(exchanges);
  if (groups.size() > kMostPayloads) {
    if (!options.quiet) {
      say("the " + std::to_string(kMostPayloads) + " largest of " +
          std::to_string(groups.size()) + " operations; --select narrows");
    }
    groups.resize(kMostPayloads);
  }
  return groups;
}

}  // namespace

int run_sizes(const Options& options) {
  const std::string format = figure_format(options);
  if (format.empty()) {
    return kUsage;
  }
  const FigureInput input = figure_input(options);
  const Analyzed analyzed = analyze_inputs(options, input.captures, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Analysis& analysis = *analyzed.analysis;
  const FigureExchanges found = figure_exchanges(options, input, analysis);
  if (found.code != kDone) {
    return found.code;
  }
  const bool is_request = !input.id.empty() && !options.response_side;
  std::vector<PayloadGroup> groups = groups_of(input, found.exchanges, options);
  std::vector<const Exchange*> wanted;
  for (const PayloadGroup& group : groups) {
    const Exchange& exchange = *group.exchanges.front();
    if (is_request ? exchange.request.has_value() : exchange.response.has_value()) {
      wanted.push_back(&exchange);
    }
  }
  SizesOptions sizes_options;
  sizes_options.up_to = options.up_to;
  std::vector<Sizes> sizes;
  const std::vector<Payload> payloads =
      fetch_payloads(analysis, options.analyze, wanted, is_request);
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    SizesInput one = sizes_input(analysis, payloads[i]);
    std::string problem = payloads[i].problem;
    if (problem.empty()) {
      if (input.id.empty()) {
        one.measured = measured_in(analysis, groups[i]);
      }
      Result<Sizes> result = measure_sizes(one, sizes_options);
      if (result) {
        sizes.push_back(std::move(*result));
        continue;
      }
      problem = result.error().what;
    }
    say(one.id + ": " + problem);
  }
  if (sizes.empty()) {
    say_error("no body with rows");
    return kNoCapture;
  }
  const Redactor redactor(options.redact);
  return write_figures(options, input, analysis, format, sizes_report(sizes, redactor),
                       [&](Output& out) { write_sizes_json(sizes, redactor, out); });
}

}  // namespace capaudit
