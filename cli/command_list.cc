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

}  // namespace

int run_list(const Options& options) {
  const Result<const ListFormat*> chosen = choose_format(options);
  if (!chosen) {
    return fail(chosen.error());
  }
  const ListFormat& format = **chosen;
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
  format.write(select(*analyzed.analysis, options.select), redactor, terminal_of(options),
               **destination);
  return finish_output(**destination, *analyzed.analysis, options);
}

}  // namespace capaudit
