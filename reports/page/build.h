// SPDX-License-Identifier: Apache-2.0
// From an analysis to a Report. Each section is one function in a file of its own, one
// line here and one line in the list of build.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/encode_again.h"
#include "analyzer/parse_again.h"
#include "reports/list/list.h"
#include "reports/page/cells.h"
#include "reports/page/comparison.h"
#include "reports/page/report.h"
#include "reports/redact.h"
#include "reports/times.h"

namespace capaudit {

/// Rows of a table that are shown, and exchanges that are embedded.
inline constexpr std::size_t kMostRows = 2000;

/// Where the data of a report go.
enum class DataPlace : std::uint8_t {
  embed,  ///< into the page, to a limit
  side,   ///< all of it into a file beside the page
  none,
};

struct ReportOptions {
  std::string title;  ///< empty: made from the captures' names
  TimeZone zone;
  Redactor redactor{RedactMode::standard};
  std::string command;                  ///< that makes the report again, for a shell
  std::vector<std::string> words;       ///< the same as words, without "capaudit"
  std::string claims_sha256;            ///< of the claims file; empty: there is none
  std::string selection;                ///< text of --select; empty: everything
  std::optional<std::int64_t> made_ns;  ///< from SOURCE_DATE_EPOCH
  DataPlace data = DataPlace::embed;
  std::string side_file;  ///< name of the file beside the page
};

/// What takes a second pass over the captures.
struct ReportExtras {
  std::optional<EncodedAgain> encoded;  ///< none: not made
  std::vector<SideRuns> sides;          ///< of an audit; else operations are compared
  bool times_asked = false;             ///< of parsing
  std::optional<ParsedAgain>
      parsed;  ///< none: not measured, as when a report is verified
};

struct ReportInput {
  const Analysis& analysis;
  const std::vector<const Exchange*>& exchanges;
  const ReportOptions& options;
  const ReportExtras& extras;
};

Report build_report(const Selected& selected, const ReportOptions& options,
                    const ReportExtras& extras);

Section summary_section(const ReportInput& input);
Section quality_section(const ReportInput& input);
Section comparison_section(const ReportInput& input);
Section sizes_section(const ReportInput& input);
Section rows_section(const ReportInput& input);
Section encodings_section(const ReportInput& input);
Section parse_section(const ReportInput& input);
Section times_section(const ReportInput& input);
Section operations_section(const ReportInput& input);
Section requests_section(const ReportInput& input);
Section connections_section(const ReportInput& input);
Section ledger_section(const ReportInput& input);
Section findings_section(const ReportInput& input);
Section method_section(const ReportInput& input);
Section inputs_section(const ReportInput& input);
Section data_section(const ReportInput& input);

}  // namespace capaudit
