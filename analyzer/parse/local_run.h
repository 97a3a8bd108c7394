// SPDX-License-Identifier: Apache-2.0
// LocalRun: an engine that runs in this process. An Engine is a class with
//
//   explicit Engine(const ParsePayload&)      copies made ready for parse_text
//   template <class Visitor>
//   bool parse(std::size_t document, bool from_text, Visitor&)   false: it failed
//   bool generate(std::size_t document, std::string& out)        false: it cannot
//   static constexpr bool kText, kGenerates;  using Written = WrittenJson or WrittenXml
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "analyzer/parse/allocation.h"
#include "analyzer/parse/engine.h"
#include "analyzer/parse/visit.h"
#include "decoders/writers/scalar_text.h"

namespace capaudit {

/// The least step of the monotonic clock that can be seen from here, in nanoseconds.
double clock_quantum_ns();

template <class Engine>
class LocalRun final : public EngineRun {
 public:
  LocalRun(const ParsePayload& payload, std::string version)
      : payload_(payload), version_(std::move(version)), engine_(payload) {}

  Result<double> time(Work work, std::uint64_t iterations) override {
    if (!can(work)) {
      return unsupported(work);
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    for (std::uint64_t i = 0; i < iterations; ++i) {
      if (!pass(work)) {
        return failed(work);
      }
    }
    const Clock::time_point end = Clock::now();
    return std::chrono::duration<double, std::nano>(end - begin).count();
  }

  Result<std::vector<Buffer>> written(Work work) override {
    if (!can(work)) {
      return unsupported(work);
    }
    std::vector<Buffer> out;
    for (std::size_t i = 0; i < payload_.documents.size(); ++i) {
      typename Engine::Written writer;
      std::string text;
      const bool done = work == Work::generate
                            ? engine_.generate(i, text)
                            : engine_.parse(i, work == Work::parse_text, writer);
      if (!done) {
        return failed(work);
      }
      out.push_back(to_bytes(work == Work::generate ? text : writer.out()));
    }
    return out;
  }

  double quantum_ns() override { return clock_quantum_ns(); }

  std::optional<std::uint64_t> peak_bytes(Work work) override {
    if (!can(work)) {
      return std::nullopt;
    }
    // An engine that parses again may already hold what it needs: a new one does not.
    Engine fresh(payload_);
    const AllocationMeter meter;
    const bool done = pass(work, fresh);
    return done ? std::optional(meter.peak_bytes()) : std::nullopt;
  }

  std::string version() override { return version_; }

 private:
  static bool can(Work work) {
    return work == Work::parse_bytes ||
           (work == Work::parse_text ? Engine::kText : Engine::kGenerates);
  }
  static Error unsupported(Work work) {
    return {ErrorCode::unsupported, 0, "does not " + std::string(to_string(work))};
  }
  static Error failed(Work work) {
    if (work == Work::generate) {
      return {ErrorCode::unsupported, 0, "has nothing here that it could generate"};
    }
    return {ErrorCode::malformed, 0, std::string(to_string(work)) + " fails"};
  }

  bool pass(Work work) { return pass(work, engine_); }
  bool pass(Work work, Engine& engine) {
    for (std::size_t i = 0; i < payload_.documents.size(); ++i) {
      if (work == Work::generate) {
        std::string text;
        if (!engine.generate(i, text)) {
          return false;
        }
        kept_ = kept_ + text.size();
        continue;
      }
      Tally tally;
      if (!engine.parse(i, work == Work::parse_text, tally)) {
        return false;
      }
      kept_ = kept_ + tally.sum();
    }
    return true;
  }

  const ParsePayload& payload_;
  std::string version_;
  Engine engine_;
  volatile std::uint64_t kept_ = 0;  ///< what makes every pass needed
};

}  // namespace capaudit
