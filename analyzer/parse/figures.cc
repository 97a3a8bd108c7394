// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/figures.h"

#include <algorithm>
#include <utility>

#include "analyzer/parse/check.h"
#include "analyzer/parse/program_channel.h"

namespace capaudit {
namespace {

Result<std::unique_ptr<EngineRun>> open(const EngineChoice& choice,
                                        const ParsePayload& payload,
                                        std::chrono::milliseconds time_out) {
  if (!choice.command.empty()) {
    constexpr bool kShowErrors = true;
    return open_program(payload, choice.command, time_out, kShowErrors);
  }
  const ParseEngine* const engine = find_parse_engine(choice.name);
  if (engine == nullptr) {
    return Error{ErrorCode::malformed, 0, "is not known"};
  }
  return open_engine(*engine, payload);
}

/// The first engine that was timed, again beside itself.
void add_floor(const ParsePayload& payload, const TimingOptions& options,
               WorkFigures& figures) {
  for (const Timing& timing : figures.timings) {
    const ParseEngine* const engine = find_parse_engine(timing.engine);
    if (timing.timed() && engine != nullptr) {
      figures.floor_engine = timing.engine;
      figures.floor = noise_floor(payload, *engine, figures.work, options);
      return;
    }
  }
}

}  // namespace

std::vector<EngineChoice> all_engines(PayloadKind kind) {
  std::vector<EngineChoice> out;
  for (const ParseEngine& engine : parse_engines()) {
    if (engine.reads(kind)) {
      out.push_back({std::string(engine.name), {}});
    }
  }
  return out;
}

ParseFigures measure_parse(const std::string& name, const ParsePayload& payload,
                           const std::vector<EngineChoice>& engines,
                           const TimingOptions& options,
                           std::chrono::milliseconds program_time_out) {
  ParseFigures out;
  out.name = name;
  out.kind = payload.kind;
  out.documents = payload.documents.size();
  out.bytes = payload.bytes();
  for (const DocumentDigest& digest : expected_digests(payload)) {
    out.rows += digest.rows;
  }
  out.machine = this_machine();
  std::vector<Entrant> entrants;
  for (const EngineChoice& choice : engines) {
    entrants.push_back({choice.name, open(choice, payload, program_time_out)});
  }
  for (const Work work : {Work::parse_bytes, Work::parse_text, Work::generate}) {
    WorkFigures figures;
    figures.work = work;
    figures.timings = time_entrants(payload, entrants, work, options);
    add_floor(payload, options, figures);
    out.works.push_back(std::move(figures));
  }
  return out;
}

}  // namespace capaudit
