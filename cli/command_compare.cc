// SPDX-License-Identifier: Apache-2.0
// capaudit compare: two sessions operation by operation; with --same a HAR against
// packets of the same session.
#include <algorithm>

#include "analyzer/audit/capture_paths.h"
#include "analyzer/cross/cross_check.h"
#include "analyzer/cross/two_sides.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "reports/cross.h"
#include "reports/two_sides.h"

namespace capaudit {
namespace {

int compare_same(const Options& options, const std::string& format) {
  const FigureInput input = {options.arguments, ""};
  const Analyzed analyzed = analyze_inputs(options, input.captures, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Result<CrossCheck> check = cross_check(*analyzed.analysis);
  if (!check) {
    return fail(check.error());
  }
  const Redactor redactor(options.redact);
  return write_figures(
      options, input, *analyzed.analysis, format,
      cross_report(*analyzed.analysis, *check, redactor),
      [&](Output& out) { write_cross_json(*analyzed.analysis, *check, redactor, out); });
}

int compare_sessions(const Options& options, const std::string& format) {
  FigureInput input;
  std::array<std::vector<std::string>, 2> paths;
  for (std::size_t i = 0; i < 2; ++i) {
    paths[i] = files_meant(options.arguments[i]);
    for (const std::string& path : paths[i]) {
      if (std::find(input.captures.begin(), input.captures.end(), path) ==
          input.captures.end()) {
        input.captures.push_back(path);
      }
    }
  }
  const Analyzed analyzed = analyze_inputs(options, input.captures, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Analysis& analysis = *analyzed.analysis;
  Sides sides = {ComparedSide{{}, options.select_a}, ComparedSide{{}, options.select_b}};
  SideNames names;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::uint32_t c = 0; c < analysis.captures.size(); ++c) {
      if (std::find(paths[i].begin(), paths[i].end(), analysis.captures[c].source.path) !=
          paths[i].end()) {
        sides[i].captures.insert(c);
      }
    }
    if (sides[i].captures.empty()) {
      say_error("nothing of '" + options.arguments[i] + "' could be read");
      return kNoCapture;
    }
    const std::string& selection = i == 0 ? options.selection_a : options.selection_b;
    names[i] = options.arguments[i] + (selection.empty() ? "" : " (" + selection + ")");
  }
  const TwoSides compared = compare_sides(analysis, sides);
  const Redactor redactor(options.redact);
  return write_figures(
      options, input, analysis, format, sides_report(compared, names, redactor),
      [&](Output& out) { write_sides_json(compared, names, redactor, out); });
}

}  // namespace

int run_compare(const Options& options) {
  if (options.arguments.size() != 2) {
    return fail_usage("compare takes two captures");
  }
  if (options.same && !(options.selection_a.empty() && options.selection_b.empty())) {
    return fail_usage("--select-a and --select-b are for two sessions, not for --same");
  }
  const std::string format = figure_format(options);
  if (format.empty()) {
    return kUsage;
  }
  return options.same ? compare_same(options, format) : compare_sessions(options, format);
}

}  // namespace capaudit
