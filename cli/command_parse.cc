// SPDX-License-Identifier: Apache-2.0
// capaudit parse: parse and generate times of captured bodies, measured here.
#include <algorithm>
#include <map>

#include "analyzer/parse/program_channel.h"
#include "analyzer/parse_again.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "reports/parse_times.h"

namespace capaudit {
namespace {

/// The engines that were named; an error names the one that is not known.
Result<std::vector<EngineChoice>> chosen(const std::vector<std::string>& words) {
  std::vector<EngineChoice> out;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      EngineChoice choice{word.substr(0, equals), split_command(word.substr(equals + 1))};
      if (choice.name.empty() || choice.command.empty()) {
        return Error{ErrorCode::malformed, 0,
                     "--engine takes NAME or NAME=COMMAND, not '" + word + "'"};
      }
      out.push_back(std::move(choice));
      continue;
    }
    if (find_parse_engine(word) == nullptr) {
      std::string known;
      for (const ParseEngine& engine : parse_engines()) {
        known += (known.empty() ? "" : ", ") + std::string(engine.name);
      }
      return Error{ErrorCode::malformed, 0,
                   "there is no engine '" + word + "'; known are " + known +
                       "; a program is NAME=COMMAND"};
    }
    out.push_back({word, {}});
  }
  return out;
}

/// Engines of `all` that can read the kind; commands decide for themselves.
std::vector<EngineChoice> for_kind(const std::vector<EngineChoice>& all,
                                   PayloadKind kind) {
  if (all.empty()) {
    return all_engines(kind);
  }
  std::vector<EngineChoice> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [kind](const EngineChoice& choice) {
                 return !choice.command.empty() ||
                        find_parse_engine(choice.name)->reads(kind);
               });
  return out;
}

/// Whole bodies by the kind of engine that reads them.
std::map<PayloadKind, ParsePayload> payloads_of(const Options& options,
                                                const Analysis& analysis,
                                                const FigureExchanges& found) {
  std::vector<const Exchange*> wanted;
  std::copy_if(found.exchanges.begin(), found.exchanges.end(), std::back_inserter(wanted),
               [&options](const Exchange* exchange) {
                 return is_parsable(options.response_side ? exchange->response
                                                          : exchange->request);
               });
  std::map<PayloadKind, ParsePayload> out;
  for (Payload& payload :
       fetch_payloads(analysis, options.analyze, wanted, !options.response_side)) {
    if (!payload.problem.empty()) {
      say(exchange_id(analysis, *payload.exchange) + ": " + payload.problem);
      continue;
    }
    const PayloadKind kind = *payload_kind(*payload.half().facts.format);
    out[kind].kind = kind;
    out[kind].documents.push_back(parse_document(payload));
  }
  return out;
}

}  // namespace

int run_parse(const Options& options) {
  const std::string format = figure_format(options);
  const Result<std::vector<EngineChoice>> engines = chosen(options.engines);
  if (!engines) {
    return fail_usage(engines.error().what);
  }
  if (format.empty()) {
    return kUsage;
  }
  const FigureInput input = figure_input(options);
  const Analyzed analyzed = analyze_inputs(options, input.captures, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const FigureExchanges found = figure_exchanges(options, input, *analyzed.analysis);
  if (found.code != kDone) {
    return found.code;
  }
  std::vector<ParseFigures> figures;
  for (const auto& [kind, payload] : payloads_of(options, *analyzed.analysis, found)) {
    const std::string name =
        input.id.empty() ? "the " + std::string(to_string(kind)) + " bodies" : input.id;
    figures.push_back(measure_parse(name, payload, for_kind(*engines, kind),
                                    timing_options(options, TimingOptions().runs),
                                    std::chrono::seconds(options.timeout_s)));
  }
  if (figures.empty()) {
    say_error("no whole body that an engine reads");
    return kNoCapture;
  }
  return write_figures(options, input, *analyzed.analysis, format, parse_report(figures),
                       [&](Output& out) { write_parse_json(figures, out); });
}

}  // namespace capaudit
