// SPDX-License-Identifier: Apache-2.0
// The harness on engines whose clocks are written down here: no test waits for real time
// or says how long anything takes.
#include "analyzer/parse/harness.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

ParsePayload one_document() {
  constexpr std::string_view kRows = R"([{"id":1,"a":"x"},{"id":2,"a":"y"}])";
  ParsePayload payload;
  ParseDocument document;
  const Bytes bytes = as_bytes(kRows);
  document.content.assign(bytes.begin(), bytes.end());
  document.content_type = "application/json";
  document.format = Format::json;
  payload.documents.push_back(document);
  return payload;
}

/// An engine that says what its clock showed, and writes down when it was asked.
class Scripted : public EngineRun {
 public:
  using Clock = std::function<double(std::size_t batch, std::uint64_t passes)>;

  Scripted(std::string name, Clock clock, std::string* order)
      : name_(std::move(name)), clock_(std::move(clock)), order_(order) {}

  Result<double> time(Work work, std::uint64_t iterations) override {
    if (work == Work::generate) {
      return Error{ErrorCode::unsupported, 0, "does not generate"};
    }
    *order_ += name_;
    return clock_(batch_++, iterations);
  }
  Result<std::vector<Buffer>> written(Work work) override {
    if (work == Work::generate) {
      return Error{ErrorCode::unsupported, 0, "does not generate"};
    }
    const Bytes bytes = as_bytes(text);
    return std::vector<Buffer>{Buffer(bytes.begin(), bytes.end())};
  }
  double quantum_ns() override { return quantum; }
  std::optional<std::uint64_t> peak_bytes(Work /*work*/) override { return 4096; }
  std::string version() override { return "1.0"; }

  std::string_view text = R"([{"a":"x","id":1.0},{"a":"y","id":2}])";
  double quantum = 10;

 private:
  std::string name_;
  Clock clock_;
  std::string* order_;
  std::size_t batch_ = 0;
};

Entrant entrant(std::unique_ptr<Scripted> run, const std::string& name) {
  return {name, std::unique_ptr<EngineRun>(std::move(run))};
}

double steady(std::size_t batch, std::uint64_t passes) {
  return static_cast<double>(passes) * (1000 + static_cast<double>(batch % 3));
}

TimingOptions quick() {
  TimingOptions options;
  options.batch_ns = 16'000;
  options.runs = 24;
  return options;
}

TEST(Harness, ABatchGrowsUntilItIsFarAboveTheQuantum) {
  const ParsePayload payload = one_document();
  std::string order;
  auto run = std::make_unique<Scripted>("A", steady, &order);
  run->quantum = 100;
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(std::move(run), "A"));
  TimingOptions options = quick();
  options.batch_quanta = 1000;  // 100,000 ns: 128 passes of 1,000
  const Timing timing = time_entrants(payload, entrants, Work::parse_bytes, options)[0];
  EXPECT_EQ(timing.passes, 128u);
  ASSERT_EQ(timing.cold.size(), 8u);
  EXPECT_EQ(timing.cold[0].passes, 1u);
  EXPECT_EQ(timing.cold[0].ns_per_pass, 1000);
  EXPECT_FALSE(timing.below_quantum());
  EXPECT_EQ(timing.peak_bytes, 4096u);
}

TEST(Harness, EnginesTakeTurns) {
  const ParsePayload payload = one_document();
  std::string order;
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(std::make_unique<Scripted>("A", steady, &order), "A"));
  entrants.push_back(entrant(std::make_unique<Scripted>("B", steady, &order), "B"));
  const std::vector<Timing> timings =
      time_entrants(payload, entrants, Work::parse_bytes, quick());
  const std::string batches = order.substr(order.size() - 48);  // behind calibration
  for (std::size_t i = 0; i + 1 < batches.size(); i += 2) {
    EXPECT_EQ(batches.substr(i, 2), "AB") << i;
  }
  EXPECT_EQ(timings[0].batches_ns.size(), 24u);
  EXPECT_EQ(timings[0].batches_ns.size(), timings[1].batches_ns.size());
}

TEST(Harness, TwentyBatchesAreTheLeastWhateverIsAsked) {
  const ParsePayload payload = one_document();
  std::string order;
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(std::make_unique<Scripted>("A", steady, &order), "A"));
  TimingOptions options = quick();
  options.runs = 3;
  const Timing timing = time_entrants(payload, entrants, Work::parse_bytes, options)[0];
  EXPECT_EQ(timing.batches_ns.size(), 20u);
  EXPECT_EQ(timing.pass_ns.kind, IntervalKind::order_statistics);
}

TEST(Harness, WarmUpIsFoundSetAsideAndStillShown) {
  const ParsePayload payload = one_document();
  std::string order;
  // Calibration takes five batches; the eight behind it are slow.
  const auto warming = [](std::size_t batch, std::uint64_t passes) {
    return (batch < 13 ? 3.0 : 1.0) * steady(batch, passes);
  };
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(std::make_unique<Scripted>("A", warming, &order), "A"));
  TimingOptions options = quick();
  options.batch_ns = 40'000;
  const Timing timing = time_entrants(payload, entrants, Work::parse_bytes, options)[0];
  EXPECT_EQ(timing.warm_up.state, WarmUp::State::steady);
  EXPECT_GE(timing.warm_up.runs, 1u);
  EXPECT_EQ(timing.kept_ns().size() + timing.warm_up.runs, timing.batches_ns.size());
  EXPECT_GE(timing.kept_ns().size(), 24u);
  EXPECT_NEAR(timing.pass_ns.middle, 1001, 2);
  EXPECT_GT(timing.batches_ns.front(), 2900);
  EXPECT_GT(timing.all_ns.high, timing.pass_ns.high - 1);
}

TEST(Harness, AnEngineThatReadSomethingElseIsWrongAndNotTimed) {
  const ParsePayload payload = one_document();
  std::string order;
  std::vector<Entrant> entrants;
  auto changed = std::make_unique<Scripted>("A", steady, &order);
  changed->text = R"([{"id":1,"a":"x"},{"id":2,"a":"z"}])";
  auto fewer = std::make_unique<Scripted>("B", steady, &order);
  fewer->text = R"([{"id":1,"a":"x"},{"id":2,"a":"y"},{"id":3,"a":"y"}])";
  entrants.push_back(entrant(std::move(changed), "A"));
  entrants.push_back(entrant(std::move(fewer), "B"));
  entrants.push_back({"C", Error{ErrorCode::unsupported, 0, "absent; install c"}});
  const std::vector<Timing> timings =
      time_entrants(payload, entrants, Work::parse_bytes, quick());
  EXPECT_EQ(timings[0].problem, "wrong: the digest of the rows is another one");
  EXPECT_EQ(timings[1].problem, "wrong: 3 rows instead of 2");
  EXPECT_EQ(timings[2].problem, "absent; install c");
  EXPECT_TRUE(timings[2].absent);
  EXPECT_EQ(order, "");
  for (const Timing& timing : timings) {
    EXPECT_FALSE(timing.timed());
    EXPECT_FALSE(timing.digest_ok);
  }
}

TEST(Harness, WorkThatAnEngineDoesNotDoIsSaid) {
  const ParsePayload payload = one_document();
  std::string order;
  std::vector<Entrant> entrants;
  entrants.push_back(entrant(std::make_unique<Scripted>("A", steady, &order), "A"));
  const Timing timing = time_entrants(payload, entrants, Work::generate, quick())[0];
  EXPECT_TRUE(timing.unable);
  EXPECT_EQ(timing.problem, "does not generate");
}

Timing timed(double middle, double step) {
  Timing timing;
  timing.quantum_ns = 10;
  timing.passes = 100;
  for (int i = 0; i < 30; ++i) {
    timing.batches_ns.push_back(middle + step * (i % 5 - 2));
  }
  timing.pass_ns = estimate_median(timing.batches_ns);
  return timing;
}

TEST(Harness, ARatioIsAnInterval) {
  const std::optional<Estimate> ratio = time_ratio(timed(2000, 10), timed(1000, 5));
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->middle, 2, 1e-9);
  EXPECT_LE(ratio->low, 2);
  EXPECT_GE(ratio->high, 2);
  EXPECT_TRUE(measurable(*ratio, std::nullopt));
}

TEST(Harness, EqualTimesAreNoMeasurableDifference) {
  const std::optional<Estimate> ratio = time_ratio(timed(1000, 40), timed(1001, 40));
  ASSERT_TRUE(ratio);
  EXPECT_FALSE(measurable(*ratio, std::nullopt));
}

TEST(Harness, ADifferenceWithinTheNoiseFloorIsNone) {
  const std::optional<Estimate> ratio = time_ratio(timed(1030, 1), timed(1000, 1));
  ASSERT_TRUE(ratio);
  EXPECT_TRUE(measurable(*ratio, std::nullopt));
  Estimate floor;
  floor.low = 0.96;
  floor.middle = 1;
  floor.high = 1.02;
  floor.n = 30;
  floor.kind = IntervalKind::bootstrap;
  EXPECT_FALSE(measurable(*ratio, floor));
}

TEST(Harness, BelowTheQuantumThereIsNoRatio) {
  Timing tiny = timed(0.05, 0.01);
  tiny.quantum_ns = 1000;
  EXPECT_TRUE(tiny.below_quantum());
  EXPECT_FALSE(time_ratio(tiny, timed(1000, 1)));
  EXPECT_FALSE(time_ratio(timed(1000, 1), tiny));
}

}  // namespace
}  // namespace capaudit
