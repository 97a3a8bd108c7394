// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/checks/check.h"

#include <algorithm>
#include <array>

#include "analyzer/audit/audit.h"

namespace capaudit {
namespace {

constexpr std::array kChecks = {
    CheckInfo{"compressed_one_side", "is one side compressed only?",
              "compress both sides, or neither; content_bytes compares what was decoded",
              Severity::warning, check_compression},
    CheckInfo{"rows_differ", "do both sides carry the same rows and columns?",
              "compare the same rows, or read the figures per row", Severity::warning,
              check_rows},
    CheckInfo{"runs_differ", "do both sides have as many runs?",
              "record as many runs of each", Severity::note, check_runs},
    CheckInfo{"connections_differ", "is keep-alive compared with new connections?",
              "use the same connection policy on both sides, or subtract connect_time",
              Severity::warning, check_connections},
    CheckInfo{"cold_against_warm", "are cold runs compared with warm ones?",
              "compare cold with cold and warm with warm: start = \"cold\" or \"warm\" "
              "in the scenario",
              Severity::warning, check_cold_warm},
    CheckInfo{"requests_left_out", "does a count fit only if requests are left out?",
              "count every request that the call needed, or say which were left out",
              Severity::warning, check_left_out},
    CheckInfo{"single_run", "does a time rest on one run?",
              "record at least 6 runs: fewer allow no interval at the 95% level",
              Severity::warning, check_single_run},
    CheckInfo{"outlier_mean", "has a far value moved the mean?",
              "give the median, or explain the far runs", Severity::note, check_outliers},
    CheckInfo{"order_confounded", "did all runs of one side come first?",
              "interleave the runs: A, B, A, B", Severity::warning, check_order},
    CheckInfo{"coordinated_omission",
              "does the client wait for each answer before it goes on?",
              "send at a fixed rate, or read the rate as one by the latency",
              Severity::note, check_omission},
    CheckInfo{"pretty_printed", "is one side pretty-printed only?",
              "compare compact forms on both sides", Severity::warning, check_pretty},
    CheckInfo{"metadata_differs", "do OData sides differ in their metadata level?",
              "ask for the same odata metadata level on both sides", Severity::warning,
              check_metadata},
    CheckInfo{"tls_one_side", "is one side encrypted only?",
              "use TLS on both sides, or on neither", Severity::warning, check_tls},
    CheckInfo{"cache_one_side", "is one side answered from a cache?",
              "clear caches before each run, or compare answers with a body",
              Severity::warning, check_cache},
    CheckInfo{"servers_differ", "are the sides served by different servers?",
              "serve both sides from one machine and software where the claim is about "
              "the format",
              Severity::note, check_servers},
    CheckInfo{"payload_echo", "do answers carry their requests back?",
              "read sizes and times as of both directions", Severity::note, check_echo},
    CheckInfo{"truncated_bodies", "is the capture short of some exchanges?",
              "record without a snap length and without drops, until the last answer",
              Severity::damage, check_truncated},
    CheckInfo{"think_time_dominates", "is the time mostly the client's own?",
              "claim server_time or busy_time, or shorten the client's pauses",
              Severity::warning, check_think},
};

/// Each once, in the order of the file.
void join_claims(const std::vector<std::string>& more, std::vector<std::string>& into) {
  for (const std::string& one : more) {
    if (std::find(into.begin(), into.end(), one) == into.end()) {
      into.push_back(one);
    }
  }
}

void fill(const CheckInfo& check, AuditFinding& finding) {
  finding.code = check.code;
  finding.severity = check.severity;
  finding.remedy = check.remedy;
}

}  // namespace

std::span<const CheckInfo> checks() {
  return kChecks;
}

CheckInput::CheckInput(const Audit& judged, SeriesMaker& series)
    : audit(judged), maker(series) {
  for (const ClaimVerdict& verdict : audit.verdicts) {
    if (verdict.scenario == nullptr || verdict.reference == nullptr) {
      continue;
    }
    const auto known = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return (&pair.first == verdict.scenario && &pair.second == verdict.reference) ||
             (&pair.first == verdict.reference && &pair.second == verdict.scenario);
    });
    if (known != pairs_.end()) {
      known->claims.push_back(verdict.claim->id);
    } else {
      pairs_.push_back({*verdict.scenario, *verdict.reference, {verdict.claim->id}});
    }
  }
}

std::vector<const Scenario*> CheckInput::scenarios() const {
  std::vector<const Scenario*> out;
  for (const ScenarioResult& one : audit.scenarios) {
    out.push_back(&one.scenario);
  }
  return out;
}

const Exchange& CheckInput::exchange(std::uint32_t index) const {
  return audit.analysis.exchanges[index];
}

double CheckInput::share(const Scenario& scenario,
                         const std::function<bool(const Exchange&)>& is_so) const {
  std::size_t all = 0, so = 0;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.calls_only) {
      ++all;
      so += is_so(exchange(index)) ? 1u : 0u;
    }
  }
  return all == 0 ? 0 : static_cast<double>(so) / static_cast<double>(all);
}

std::vector<std::uint32_t> CheckInput::example(
    const Scenario& scenario, const std::function<bool(const Exchange&)>& is_so) const {
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.calls_only) {
      if (is_so(exchange(index))) {
        return {index};
      }
    }
  }
  return {};
}

std::vector<std::string> CheckInput::claims_of(const Scenario& scenario) const {
  std::vector<std::string> out;
  for (const ClaimVerdict& verdict : audit.verdicts) {
    if (verdict.scenario == &scenario || verdict.reference == &scenario) {
      out.push_back(verdict.claim->id);
    }
  }
  return out;
}

AuditFinding about(const CheckInput& input, const Scenario& scenario, std::string text) {
  AuditFinding out;
  out.text = std::move(text);
  out.scenarios = {scenario.spec->id};
  out.claims = input.claims_of(scenario);
  return out;
}

AuditFinding about(const Pair& pair, std::string text) {
  AuditFinding out;
  out.text = std::move(text);
  out.scenarios = {pair.first.spec->id, pair.second.spec->id};
  out.claims = pair.claims;
  return out;
}

AuditFinding about(const CheckInput& input, const std::vector<const Scenario*>& scenarios,
                   const std::string& text) {
  constexpr std::size_t kNamed = 3;
  AuditFinding out;
  std::string names;
  for (const Scenario* scenario : scenarios) {
    out.scenarios.push_back(scenario->spec->id);
    join_claims(input.claims_of(*scenario), out.claims);
    if (out.scenarios.size() <= kNamed) {
      names += (names.empty() ? " in '" : ", '") + scenario->spec->id + "'";
    }
  }
  if (scenarios.size() > kNamed) {
    names += " and " + std::to_string(scenarios.size() - kNamed) + " more";
  }
  out.text = text + names;
  return out;
}

std::vector<AuditFinding> run_checks(const Audit& audit, SeriesMaker& maker) {
  const CheckInput input(audit, maker);
  std::vector<AuditFinding> out;
  for (const CheckInfo& check : kChecks) {
    std::vector<AuditFinding> found = check.run(input);
    for (AuditFinding& finding : found) {
      // Two claims of one scenario can meet the same fact.
      const auto same =
          std::find_if(out.begin(), out.end(), [&](const AuditFinding& other) {
            return other.code == check.code && other.text == finding.text;
          });
      if (same != out.end()) {
        join_claims(finding.claims, same->claims);
        continue;
      }
      fill(check, finding);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
