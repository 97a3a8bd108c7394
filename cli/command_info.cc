// SPDX-License-Identifier: Apache-2.0
// capaudit info: what is in the files, how good they are, the byte ledger.
#include "cli/destination.h"
#include "cli/run.h"
#include "reports/info.h"

namespace capaudit {

int run_info(const Options& options) {
  if (!options.format.empty() && options.format != "text" && options.format != "json") {
    return fail_usage("--format takes text, json, not '" + options.format + "'");
  }
  const bool json = options.format == "json" ||
                    (options.format.empty() && options.output.ends_with(".json"));
  const std::optional<TimeZone> zone = parse_time_zone(options.timezone);
  if (!zone) {
    return fail_zone(options);
  }
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(options.output, options.arguments);
  if (!destination) {
    return fail(destination.error());
  }
  const Analyzed analyzed = analyze_inputs(options, options.arguments, options.analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Redactor redactor(options.redact);
  const LedgerDetail detail =
      options.connections ? LedgerDetail::connections : LedgerDetail::file;
  if (json) {
    write_info_json(*analyzed.analysis, redactor, detail, **destination);
  } else {
    write_info_text(*analyzed.analysis, redactor, *zone, terminal_of(options), detail,
                    **destination);
  }
  return finish_output(**destination, *analyzed.analysis, options);
}

}  // namespace capaudit
