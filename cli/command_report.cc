// SPDX-License-Identifier: Apache-2.0
// capaudit report: one HTML file, or the same as JSON or Markdown.
#include "cli/destination.h"
#include "cli/page_output.h"
#include "cli/run.h"

namespace capaudit {

int run_report(const Options& options) {
  Result<PagePlan> plan = plan_page("report", "report.html", options, options.arguments);
  if (!plan) {
    return fail(plan.error());
  }
  AnalyzeOptions analyze = options.analyze;
  keep_heads_for_page(analyze);
  const Analyzed analyzed = analyze_inputs(options, options.arguments, analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  const int code = write_page(*plan, select(*analyzed.analysis, options.select), options);
  return code == kDone ? exit_code(*analyzed.analysis, options) : code;
}

}  // namespace capaudit
