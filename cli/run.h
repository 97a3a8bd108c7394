// SPDX-License-Identifier: Apache-2.0
// What all commands do alike: analyse the captures, say what is wrong, find the exit
// code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "cli/commands.h"
#include "reports/list/list.h"

namespace capaudit {

/// The analysis, or the exit code after the reason was said.
struct Analyzed {
  std::optional<Analysis> analysis;
  int code = kDone;
};
Analyzed analyze_inputs(const Options& options, const std::vector<std::string>& captures,
                        const AnalyzeOptions& analyze);

/// kStrict when it was asked for and an input is damaged, else kDone.
int exit_code(const Analysis& analysis, const Options& options);

/// Ends a command that has written to `path`.
int finish_output(class Destination& destination, const Analysis& analysis,
                  const Options& options);

/// Says the error and gives its exit code.
int fail(const Error& error);
int fail_usage(const std::string& what);
/// Of --tz.
int fail_zone(const Options& options);

/// For text on standard output: its width, and whether colour is wanted (NO_COLOR,
/// --color).
Terminal terminal_of(const Options& options);

/// SOURCE_DATE_EPOCH in nanoseconds, if it is set; fails where it is no number of
/// seconds.
Result<std::optional<std::int64_t>> source_date_ns();

}  // namespace capaudit
