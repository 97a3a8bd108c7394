// SPDX-License-Identifier: Apache-2.0
// capaudit list: every exchange, one a line.
#include <algorithm>

#include "cli/destination.h"
#include "cli/run.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kHeadsForHar = std::uint64_t{64} << 10;

// By name, else by the extension of the output file, else the first in the table.
Result<const ListFormat*> choose_format(const Options& options) {
  const auto formats = list_formats();
  const std::size_t dot = options.output.rfind('.');
  const std::string extension =
      dot == std::string::npos ? std::string() : options.output.substr(dot + 1);
  std::string known;
  for (const ListFormat& format : formats) {
    if (options.format.empty() ? format.extension == extension
                               : format.name == options.format) {
      return &format;
    }
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  if (options.format.empty()) {
    return &formats.front();
  }
  return Error{ErrorCode::malformed, 0,
               "--format takes " + known + ", not '" + options.format + "'"};
}

// Why --bodies does not go with the rest; empty: it does.
std::string bodies_refusal(const Options& options, const ListFormat& format) {
  if (format.write != write_list_har) {
    return "--bodies goes with --format har";
  }
  if (!options.analyze.examine_bodies) {
    return "--bodies does not go with --no-bodies";
  }
  if (options.redact != RedactMode::off) {
    return "--bodies writes bodies with all secrets in them: it takes --redact off";
  }
  const auto& paths = options.arguments;
  return std::find(paths.begin(), paths.end(), "-") == paths.end()
             ? ""
             : "--bodies reads captures a second time: they must be files";
}

}  // namespace

int run_list(const Options& options) {
  const Result<const ListFormat*> chosen = choose_format(options);
  if (!chosen) {
    return fail(chosen.error());
  }
  const ListFormat& format = **chosen;
  if (options.bodies) {
    if (const std::string refusal = bodies_refusal(options, format); !refusal.empty()) {
      return fail_usage(refusal);
    }
  }
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(options.output, options.arguments);
  if (!destination) {
    return fail(destination.error());
  }
  AnalyzeOptions analyze = options.analyze;
  analyze.keep_heads = format.needs_heads ? kHeadsForHar : 0;
  const Analyzed analyzed = analyze_inputs(options, options.arguments, analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const Redactor redactor(options.redact);
  const Selected selected = select(*analyzed.analysis, options.select);
  if (options.bodies) {
    write_list_har_with_bodies(selected, analyze, **destination);
  } else {
    format.write(selected, redactor, terminal_of(options), **destination);
  }
  return finish_output(**destination, *analyzed.analysis, options);
}

}  // namespace capaudit
