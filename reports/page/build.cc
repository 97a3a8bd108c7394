// SPDX-License-Identifier: Apache-2.0
#include "reports/page/build.h"

#include <algorithm>

#include "reports/capture_record.h"
#include "reports/json_writer.h"
#include "reports/numbers.h"
#include "reports/record.h"
#include "reports/text.h"
#include "reports/version.h"

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

/// The records of as many exchanges as the page also shows.
std::string embedded_data(const ReportInput& input) {
  StringOutput out;
  JsonWriter json(out, JsonPlace::script);
  json.begin_object();
  json.key("capaudit");
  json.text(version());
  json.key("captures");
  json.begin_array();
  for (const Capture& capture : input.analysis.captures) {
    write_capture(capture, json);
  }
  json.end_array();
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : input.analysis.findings) {
    write_finding(input.analysis, finding, input.options.redactor, json);
  }
  json.end_array();
  json.key("exchanges");
  json.begin_array();
  std::uint64_t embedded = 0;
  for (const Exchange* exchange : input.exchanges) {
    if (embedded == kMostRows || out.text().size() > kMostDataBytes) {
      break;
    }
    write_record(input.analysis, *exchange, input.options.redactor, json);
    ++embedded;
  }
  json.end_array();
  json.key("exchanges_embedded");
  json.number(embedded);
  json.key("exchanges_selected");
  json.number(std::uint64_t{input.exchanges.size()});
  json.end_object();
  return out.text();
}

}  // namespace

Report build_report(const Selected& selected, const ReportOptions& options) {
  const ReportInput input{selected.analysis, selected.exchanges, options};
  Report report;
  report.title = options.title.empty() ? default_title(selected.analysis) : options.title;
  report.subtitle = subtitle(input);
  for (const auto& section :
       {summary_section, quality_section, sizes_section, times_section, requests_section,
        connections_section, ledger_section, findings_section, method_section,
        inputs_section}) {
    report.sections.push_back(section(input));
  }
  report.data = embedded_data(input);
  return report;
}

}  // namespace capaudit
