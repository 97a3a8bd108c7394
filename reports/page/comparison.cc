// SPDX-License-Identifier: Apache-2.0
#include "reports/page/comparison.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/metrics/metric.h"
#include "reports/page/build.h"
#include "reports/page/names.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kNameWidth = 48;

struct Named {
  SideRuns side;
  std::uint64_t bytes = 0;
};

/// Calls by their names, else the URL with its query: two of them may be two formats.
std::string shown_name(const ReportInput& input, const Operation& operation) {
  const Exchange& anchor = input.analysis.exchanges[operation.anchor];
  std::string name =
      anchor.request && !anchor.request->facts.names.empty()
          ? input.options.redactor.text(operation_name(input.analysis, operation))
          : shown_url(anchor, input.options.redactor);
  if (operation.start == Start::cold || operation.start == Start::warm) {
    name += ", " + std::string(to_string(operation.start));
  }
  return name;
}

std::uint64_t answer_bytes(const Analysis& analysis, const Operation& operation) {
  std::uint64_t sum = 0;
  for (const Part& part : operation.parts) {
    const Exchange& exchange = analysis.exchanges[part.exchange];
    if (exchange.response) {
      sum += exchange.response->encoded_bytes.value_or(0);
    }
  }
  return sum;
}

std::optional<double> value_of(const Analysis& analysis, const SideRun& run,
                               std::string_view metric) {
  return measure(*find_metric(metric), {analysis, run.exchanges}).value;
}

template <std::size_t kParts>
RunParts<kParts> begin(const Analysis& analysis, const SideRun& run) {
  RunParts<kParts> out;
  out.operations = run.operations;
  out.rows = value_of(analysis, run, "rows");
  if (out.rows && *out.rows <= 0) {
    out.rows.reset();
  }
  out.first = &analysis.exchanges[run.exchanges.front()];
  return out;
}

}  // namespace

std::vector<SideRuns> sides_by_name(const ReportInput& input) {
  std::map<std::string, Named> by_name;
  std::vector<bool> seen(input.analysis.operations.size(), false);
  for (const Exchange* const exchange : input.exchanges) {
    if (!exchange->operation || seen[*exchange->operation]) {
      continue;
    }
    seen[*exchange->operation] = true;
    const Operation& operation = input.analysis.operations[*exchange->operation];
    if (!operation.complete) {
      continue;
    }
    const std::string name = shown_name(input, operation);
    Named& one = by_name[name];
    one.side.name = name;
    one.bytes += answer_bytes(input.analysis, operation);
    ++one.side.runs_in_all;
    if (one.side.runs.size() < kMostRuns) {
      one.side.runs.push_back({exchanges_of(operation, true), 1});
    }
  }
  std::vector<Named> order;
  for (auto& [name, one] : by_name) {
    order.push_back(std::move(one));
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Named& a, const Named& b) { return a.bytes > b.bytes; });
  order.resize(std::min(order.size(), kMostSides));
  std::vector<std::string> names;
  for (const Named& one : order) {
    names.push_back(one.side.name);
  }
  const ShortNames shorts(names);
  std::vector<SideRuns> out;
  for (Named& one : order) {
    one.side.name = cut_middle(visible(shorts.of(one.side.name)), kNameWidth);
    out.push_back(std::move(one.side));
  }
  return out;
}

std::vector<RunParts<kByteParts>> bytes_of_runs(const Analysis& analysis,
                                                const SideRuns& side) {
  std::vector<RunParts<kByteParts>> out;
  for (const SideRun& run : side.runs) {
    const auto wire = value_of(analysis, run, "wire_bytes");
    const auto requests = value_of(analysis, run, "request_bytes");
    const auto responses = value_of(analysis, run, "response_bytes");
    const auto heads = value_of(analysis, run, "head_bytes");
    if (!wire || !requests || !responses || !heads) {
      continue;
    }
    RunParts<kByteParts> one = begin<kByteParts>(analysis, run);
    const double http = *requests + *responses;
    one.parts = {std::max(0.0, *wire - http), *heads, http - *heads};
    one.total = *wire;
    out.push_back(one);
  }
  return out;
}

std::vector<RunParts<kTimeParts>> times_of_runs(const Analysis& analysis,
                                                const SideRuns& side) {
  std::vector<RunParts<kTimeParts>> out;
  for (const SideRun& run : side.runs) {
    const auto total = value_of(analysis, run, "total_time");
    const auto connect = value_of(analysis, run, "connect_time");
    const auto server = value_of(analysis, run, "server_time");
    const auto transfer = value_of(analysis, run, "transfer_time");
    const auto think = value_of(analysis, run, "think_time");
    if (!total || !connect || !server || !transfer || !think) {
      continue;
    }
    RunParts<kTimeParts> one = begin<kTimeParts>(analysis, run);
    const double rest = *total - *connect - *server - *transfer - *think;
    one.parts = {*connect, *server, *transfer, *think, std::max(0.0, rest)};
    one.total = *total;
    out.push_back(one);
  }
  return out;
}

}  // namespace capaudit
