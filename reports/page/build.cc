// SPDX-License-Identifier: Apache-2.0
#include "reports/page/build.h"

#include <array>
#include <utility>

#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string default_title(const Analysis& analysis) {
  if (analysis.captures.empty()) {
    return "capaudit report";
  }
  const std::string first = cut_middle(visible(analysis.captures[0].source.name), 80);
  const std::size_t more = analysis.captures.size() - 1;
  return more == 0 ? first : first + " and " + grouped(std::uint64_t{more}) + " more";
}

std::string subtitle(const ReportInput& input) {
  const auto& captures = input.analysis.captures;
  std::optional<std::int64_t> first;
  for (const Capture& capture : captures) {
    if (capture.first_ns && (!first || *capture.first_ns < *first)) {
      first = capture.first_ns;
    }
  }
  std::string out = "Every HTTP exchange in " + counted(captures.size(), "capture");
  if (first) {
    out += captures.size() == 1 ? ", recorded " : ", the first recorded ";
    out += input.options.zone.time(*first);
  }
  if (!input.options.selection.empty()) {
    out += ". Only exchanges with " + input.options.selection;
  }
  return out;
}

/// In reading order; a section without blocks is left out.
constexpr std::array kSections = {
    summary_section,    quality_section,     comparison_section, sizes_section,
    rows_section,       encodings_section,   parse_section,      times_section,
    operations_section, connections_section, requests_section,   ledger_section,
    findings_section,   method_section,      inputs_section,     data_section,
};

}  // namespace

Report build_report(const Selected& selected, const ReportOptions& options,
                    const ReportExtras& extras) {
  const ReportInput input{selected.analysis, selected.exchanges, options, extras};
  Report report;
  report.title = options.title.empty() ? default_title(selected.analysis) : options.title;
  report.subtitle = subtitle(input);
  for (const auto& make_section : kSections) {
    Section section = make_section(input);
    if (!section.blocks.empty()) {
      report.sections.push_back(std::move(section));
    }
  }
  return report;
}

}  // namespace capaudit
