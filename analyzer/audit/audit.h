// SPDX-License-Identifier: Apache-2.0
// audit(): the claims of a file judged on the captures it names. Begin here: one list of
// passes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/audit/checks/check.h"
#include "analyzer/audit/claims.h"
#include "analyzer/audit/explain.h"
#include "analyzer/audit/judge.h"
#include "analyzer/audit/readings.h"
#include "analyzer/audit/scenario.h"

namespace capaudit {

/// Exchanges that a verdict links to; more are only counted.
inline constexpr std::size_t kMostEvidence = 1000;

struct ClaimVerdict {
  const ClaimSpec* claim = nullptr;
  const Scenario* scenario = nullptr;   ///< null only where nothing can be observed
  const Scenario* reference = nullptr;  ///< null: none, or the scenario itself
  VerdictKind kind = VerdictKind::inconclusive;
  Candidate chosen;  ///< what is reported: claimed, measured, the way it is read
  std::size_t fitting = 0;
  ReadClaim reading;                     ///< all ways that were tried
  std::vector<std::uint32_t> exchanges;  ///< indices, ascending, the first kMostEvidence
  std::uint64_t evidence = 0;            ///< how many there are
  std::optional<Explanation> explanation;
};

/// A metric over a scenario's runs.
struct ScenarioMetric {
  std::string_view name;
  Dimension dimension;
  Estimate value;
};

struct ScenarioResult {
  Scenario scenario;
  std::vector<ScenarioMetric> metrics;  ///< those with a value, in the table's order
};

struct Audit {
  ClaimsFile file;
  Analysis analysis;
  std::vector<ScenarioResult> scenarios;  ///< in the order of the file
  std::vector<ClaimVerdict> verdicts;     ///< in the order of the file
  std::vector<AuditFinding> findings;     ///< of the checks, in a fixed order
  std::size_t count(VerdictKind kind) const;
};

struct AuditOptions {
  AnalyzeOptions analyze;
  TimingOptions timing;
};

/// A scenario that matches nothing, a name without a file: none of these can be judged.
struct AuditOutcome {
  std::unique_ptr<Audit> audit;     ///< null if there are errors
  std::vector<ClaimsError> errors;  ///< of the claims file: exit code 2
  std::optional<Error> unreadable;  ///< no capture could be read
};

/// `file` must be without errors.
AuditOutcome run_audit(ClaimsFile file, const AuditOptions& options);

}  // namespace capaudit
