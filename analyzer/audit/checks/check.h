// SPDX-License-Identifier: Apache-2.0
// Checks: whether a comparison was fair and the data good enough to carry it. Each is one
// function in a file of its own and one line in the table of check.cc; codes are stable
// (docs/FINDINGS.md).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/scenario.h"
#include "analyzer/finding.h"

namespace capaudit {

struct Audit;
struct ClaimVerdict;
class SeriesMaker;

struct AuditFinding {
  std::string_view code;  ///< of the check that found it
  Severity severity = Severity::warning;
  std::string text;    ///< one sentence with the numbers, lower case, no full stop
  std::string remedy;  ///< what to do about it
  std::vector<std::string> scenarios;    ///< ids
  std::vector<std::string> claims;       ///< ids of the claims that it touches
  std::vector<std::uint32_t> exchanges;  ///< evidence: indices, a few
};

/// Two scenarios that some claim compares.
struct Pair {
  const Scenario& first;
  const Scenario& second;
  std::vector<std::string> claims;
};

class CheckInput {
 public:
  CheckInput(const Audit& audit, SeriesMaker& maker);

  const Audit& audit;
  SeriesMaker& maker;
  const std::vector<Pair>& pairs() const { return pairs_; }
  std::vector<const Scenario*> scenarios() const;
  const Exchange& exchange(std::uint32_t index) const;
  /// Share of the exchanges of a scenario's calls that are so; none where there are none.
  double share(const Scenario& scenario,
               const std::function<bool(const Exchange&)>& is_so) const;
  /// The first exchange for which it is (not) so.
  std::vector<std::uint32_t> example(
      const Scenario& scenario, const std::function<bool(const Exchange&)>& is_so) const;
  std::vector<std::string> claims_of(const Scenario& scenario) const;

 private:
  std::vector<Pair> pairs_;
};

using Check = std::vector<AuditFinding> (*)(const CheckInput& input);

struct CheckInfo {
  std::string_view code;
  std::string_view asks;  ///< what it looks for, one line
  std::string_view remedy;
  Severity severity;
  Check run;  ///< findings need only text and evidence: the rest comes from here
};

std::span<const CheckInfo> checks();
std::vector<AuditFinding> run_checks(const Audit& audit, SeriesMaker& maker);

/// A finding about one scenario, or two that are compared.
AuditFinding about(const CheckInput& input, const Scenario& scenario, std::string text);
AuditFinding about(const Pair& pair, std::string text);
/// The same about several: "... in 'a', 'b' and 7 more".
AuditFinding about(const CheckInput& input, const std::vector<const Scenario*>& scenarios,
                   const std::string& text);

// One file each.
std::vector<AuditFinding> check_cache(const CheckInput& input);
std::vector<AuditFinding> check_cold_warm(const CheckInput& input);
std::vector<AuditFinding> check_compression(const CheckInput& input);
std::vector<AuditFinding> check_connections(const CheckInput& input);
std::vector<AuditFinding> check_echo(const CheckInput& input);
std::vector<AuditFinding> check_left_out(const CheckInput& input);
std::vector<AuditFinding> check_metadata(const CheckInput& input);
std::vector<AuditFinding> check_omission(const CheckInput& input);
std::vector<AuditFinding> check_order(const CheckInput& input);
std::vector<AuditFinding> check_outliers(const CheckInput& input);
std::vector<AuditFinding> check_pretty(const CheckInput& input);
std::vector<AuditFinding> check_rows(const CheckInput& input);
std::vector<AuditFinding> check_runs(const CheckInput& input);
std::vector<AuditFinding> check_servers(const CheckInput& input);
std::vector<AuditFinding> check_single_run(const CheckInput& input);
std::vector<AuditFinding> check_think(const CheckInput& input);
std::vector<AuditFinding> check_tls(const CheckInput& input);
std::vector<AuditFinding> check_truncated(const CheckInput& input);

}  // namespace capaudit
