// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/harness.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "analyzer/parse/check.h"
#include "analyzer/parse/local_run.h"

namespace capaudit {
namespace {

constexpr std::size_t kFewestBatches = 20;

struct Lane {
  EngineRun* run = nullptr;
  Timing* timing = nullptr;
};

void fail(Timing& timing, const Error& error) {
  timing.problem = error.what;
  timing.unable = timing.unable || error.code == ErrorCode::unsupported;
  timing.batches_ns.clear();
}

/// Everything that must hold before time is taken.
bool check(const ParsePayload& payload, const std::vector<DocumentDigest>& expected,
           EngineRun& run, Timing& timing) {
  std::string wrong;
  if (const auto digests = run.digests(timing.work)) {
    wrong = difference(expected, *digests);
  } else {
    Result<std::vector<Buffer>> written = run.written(timing.work);
    if (!written) {
      fail(timing, written.error());
      return false;
    }
    wrong = difference(payload, expected, *written);
  }
  timing.digest_ok = wrong.empty();
  if (!timing.digest_ok) {
    timing.problem = "wrong: " + wrong;
  }
  return timing.digest_ok;
}

/// Doubles the passes of a batch until it is long enough; what that takes is shown as the
/// engine's cold times.
bool calibrate(EngineRun& run, Timing& timing, const TimingOptions& options) {
  constexpr std::uint64_t kMostPasses = std::uint64_t{1} << 40;
  timing.quantum_ns = run.quantum_ns();
  const double enough =
      std::max(options.batch_ns, options.batch_quanta * timing.quantum_ns);
  for (timing.passes = 1;; timing.passes *= 2) {
    const Result<double> ns = run.time(timing.work, timing.passes);
    if (!ns) {
      fail(timing, ns.error());
      return false;
    }
    timing.cold.push_back({timing.passes, *ns / static_cast<double>(timing.passes)});
    if (*ns >= enough || timing.passes >= kMostPasses) {
      return true;
    }
  }
}

std::size_t warm_batches(const Timing& timing, const TimingOptions& options) {
  return options.warm_up.value_or(timing.warm_up.runs);
}

/// A lane is done when enough batches are left behind its warm-up.
bool done(Timing& timing, const TimingOptions& options) {
  const std::size_t wanted = std::max(options.runs, kFewestBatches);
  const std::size_t n = timing.batches_ns.size();
  if (n < wanted) {
    return false;
  }
  timing.warm_up = find_warm_up(timing.batches_ns);
  return n >= wanted + warm_batches(timing, options);
}

/// Batches in turn: one of each engine, then again, so that whatever the machine does
/// meets all of them.
void take_batches(std::vector<Lane>& lanes, const TimingOptions& options) {
  for (std::size_t round = 0; round < options.most_batches; ++round) {
    bool all_done = true;
    for (const Lane& lane : lanes) {
      Timing& timing = *lane.timing;
      if (!timing.problem.empty()) {
        continue;
      }
      const Result<double> ns = lane.run->time(timing.work, timing.passes);
      if (!ns) {
        fail(timing, ns.error());
        continue;
      }
      timing.batches_ns.push_back(*ns / static_cast<double>(timing.passes));
    }
    for (const Lane& lane : lanes) {
      all_done =
          (!lane.timing->problem.empty() || done(*lane.timing, options)) && all_done;
    }
    if (all_done) {
      return;
    }
  }
}

void conclude(const Lane& lane, const TimingOptions& options) {
  Timing& timing = *lane.timing;
  if (!timing.problem.empty()) {
    return;
  }
  timing.warm_up = find_warm_up(timing.batches_ns);
  if (options.warm_up) {
    timing.warm_up = {WarmUp::State::steady,
                      std::min(*options.warm_up, timing.batches_ns.size() / 2)};
  }
  timing.pass_ns = estimate_median(timing.kept_ns());
  timing.all_ns = estimate_median(timing.batches_ns);
  timing.peak_bytes = lane.run->peak_bytes(timing.work);
}

}  // namespace

double clock_quantum_ns() {
  using Clock = std::chrono::steady_clock;
  constexpr int kLooks = 200;
  double least = 0;
  for (int i = 0; i < kLooks; ++i) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point end = Clock::now();
    while (end == begin) {
      end = Clock::now();
    }
    const double step = std::chrono::duration<double, std::nano>(end - begin).count();
    least = i == 0 ? step : std::min(least, step);
  }
  return least;
}

std::vector<double> Timing::kept_ns() const {
  const std::size_t dropped = std::min(warm_up.runs, batches_ns.size());
  return {batches_ns.begin() + static_cast<std::ptrdiff_t>(dropped), batches_ns.end()};
}

bool Timing::below_quantum() const {
  return timed() && pass_ns.middle * static_cast<double>(passes) <= quantum_ns;
}

std::vector<Timing> time_entrants(const ParsePayload& payload,
                                  std::vector<Entrant>& entrants, Work work,
                                  const TimingOptions& options) {
  const std::vector<DocumentDigest> expected = expected_digests(payload);
  std::vector<Timing> timings(entrants.size());
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    Timing& timing = timings[i];
    timing.engine = entrants[i].name;
    timing.work = work;
    if (!entrants[i].run) {
      timing.problem = entrants[i].run.error().what;
      timing.absent = true;
      continue;
    }
    EngineRun& run = **entrants[i].run;
    timing.version = run.version();
    if (check(payload, expected, run, timing) && calibrate(run, timing, options)) {
      lanes.push_back({&run, &timing});
    }
  }
  take_batches(lanes, options);
  for (const Lane& lane : lanes) {
    conclude(lane, options);
  }
  return timings;
}

Result<Timing> time_parse(const ParsePayload& payload, std::string_view engine, Work work,
                          const TimingOptions& options) {
  const ParseEngine* const known = find_parse_engine(engine);
  if (known == nullptr) {
    return Error{ErrorCode::malformed, 0,
                 "there is no parse engine '" + std::string(engine) + "'"};
  }
  std::vector<Entrant> entrants;
  entrants.push_back({std::string(engine), open_engine(*known, payload)});
  if (!entrants[0].run) {
    return entrants[0].run.error();
  }
  return time_entrants(payload, entrants, work, options)[0];
}

std::optional<Estimate> time_ratio(const Timing& of, const Timing& to) {
  if (!of.timed() || !to.timed() || of.below_quantum() || to.below_quantum()) {
    return std::nullopt;
  }
  return estimate_ratio(of.kept_ns(), to.kept_ns());
}

std::optional<Estimate> noise_floor(const ParsePayload& payload,
                                    const ParseEngine& engine, Work work,
                                    const TimingOptions& options) {
  std::vector<Entrant> twins;
  twins.push_back({"A", open_engine(engine, payload)});
  twins.push_back({"A again", open_engine(engine, payload)});
  const std::vector<Timing> timings = time_entrants(payload, twins, work, options);
  return time_ratio(timings[0], timings[1]);
}

bool measurable(const Estimate& ratio, const std::optional<Estimate>& floor) {
  if (ratio.low <= 1 && ratio.high >= 1) {
    return false;
  }
  if (!floor || floor->low <= 0) {
    return true;
  }
  // The floor is the farther end of the interval around 1, either way.
  const double reach =
      std::max(std::abs(std::log(floor->low)), std::abs(std::log(floor->high)));
  return std::abs(std::log(ratio.middle)) > reach;
}

}  // namespace capaudit
