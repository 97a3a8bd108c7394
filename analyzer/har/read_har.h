// SPDX-License-Identifier: Apache-2.0
// A HAR file as a capture: one exchange for each entry, in order of the requests' starts.
// There are no packets in it: no connections, no ledger, no frames.
#pragma once

#include <map>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/ingest/intake.h"

namespace capaudit {

struct HarPass {
  Capture capture;
  Exchanges exchanges;
  std::vector<Finding> findings;
};

/// Whose bodies are wanted, and where.
using HarWanted = std::map<ExchangeKey, WantedBody*>;

/// An error when there is no log in the file or nothing of it could be read.
Result<HarPass> read_har(Intake& intake, const AnalyzeOptions& options, unsigned jobs,
                         const HarWanted& wanted);

}  // namespace capaudit
