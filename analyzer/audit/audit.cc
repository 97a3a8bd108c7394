// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/audit.h"

#include <algorithm>

namespace capaudit {
namespace {

const Scenario* find_scenario(const Audit& audit, const std::string& id) {
  for (const ScenarioResult& one : audit.scenarios) {
    if (one.scenario.spec->id == id && !id.empty()) {
      return &one.scenario;
    }
  }
  return nullptr;
}

void take_evidence(const Scenario& scenario, ClaimVerdict& verdict) {
  for (const Run& run : scenario.runs) {
    verdict.exchanges.insert(verdict.exchanges.end(), run.exchanges.begin(),
                             run.exchanges.end());
  }
  std::sort(verdict.exchanges.begin(), verdict.exchanges.end());
  verdict.exchanges.erase(std::unique(verdict.exchanges.begin(), verdict.exchanges.end()),
                          verdict.exchanges.end());
}

ClaimVerdict judge_claim(const Audit& audit, const ClaimSpec& claim, SeriesMaker& maker) {
  ClaimVerdict out;
  out.claim = &claim;
  out.scenario = find_scenario(audit, claim.scenario);
  if (claim.metric->observed == Observed::never || out.scenario == nullptr) {
    out.kind = VerdictKind::not_observable;
    out.chosen.claimed = widened(claim.value.readings.front(), claim.tolerance);
    out.chosen.missing = std::string(claim.metric->why);
    return out;
  }
  if (claim.relative_to && claim.relative_to->scenario != claim.scenario) {
    out.reference = find_scenario(audit, claim.relative_to->scenario);
  }
  out.reading = read_claim(claim, *out.scenario, out.reference, maker);
  const Judgement judgement = judge(out.reading.candidates, claim.op);
  out.kind = judgement.kind;
  out.fitting = judgement.fitting;
  out.chosen = out.reading.candidates[judgement.chosen];
  take_evidence(*out.scenario, out);
  if (out.reference != nullptr) {
    take_evidence(*out.reference, out);
  }
  out.evidence = out.exchanges.size();
  out.exchanges.resize(std::min(out.exchanges.size(), kMostEvidence));
  if (claim.explain && claim.value.dimension == Dimension::milliseconds &&
      !claim.relative_to) {
    out.explanation = explain_claim(claim, *out.scenario, maker);
  }
  return out;
}

std::vector<ScenarioMetric> measure_scenario(const Scenario& scenario,
                                             SeriesMaker& maker) {
  std::vector<ScenarioMetric> out;
  for (const MetricInfo& metric : metric_table()) {
    if (metric.observed != Observed::capture) {
      continue;
    }
    const MetricSeries series =
        maker.make(scenario, {&metric, false, Per::nothing, {}, {}});
    if (!series.values.empty()) {
      out.push_back({metric.name, metric.dimension, estimate_median(series.values)});
    }
  }
  return out;
}

/// A scenario without a run can be a mistyped select: never a pass, and said at once.
void refuse_empty(const std::vector<Scenario>& scenarios,
                  std::vector<ClaimsError>& errors) {
  for (const Scenario& scenario : scenarios) {
    if (scenario.operations == 0 && scenario.damaged.empty()) {
      errors.push_back(
          {scenario.spec->place,
           "scenario '" + scenario.spec->id + "' matches no exchange of its captures"});
    }
  }
}

}  // namespace

std::size_t Audit::count(VerdictKind kind) const {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(),
                    [kind](const ClaimVerdict& one) { return one.kind == kind; }));
}

AuditOutcome run_audit(ClaimsFile file, const AuditOptions& options) {
  AuditOutcome out;
  auto audit = std::make_unique<Audit>();
  audit->file = std::move(file);
  // Which files are meant; each is analysed once.
  const CapturePaths paths = find_captures(audit->file);
  if (!paths.errors.empty()) {
    out.errors = paths.errors;
    return out;
  }
  if (!paths.all.empty()) {
    Result<Analysis> analysis = analyze(paths.all, options.analyze);
    if (!analysis) {
      out.unreadable = analysis.error();
      return out;
    }
    audit->analysis = *std::move(analysis);
  }
  // What of them belongs to each scenario, cut into runs.
  std::vector<Scenario> scenarios = build_scenarios(audit->file, paths, audit->analysis);
  refuse_empty(scenarios, out.errors);
  if (!out.errors.empty()) {
    return out;
  }
  // What was measured, what was claimed, whether that fits.
  SeriesMaker maker(audit->analysis, options.analyze, options.timing);
  for (Scenario& scenario : scenarios) {
    std::vector<ScenarioMetric> metrics = measure_scenario(scenario, maker);
    audit->scenarios.push_back({std::move(scenario), std::move(metrics)});
  }
  for (const ClaimSpec& claim : audit->file.claims) {
    audit->verdicts.push_back(judge_claim(*audit, claim, maker));
  }
  // What else a reader must know before believing any of it.
  audit->findings = run_checks(*audit, maker);
  out.audit = std::move(audit);
  return out;
}

}  // namespace capaudit
