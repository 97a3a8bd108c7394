// SPDX-License-Identifier: Apache-2.0
// The audit as one JSON object (docs/AUDIT-JSON.md).
#include <cmath>

#include "reports/audit/audit_output.h"
#include "reports/audit/words.h"
#include "reports/json_writer.h"

namespace capaudit {
namespace {

void number(JsonWriter& json, std::string_view key, double value) {
  json.key(key);
  if (std::isfinite(value)) {
    json.ms(value);
  } else {
    json.null();
  }
}

void text(JsonWriter& json, std::string_view key, std::string_view value) {
  json.key(key);
  json.text(value);
}

void interval(JsonWriter& json, const Estimate& value, bool with_n) {
  if (value.kind == IntervalKind::none) {
    json.null();
    return;
  }
  json.begin_object();
  number(json, "low", value.low);
  number(json, "middle", value.middle);
  number(json, "high", value.high);
  if (with_n) {
    json.key("n");
    json.number(std::uint64_t{value.n});
  }
  text(json, "interval", to_string(value.kind));
  json.end_object();
}

void strings(JsonWriter& json, std::string_view key,
             const std::vector<std::string>& values) {
  json.key(key);
  json.begin_array();
  for (const std::string& value : values) {
    json.text(value);
  }
  json.end_array();
}

void exchange_ids(JsonWriter& json, const Analysis& analysis,
                  const std::vector<std::uint32_t>& exchanges) {
  json.key("exchanges");
  json.begin_array();
  for (const std::uint32_t index : exchanges) {
    json.text(exchange_id(analysis, analysis.exchanges[index]));
  }
  json.end_array();
}

void explanation(JsonWriter& json, const std::optional<Explanation>& why) {
  json.key("explanation");
  if (!why) {
    json.null();
    return;
  }
  json.begin_object();
  json.key("components");
  json.begin_array();
  for (const Component& part : why->components) {
    json.begin_object();
    text(json, "part", part.name);
    number(json, "ms", part.ms);
    json.end_object();
  }
  json.end_array();
  json.key("nearest");
  json.begin_array();
  for (const Combination& one : why->nearest) {
    json.begin_object();
    strings(json, "parts", one.parts);
    number(json, "ms", one.ms);
    number(json, "distance_ms", one.distance_ms);
    json.end_object();
  }
  json.end_array();
  json.key("ambiguous");
  json.boolean(why->ambiguous);
  json.key("none_near");
  json.boolean(why->none_near);
  json.end_object();
}

void readings(JsonWriter& json, const ClaimVerdict& verdict) {
  json.key("readings");
  json.begin_array();
  for (const Candidate& one : verdict.reading.candidates) {
    json.begin_object();
    text(json, "reading", one.name.empty() ? "as it stands" : one.name);
    text(json, "fit", to_string(one.fit));
    json.key("claimed");
    json.begin_object();
    number(json, "low", one.claimed.low);
    number(json, "middle", one.claimed.value);
    number(json, "high", one.claimed.high);
    json.end_object();
    json.key("value");
    interval(json, one.measured, true);
    json.end_object();
  }
  json.end_array();
}

void claim(JsonWriter& json, const Audit& audit, const ClaimVerdict& verdict) {
  const ClaimSpec& spec = *verdict.claim;
  json.begin_object();
  text(json, "id", spec.id);
  text(json, "verdict", to_string(verdict.kind));
  text(json, "says", spec.says);
  json.key("source");
  json.known_text(spec.source);
  text(json, "metric", spec.metric->name);
  json.key("scenario");
  json.known_text(spec.scenario);
  text(json, "claimed", claimed_text(spec));
  json.key("value");
  interval(json, verdict.chosen.measured, false);
  text(json, "unit", unit_of(verdict.reading.dimension));
  json.key("n");
  json.number(std::uint64_t{verdict.chosen.measured.n});
  text(json, "tolerance", tolerance_text(spec));
  text(json, "reading", reading_text(verdict));
  text(json, "reason", reason_text(verdict));
  readings(json, verdict);
  explanation(json, verdict.explanation);
  json.key("warm_up");
  json.known_text(warm_up_text(verdict));
  json.key("left_out");
  json.known_text(excluded_text(verdict));
  exchange_ids(json, audit.analysis, verdict.exchanges);
  json.key("exchanges_in_all");
  json.number(verdict.evidence);
  json.key("frames");
  json.known_text(frame_ranges(audit.analysis, verdict.exchanges));
  json.end_object();
}

void scenario(JsonWriter& json, const ScenarioResult& one) {
  json.begin_object();
  text(json, "id", one.scenario.spec->id);
  text(json, "name", one.scenario.spec->name);
  json.key("runs");
  json.number(std::uint64_t{one.scenario.runs.size()});
  json.key("operations");
  json.number(one.scenario.operations);
  json.key("requests");
  json.number(one.scenario.requests);
  json.key("damaged");
  json.number(std::uint64_t{one.scenario.damaged.size()});
  json.key("metrics");
  json.begin_object();
  for (const ScenarioMetric& metric : one.metrics) {
    json.key(metric.name);
    interval(json, metric.value, true);
  }
  json.end_object();
  json.end_object();
}

}  // namespace

void write_audit_json(const Audit& audit, Output& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("title");
  json.known_text(audit.file.title);
  json.key("source");
  json.known_text(audit.file.source);
  json.key("seed");
  json.number(kSeed);
  json.key("claims");
  json.begin_array();
  for (const ClaimVerdict& verdict : audit.verdicts) {
    claim(json, audit, verdict);
  }
  json.end_array();
  json.key("scenarios");
  json.begin_array();
  for (const ScenarioResult& one : audit.scenarios) {
    scenario(json, one);
  }
  json.end_array();
  json.key("findings");
  json.begin_array();
  for (const AuditFinding& finding : audit.findings) {
    json.begin_object();
    text(json, "code", finding.code);
    text(json, "severity", to_string(finding.severity));
    text(json, "text", finding.text);
    text(json, "remedy", finding.remedy);
    strings(json, "scenarios", finding.scenarios);
    strings(json, "claims", finding.claims);
    exchange_ids(json, audit.analysis, finding.exchanges);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.new_line();
}

}  // namespace capaudit
