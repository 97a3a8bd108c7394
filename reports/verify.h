// SPDX-License-Identifier: Apache-2.0
// What `verify` compares: a report that someone hands over, and the same report derived
// again from its inputs. The handed one is hostile input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/result.h"
#include "reports/page/report.h"

namespace capaudit {

/// Differences that are told one by one; of more, the number.
inline constexpr std::size_t kMostDifferences = 100;

/// What a report says of where it comes from.
struct ReportSource {
  struct Input {
    std::string path, sha256;
  };
  std::string version;
  std::string claims_sha256;       ///< of an audit's claims file; empty: not named
  std::vector<std::string> words;  ///< of the command, without "capaudit"
  std::optional<std::int64_t> made_ns;
  std::vector<Input> inputs;
};

/// The data in a report: of a page the text of its script, else all of it. Valid as long
/// as `report`. The error says what to do.
struct ReportData {
  std::string_view data;
  bool page = false;
};
Result<ReportData> find_report_data(std::string_view report);
Result<ReportSource> read_report_source(std::string_view data);

struct Difference {
  std::string where, reported, derived;
};
struct Differences {
  std::vector<Difference> list;
  std::uint64_t count = 0;
  void add(Difference difference);
};

/// Value by value; what sections that are `measured` hold is left out.
Result<Differences> compare_data(std::string_view reported, std::string_view derived);

/// The pages line by line, without data, charts and measured sections.
Differences compare_pages(std::string_view reported, std::string_view derived,
                          const Report& report);
/// Ids of charts that are drawn otherwise.
std::vector<std::string> charts_that_differ(std::string_view reported,
                                            std::string_view derived,
                                            const Report& report);

}  // namespace capaudit
