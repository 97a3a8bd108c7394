// SPDX-License-Identifier: Apache-2.0
// Sizes against row count as the capture has them: answers of one operation, in one
// format and one coding, by how many rows they hold. Nothing is encoded again here. A
// size is that of one captured answer, never a mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/rows/sizes.h"
#include "reports/page/build.h"

namespace capaudit {

struct CapturedPoint {
  std::uint64_t rows = 0;
  std::uint64_t encoded = 0, content = 0;  ///< of the body: as sent, and decoded
  const Exchange* exchange = nullptr;      ///< of those with as many rows the median
};

struct CapturedSeries {
  std::string name;    ///< "json getJSON", with ", gzip" where codings differ: redacted
  std::string coding;  ///< "gzip", "as is"
  std::vector<CapturedPoint> points;  ///< ascending, each row count once

  const CapturedPoint* at(std::uint64_t rows) const;
};

/// Those with answers of at least three row counts; the largest answer first.
std::vector<CapturedSeries> captured_series(const ReportInput& input);

/// `after` is the smaller at `to` rows and at every larger count that both have, and is
/// not at `from`, the count before. Both are sent in the same coding and hold the same
/// rows, by digest, wherever both have rows.
struct CapturedCrossing {
  const CapturedSeries* before = nullptr;
  const CapturedSeries* after = nullptr;
  bool encoded = false;  ///< as sent; else decoded
  std::uint64_t from = 0, to = 0;
};

/// Valid as long as `series` is.
std::vector<CapturedCrossing> captured_crossings(
    const std::vector<CapturedSeries>& series);

/// "from 100 rows on A is smaller than B (1,159 B against 1,406 B); at 80 rows it is not
/// (...)".
std::string crossing_text(const CapturedCrossing& crossing);

}  // namespace capaudit
