// SPDX-License-Identifier: Apache-2.0
// Writing a report: as a page, JSON or Markdown, by the name of the file; its data into
// the page, beside it, or nowhere. For every command that makes one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "cli/destination.h"
#include "cli/options.h"
#include "decoders/core/result.h"
#include "reports/list/list.h"
#include "reports/page/build.h"
#include "reports/page/templates.h"

namespace capaudit {

/// What is known of a report before its captures are read, so that a wrong option costs
/// no analysis.
struct PagePlan {
  std::string output;  ///< a path, or "-"
  std::string side;    ///< path of the file beside it; empty: none
  enum class Form : std::uint8_t { html, json, markdown } form = Form::html;
  Templates templates;
  ReportOptions report;
  std::vector<std::string> inputs;  ///< never overwritten
  std::unique_ptr<Destination> destination;
};

/// Keeps as much of heads as a report shows.
void keep_heads_for_page(AnalyzeOptions& analyze);

/// What `options` ask for. `command`: "report" or "audit"; `output`: where it goes
/// without -o. The error is a usage error.
Result<PagePlan> prepare_page(const std::string& command, const std::string& output,
                              const Options& options,
                              const std::optional<std::int64_t>& made_ns);

/// The same, with the time from the environment, and the output opened; `inputs`: what
/// the command reads.
Result<PagePlan> plan_page(const std::string& command, const std::string& output,
                           const Options& options, std::vector<std::string> inputs);

/// What a report holds beyond the analysis: captures are read a second time.
ReportExtras page_extras(const Selected& selected, const Options& options);
/// Times parsing, if it was asked for.
void add_parse_times(const Selected& selected, const Options& options,
                     ReportExtras& extras);

/// Writes the report in its form, charts included. The error is a template's fault.
Result<bool> write_form(const PagePlan& plan, const Report& report,
                        const Selected& selected, const Options& options, Output& out);

/// Writes a report that is built already; the exit code as below.
int write_built_page(PagePlan& plan, const Report& report, const Selected& selected,
                     const Options& options);

/// Builds the report and writes it; gives the exit code of writing (kDone or an error's).
int write_page(PagePlan& plan, const Selected& selected, const Options& options);

}  // namespace capaudit
