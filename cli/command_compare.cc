// SPDX-License-Identifier: Apache-2.0
// capaudit compare: with --same a HAR against packets of the same session.
#include "analyzer/cross/cross_check.h"
#include "cli/destination.h"
#include "cli/run.h"
#include "reports/cross.h"

namespace capaudit {

int run_compare(const Options& options) {
  if (options.arguments.size() != 2) {
    return fail_usage("compare takes two captures");
  }
  if (!options.same) {
    return fail_usage(
        "compare needs --same: a HAR against packets of the same session; two sessions "
        "are compared by capaudit audit, with a scenario for each");
  }
  if (!options.format.empty() && options.format != "text" && options.format != "json") {
    return fail_usage("--format takes text, json, not '" + options.format + "'");
  }
  const bool json = options.json || options.format == "json" ||
                    (options.format.empty() && options.output.ends_with(".json"));
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(options.output, options.arguments);
  if (!destination) {
    return fail(destination.error());
  }
  const Analyzed analyzed = analyze_inputs(options, options.arguments, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Result<CrossCheck> check = cross_check(*analyzed.analysis);
  if (!check) {
    return fail(check.error());
  }
  const Redactor redactor(options.redact);
  if (json) {
    write_cross_json(*analyzed.analysis, *check, redactor, **destination);
  } else {
    write_cross_text(*analyzed.analysis, *check, redactor, terminal_of(options),
                     **destination);
  }
  return finish_output(**destination, *analyzed.analysis, options);
}

}  // namespace capaudit
