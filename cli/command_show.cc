// SPDX-License-Identifier: Apache-2.0
// capaudit show: one exchange with its heads, or the bytes of a body.
#include <algorithm>

#include "cli/destination.h"
#include "cli/message.h"
#include "cli/run.h"
#include "decoders/core/text.h"
#include "reports/show.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kHeadsForShow = std::uint64_t{1} << 20;

// "3" is short for "#3".
std::string full_id(const std::string& id) {
  const bool number = !id.empty() && std::all_of(id.begin(), id.end(), is_digit);
  return number ? "#" + id : id;
}

int show_body(const Options& options, const Exchange& exchange, const WantedBody& wanted,
              Destination& destination) {
  const std::optional<Half>& half =
      options.response_side ? exchange.response : exchange.request;
  const std::string side = options.response_side ? "response" : "request";
  if (!half) {
    say_error("the capture holds no " + side + " of this exchange");
    return kNoCapture;
  }
  if (!wanted.found) {
    say_error("--body reads the capture a second time: it must be a file");
    return kNoCapture;
  }
  const BodyInput input = body_input(exchange, wanted, !options.response_side);
  if (!input.complete && !options.quiet) {
    say("the body of the " + side + " is not whole");
  }
  const bool on_terminal = terminal_of(options).width.has_value();
  const bool codings_removed = options.response_side ? wanted.response_codings_removed
                                                     : wanted.request_codings_removed;
  if (options.body == BodyView::wire && codings_removed && !half->codings.empty()) {
    say_error("a HAR holds the body decoded: use --body decoded");
    return kNoCapture;
  }
  if (options.body == BodyView::wire) {
    write_body(input.encoded, on_terminal, destination);
    return kDone;
  }
  const DecodedBody decoded = decode_body(input);
  if (!decoded.error.empty() && !options.quiet) {
    say("decoding stops early: " + decoded.error);
  }
  if (options.body == BodyView::decoded) {
    write_body(decoded.content, on_terminal, destination);
  } else if (options.format == "text") {
    write_body_tree(decoded.content, input, Redactor(options.redact), destination);
  } else if (options.format != "xml") {
    write_body_json(decoded.content, input, Redactor(options.redact), destination);
  } else if (!write_body_xml(decoded.content, input, Redactor(options.redact),
                             destination)) {
    const std::string format(half->facts.format ? to_string(*half->facts.format)
                                                : "of unknown format");
    return fail_usage("the body of the " + side + " is no XML but " + format +
                      ": --format xml writes only what was XML");
  }
  return kDone;
}

int fail_unknown_id(const Options& options, const Analysis& analysis) {
  const std::size_t n = analysis.exchanges.size();
  return fail_usage(
      "there is no exchange '" + options.arguments.back() + "'; " +
      (n == 0 ? "the capture holds none" : "capaudit list shows " + std::to_string(n)));
}

}  // namespace

int run_show(const Options& options) {
  if (options.arguments.size() != 2) {
    return fail_usage("show takes a capture and the id of an exchange");
  }
  const bool of_tree = options.format == "xml" || options.format == "json";
  if (!options.format.empty() && !of_tree && options.format != "text") {
    return fail_usage("--format takes json, text, xml, not '" + options.format + "'");
  }
  if (of_tree && options.body != BodyView::tree) {
    return fail_usage("--format " + options.format + " goes with --body tree");
  }
  const std::optional<TimeZone> zone = parse_time_zone(options.timezone);
  if (!zone) {
    return fail_zone(options);
  }
  WantedBody wanted;
  wanted.id = full_id(options.arguments.back());
  AnalyzeOptions analyze = options.analyze;
  analyze.keep_heads = kHeadsForShow;
  analyze.wanted = options.body == BodyView::none ? nullptr : &wanted;
  const Analyzed analyzed = analyze_inputs(options, {options.arguments.front()}, analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Exchange* const exchange = find_exchange(*analyzed.analysis, wanted.id);
  if (exchange == nullptr) {
    return fail_unknown_id(options, *analyzed.analysis);
  }
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(options.output, {options.arguments.front()});
  if (!destination) {
    return fail(destination.error());
  }
  int code = kDone;
  if (options.body != BodyView::none) {
    code = show_body(options, *exchange, wanted, **destination);
  } else {
    write_exchange_text(*analyzed.analysis, *exchange, Redactor(options.redact), *zone,
                        terminal_of(options), **destination);
  }
  if (code != kDone) {
    return code;
  }
  return finish_output(**destination, *analyzed.analysis, options);
}

}  // namespace capaudit
