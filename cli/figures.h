// SPDX-License-Identifier: Apache-2.0
// What `sizes` and `parse` do alike: which exchanges they are about, and their figures
// written as text, Markdown, CSV, JSON or a page; how long engines are timed.
#pragma once

#include <functional>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/parse/harness.h"
#include "cli/run.h"
#include "reports/page/report.h"

namespace capaudit {

/// CAPTURE... and perhaps an ID behind them, told apart by whether there is such a file.
struct FigureInput {
  std::vector<std::string> captures;
  std::string id;  ///< empty: none
};
FigureInput figure_input(const Options& options);

/// The exchange that was named, or those that --select leaves; an exit code after the
/// reason was said.
struct FigureExchanges {
  std::vector<const Exchange*> exchanges;
  int code = kDone;
};
FigureExchanges figure_exchanges(const Options& options, const FigureInput& input,
                                 const Analysis& analysis);

/// --runs and --warmup, for the engines that are timed; `runs` where none were asked for.
TimingOptions timing_options(const Options& options, std::size_t runs);

/// The output format by --format, --json or the extension of -o; empty after an error was
/// said.
std::string figure_format(const Options& options);

/// Writes `report` in `format`; `json` writes the other form.
int write_figures(const Options& options, const FigureInput& input,
                  const Analysis& analysis, const std::string& format,
                  const Report& report, const std::function<void(Output&)>& json);

}  // namespace capaudit
