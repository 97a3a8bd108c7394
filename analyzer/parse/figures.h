// SPDX-License-Identifier: Apache-2.0
// Everything that is measured of one payload: all engines at all kinds of work, and what
// the machine was.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "analyzer/parse/harness.h"
#include "analyzer/parse/machine.h"

namespace capaudit {

struct WorkFigures {
  Work work = Work::parse_bytes;
  std::vector<Timing> timings;    ///< in the order of the engines
  std::string floor_engine;       ///< which engine was timed against itself; empty: none
  std::optional<Estimate> floor;  ///< ratio of its two series
};

struct ParseFigures {
  std::string name;  ///< of the payload
  PayloadKind kind = PayloadKind::json;
  std::uint64_t documents = 0, bytes = 0, rows = 0;
  Machine machine;
  std::vector<WorkFigures> works;
};

/// An engine asked for: by its name in the table, or a command of its own.
struct EngineChoice {
  std::string name;
  std::vector<std::string> command;  ///< empty: the table's engine of that name
};

/// Every engine of the table that reads `kind`.
std::vector<EngineChoice> all_engines(PayloadKind kind);

/// `program_time_out`: for one answer of a command.
ParseFigures measure_parse(const std::string& name, const ParsePayload& payload,
                           const std::vector<EngineChoice>& engines,
                           const TimingOptions& options,
                           std::chrono::milliseconds program_time_out);

}  // namespace capaudit
