// SPDX-License-Identifier: Apache-2.0
// MetricSeries of what takes the bodies again: times of engines, and sizes of the same
// rows in another encoding. The bodies are those of one run; the others must carry the
// same rows.
#include <algorithm>
#include <optional>

#include "analyzer/audit/series.h"
#include "analyzer/http/facts.h"
#include "analyzer/rows/encodings.h"
#include "analyzer/rows/extract.h"
#include "analyzer/rows/table.h"

namespace capaudit {
namespace {

std::optional<Rows> rows_of(const ParseDocument& document) {
  Hints hints;
  hints.content_type = document.content_type;
  hints.target = document.target;
  const Decoded decoded = decode(document.content, hints, Limits());
  if (decoded.tree.error || decoded.tree.empty()) {
    return std::nullopt;
  }
  const std::optional<Table> table = find_table(decoded);
  return table ? extract_rows(decoded.tree, *table) : std::nullopt;
}

Work work_of(std::string_view metric) {
  return metric == "generate_time" ? Work::generate : Work::parse_bytes;
}

std::string_view default_engine(PayloadKind kind) {
  switch (kind) {
  case PayloadKind::json:
    return "simdjson";
  case PayloadKind::xml:
    return "pugixml";
  case PayloadKind::amf:
    return "capaudit";
  }
  return "";
}

}  // namespace

const SeriesMaker::Bodies& SeriesMaker::bodies_of(const Scenario& scenario,
                                                  std::size_t run) {
  const auto [at, fresh] = bodies_.try_emplace({scenario.spec->id, run});
  Bodies& out = at->second;
  if (!fresh) {
    return out;
  }
  std::vector<WantedBody> wanted;
  std::vector<std::uint32_t> indices;
  for (const std::uint32_t index : scenario.runs[run].calls_only) {
    const Exchange& exchange = analysis_.exchanges[index];
    const bool has_body = exchange.response && exchange.response->facts.format &&
                          payload_kind(*exchange.response->facts.format);
    if (has_body && exchange.response->facts.content_bytes.value_or(0) != 0) {
      wanted.emplace_back().id = exchange_id(analysis_, exchange);
      indices.push_back(index);
    }
  }
  std::vector<WantedBody*> pointers;
  for (WantedBody& body : wanted) {
    pointers.push_back(&body);
  }
  fetch_bodies(analysis_, options_, pointers);
  std::optional<PayloadKind> kind;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Exchange& exchange = analysis_.exchanges[indices[i]];
    const Half& half = *exchange.response;
    const BodyInput input = body_input(exchange, wanted[i], false);
    DecodedBody body = decode_body(input);
    const PayloadKind this_kind = *payload_kind(*half.facts.format);
    if (!wanted[i].found || !body.error.empty() || (kind && *kind != this_kind)) {
      out.problem = "its bodies cannot be read again, or are of several kinds";
      break;
    }
    kind = this_kind;
    ParseDocument document;
    document.content = std::move(body.content);
    document.content_type = std::string(input.content_type);
    document.target = exchange.url;
    document.format = *half.facts.format;
    out.payload.documents.push_back(std::move(document));
    out.codings.push_back(half.codings);
  }
  if (!kind && out.problem.empty()) {
    out.problem = "no answer has a body that an engine reads";
  }
  out.payload.kind = kind.value_or(PayloadKind::json);
  return out;
}

const ParsePayload& SeriesMaker::payload_of(const Scenario& scenario) {
  static const ParsePayload kNone;
  return scenario.runs.empty() ? kNone : bodies_of(scenario, 0).payload;
}

MetricSeries SeriesMaker::encoded(const Scenario& scenario, const SeriesWanted& wanted) {
  MetricSeries out;
  const std::string_view metric = wanted.metric->name;
  if (metric != "encoded_bytes" && metric != "content_bytes" &&
      metric != "bytes_per_row") {
    out.why = "rows encoded again have encoded_bytes, content_bytes and bytes_per_row; " +
              std::string(metric) + " is not among them";
    return out;
  }
  const Bodies& bodies = bodies_of(scenario, 0);
  if (!bodies.problem.empty()) {
    out.why = bodies.problem;
    return out;
  }
  double sum = 0, rows = 0;
  for (std::size_t i = 0; i < bodies.payload.documents.size(); ++i) {
    const std::optional<Rows> table = rows_of(bodies.payload.documents[i]);
    if (!table || bodies.codings[i].size() > 1) {
      out.why = "an answer has no rows to encode again";
      return out;
    }
    const std::string coding = bodies.codings[i].empty() ? "" : bodies.codings[i][0];
    const Result<EncodedSize> size = encoded_size(*table, wanted.as, coding);
    if (!size) {
      out.why = size.error().what;
      return out;
    }
    sum +=
        static_cast<double>(metric == "content_bytes" ? size->bytes : size->coded_bytes);
    rows += static_cast<double>(table->count());
    out.how =
        "the rows of " +
        exchange_id(analysis_, analysis_.exchanges[scenario.runs[0].calls_only[0]]) +
        " encoded again as " + wanted.as + (coding.empty() ? "" : " under " + coding);
  }
  const bool by_row = metric == "bytes_per_row" || wanted.per == Per::row;
  if (by_row && rows == 0) {
    out.why = "there is no row";
    return out;
  }
  out.values.push_back(by_row ? sum / rows : sum);
  out.runs.push_back(0);
  return out;
}

MetricSeries SeriesMaker::timed(const Scenario& scenario, const SeriesWanted& wanted) {
  MetricSeries out;
  if (!wanted.as.empty()) {
    out.why = "times of rows encoded again are not measured";
    return out;
  }
  const Bodies& bodies = bodies_of(scenario, 0);
  if (!bodies.problem.empty()) {
    out.why = bodies.problem;
    return out;
  }
  const std::string engine = wanted.engine.empty()
                                 ? std::string(default_engine(bodies.payload.kind))
                                 : wanted.engine;
  out = timed_with(bodies, wanted, engine);
  double divisor = 1;
  const Run& run = scenario.runs[0];
  if (wanted.per == Per::row || wanted.per == Per::message) {
    divisor = measure_set(wanted.per == Per::row ? "rows" : "messages", run.calls_only)
                  .value.value_or(0);
  } else if (wanted.per == Per::call) {
    divisor = static_cast<double>(run.operations);
  }
  if (divisor <= 0) {
    out.values.clear();
    out.why = "there is nothing to divide by";
  }
  for (double& value : out.values) {
    value /= divisor;
  }
  return out;
}

MetricSeries SeriesMaker::timed_with(const Bodies& bodies, const SeriesWanted& wanted,
                                     const std::string& engine) {
  MetricSeries out;
  const Work work = work_of(wanted.metric->name);
  const std::string key = bodies.payload.documents.front().target + " " +
                          std::to_string(bodies.payload.bytes()) + " " + engine + " " +
                          std::string(to_string(work));
  auto at = timings_.find(key);
  if (at == timings_.end()) {
    Result<Timing> timing = time_parse(bodies.payload, engine, work, timing_);
    if (!timing) {
      out.why = engine + ": " + timing.error().what;
      return out;
    }
    at = timings_.emplace(key, *std::move(timing)).first;
  }
  const Timing& timing = at->second;
  if (!timing.timed()) {
    out.why =
        engine + ": " + (timing.problem.empty() ? "it gave no time" : timing.problem);
    return out;
  }
  out.how = timing.engine + (timing.version.empty() ? "" : " " + timing.version) +
            ", measured here";
  out.tick = timing.quantum_ns / 1e6 /
             static_cast<double>(std::max<std::uint64_t>(1, timing.passes));
  if (wanted.metric->name == "parse_memory") {
    if (timing.peak_bytes) {
      out.values.push_back(static_cast<double>(*timing.peak_bytes));
    } else {
      out.why = engine + ": its memory is not known";
    }
    return out;
  }
  for (const double ns : timing.kept_ns()) {
    out.values.push_back(ns / 1e6);
  }
  return out;
}

}  // namespace capaudit
