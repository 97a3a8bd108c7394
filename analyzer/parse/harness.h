// SPDX-License-Identifier: Apache-2.0
// The harness: engines timed against each other so that the figures can be believed
// (docs/PARSE.md). Digest first, then batches above the clock's quantum, all engines in
// turn, warm-up found and set aside, medians with their intervals, and one engine timed
// twice to know how far two equal things differ here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/statistics.h"
#include "analyzer/parse/engine.h"

namespace capaudit {

struct TimingOptions {
  std::size_t runs = 30;  ///< timed batches kept of each engine; at least 20
  /// Batches set aside at the start; none: as many as find_warm_up() finds.
  std::optional<std::size_t> warm_up;
  double batch_ns = 2e6;           ///< a batch lasts at least this long, and
  double batch_quanta = 1000;      ///< this many times the clock's quantum
  std::size_t most_batches = 200;  ///< of each engine, warm-up included
};

/// Batches of growing size, timed before the others: the first is the engine cold.
struct ColdBatch {
  std::uint64_t passes = 0;
  double ns_per_pass = 0;
};

/// One engine at one kind of work. A pass is all documents of the payload once.
struct Timing {
  std::string engine, version;
  Work work = Work::parse_bytes;
  bool digest_ok = false;  ///< checked before any time was taken
  std::string problem;     ///< why there is no time: wrong, failed, absent; empty: none
  bool absent = false;     ///< not built in or not installed
  bool unable = false;     ///< the engine does not do this work
  double quantum_ns = 0;
  std::uint64_t passes = 0;  ///< in a batch
  std::vector<ColdBatch> cold;
  std::vector<double> batches_ns;  ///< per pass, in order, warm-up included
  WarmUp warm_up;                  ///< how many of them were set aside
  Estimate pass_ns;                ///< of those that were kept
  Estimate all_ns;                 ///< with warm-up: what a benchmark without sees
  std::optional<std::uint64_t> peak_bytes;  ///< held at a time by one pass

  bool timed() const { return problem.empty() && !batches_ns.empty(); }
  /// Kept batches, per pass.
  std::vector<double> kept_ns() const;
  /// A batch was shorter than the clock can tell: no ratio is made of this.
  bool below_quantum() const;
};

/// An engine under test: one of parse_engines() or a command (external.h).
struct Entrant {
  std::string name;
  Result<std::unique_ptr<EngineRun>> run;
};

/// Times `entrants` at `work`, in turn. One that is absent, wrong or fails has a problem
/// and no times.
std::vector<Timing> time_entrants(const ParsePayload& payload,
                                  std::vector<Entrant>& entrants, Work work,
                                  const TimingOptions& options);

/// One engine alone, by its name in parse_engines(). An error: unknown, absent, or for
/// another kind of payload.
Result<Timing> time_parse(const ParsePayload& payload, std::string_view engine, Work work,
                          const TimingOptions& options);

/// `of` against `to`, kept batches, as a ratio of medians; none where either has no times
/// or is below its quantum.
std::optional<Estimate> time_ratio(const Timing& of, const Timing& to);

/// How far the same engine differs from itself, as the ratio of two series taken in turn.
/// A ratio inside this, or with 1 in its interval, is no measurable difference.
std::optional<Estimate> noise_floor(const ParsePayload& payload,
                                    const ParseEngine& engine, Work work,
                                    const TimingOptions& options);
bool measurable(const Estimate& ratio, const std::optional<Estimate>& floor);

}  // namespace capaudit
