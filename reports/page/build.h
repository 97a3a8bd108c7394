// SPDX-License-Identifier: Apache-2.0
// From an analysis to a Report. Each section is one function in a file of its own and one
// line in build_report().
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "reports/list/list.h"
#include "reports/page/report.h"
#include "reports/redact.h"
#include "reports/times.h"

namespace capaudit {

/// Rows of a table that are shown, and exchanges that are embedded.
inline constexpr std::size_t kMostRows = 2000;
/// Embedded data stops growing here.
inline constexpr std::size_t kMostDataBytes = std::size_t{16} << 20;

struct ReportOptions {
  std::string title;  ///< empty: made from the captures' names
  TimeZone zone;
  Redactor redactor{RedactMode::standard};
  std::string command;                  ///< that makes the report again
  std::string selection;                ///< text of --select; empty: everything
  std::optional<std::int64_t> made_ns;  ///< from SOURCE_DATE_EPOCH
};

struct ReportInput {
  const Analysis& analysis;
  const std::vector<const Exchange*>& exchanges;
  const ReportOptions& options;
};

Report build_report(const Selected& selected, const ReportOptions& options);

Section summary_section(const ReportInput& input);
Section quality_section(const ReportInput& input);
Section sizes_section(const ReportInput& input);
Section times_section(const ReportInput& input);
Section requests_section(const ReportInput& input);
Section connections_section(const ReportInput& input);
Section ledger_section(const ReportInput& input);
Section findings_section(const ReportInput& input);
Section method_section(const ReportInput& input);
Section inputs_section(const ReportInput& input);

/// Id of the row of an exchange or a connection.
std::string exchange_anchor(const Exchange& exchange);
std::string connection_anchor(std::uint32_t capture, std::uint32_t number);

// Cells, all made in one way.
PageCell text_cell(std::string text);
/// Longer text is cut in the middle; the title holds all, up to a limit.
PageCell cut_cell(std::string text, std::size_t width);
PageCell number_cell(std::uint64_t value);
PageCell bytes_cell(std::uint64_t bytes);
/// "unknown" is a word in a cell, never an empty one.
PageCell bytes_cell(const std::optional<std::uint64_t>& bytes);
PageCell ms_cell(const std::optional<double>& ms);
/// A part of a whole, with a bar.
PageCell share_cell(std::uint64_t part, std::uint64_t whole);

}  // namespace capaudit
