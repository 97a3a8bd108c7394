// SPDX-License-Identifier: Apache-2.0
// Findings: of captures and connections one by one, of exchanges counted by code.
#include <map>

#include "reports/finding_text.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/text.h"

namespace capaudit {
namespace {

Tone tone_of(Severity severity) {
  switch (severity) {
  case Severity::note:
    return Tone::plain;
  case Severity::warning:
    return Tone::warning;
  case Severity::damage:
    return Tone::bad;
  }
  return Tone::plain;
}

std::string place_of(const ReportInput& input, const Finding& finding) {
  std::string place;
  const auto add = [&place](const std::string& text) {
    place += place.empty() ? text : ", " + text;
  };
  if (input.analysis.captures.size() > 1 &&
      finding.capture < input.analysis.captures.size()) {
    add(cut_middle(visible(input.analysis.captures[finding.capture].source.name), 30));
  }
  if (finding.connection) {
    add("connection " + grouped(std::uint64_t{*finding.connection}));
  }
  if (finding.frame) {
    add("frame " + grouped(*finding.frame));
  }
  if (finding.file_offset) {
    add("file offset " + grouped(*finding.file_offset));
  }
  return place.empty() ? "–" : place;
}

PageTable captures_table(const ReportInput& input) {
  PageTable table;
  table.id = "findings-table";
  table.caption = "Of captures and connections";
  table.columns = {{"Code", false},  {"Severity", false}, {"What was found", false},
                   {"Where", false}, {"Times", true},     {"What to do", false}};
  for (const Finding& finding : input.analysis.findings) {
    if (table.rows.size() == kMostRows) {
      ++table.left_out;
      continue;
    }
    PageCell severity = text_cell(std::string(to_string(finding.severity)));
    severity.tone = tone_of(finding.severity);
    PageRow row;
    row.cells = {text_cell(std::string(finding.code)),
                 severity,
                 cut_cell(input.options.redactor.text(finding.text), 400),
                 text_cell(place_of(input, finding)),
                 number_cell(finding.count),
                 text_cell(finding.remedy.empty() ? "nothing" : finding.remedy)};
    if (finding.connection) {
      row.cells[3].link = connection_anchor(finding.capture, *finding.connection);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct Code {
  std::uint64_t count = 0;
  const Exchange* first = nullptr;
};

PageTable exchanges_table(const ReportInput& input,
                          const std::map<std::string_view, Code>& codes) {
  PageTable table;
  table.id = "exchange-findings";
  table.caption = "Of exchanges, by code";
  table.columns = {
      {"Code", false}, {"Exchanges", true}, {"First", false}, {"What it means", false}};
  for (const auto& [code, seen] : codes) {
    PageCell first = cut_cell(exchange_id(input.analysis, *seen.first), 40);
    first.link = exchange_anchor(*seen.first);
    PageRow row;
    row.cells = {text_cell(std::string(code)), number_cell(seen.count), first,
                 text_cell(std::string(describe_finding(code)))};
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Section findings_section(const ReportInput& input) {
  Section section{"findings", "Findings", {}};
  std::map<std::string_view, Code> codes;
  for (const Exchange* exchange : input.exchanges) {
    for (const std::string_view code : exchange->findings) {
      Code& seen = codes[code];
      seen.first = seen.count == 0 ? exchange : seen.first;
      ++seen.count;
    }
  }
  PageTable of_captures = captures_table(input);
  if (of_captures.rows.empty() && codes.empty()) {
    section.blocks.push_back(Paragraph{"Nothing was found that limits the figures."});
    return section;
  }
  if (!of_captures.rows.empty()) {
    section.blocks.push_back(std::move(of_captures));
  }
  if (!codes.empty()) {
    section.blocks.push_back(exchanges_table(input, codes));
  }
  return section;
}

}  // namespace capaudit
