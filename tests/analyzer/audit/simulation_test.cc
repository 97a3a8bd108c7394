// SPDX-License-Identifier: Apache-2.0
// A thousand audits of made data with known truth: intervals hold the true value as often
// as they say, and data that are alike are not called different more often than the level
// allows.
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "analyzer/audit/judge.h"
#include "analyzer/audit/statistics.h"

namespace capaudit {
namespace {

constexpr int kAudits = 1000;

/// Own distributions: those of <random> differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform() {
    return (static_cast<double>(engine_() >> 11) + 0.5) / 9007199254740992.0;
  }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) *
           std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

/// Response times as they are: skewed, with a long tail. The median is 100.
double lognormal(Random& random) {
  return 100 * std::exp(0.5 * random.normal());
}
/// Two humps, as of a cache that hits or not; the median is that of a normal with a tail.
double exponential(Random& random) {
  return -100 / std::numbers::ln2 * std::log(random.uniform());
}
double symmetric(Random& random) {
  return 100 + 10 * random.normal();
}

struct Shape {
  const char* name;
  double (*draw)(Random&);
};
constexpr Shape kShapes[] = {
    {"lognormal", lognormal}, {"exponential", exponential}, {"normal", symmetric}};

std::vector<double> sample(Random& random, const Shape& shape, std::size_t n) {
  std::vector<double> out(n);
  for (double& value : out) {
    value = shape.draw(random);
  }
  return out;
}

TEST(Simulation, IntervalsHoldTheTrueMedian) {
  for (const Shape& shape : kShapes) {
    for (const std::size_t n : {6u, 8u, 11u, 20u, 51u}) {
      Random random(n);
      int held = 0;
      for (int i = 0; i < kAudits; ++i) {
        const Estimate estimate = estimate_median(sample(random, shape, n));
        held += estimate.low <= 100 && 100 <= estimate.high ? 1 : 0;
      }
      EXPECT_GE(held, 930) << shape.name << ", n = " << n;
    }
  }
}

/// An audit of a ratio whose truth is `factor`, with no tolerance at all.
VerdictKind audit_ratio(Random& random, const Shape& shape, std::size_t n, double factor,
                        double claimed) {
  std::vector<double> first = sample(random, shape, n);
  for (double& value : first) {
    value *= factor;
  }
  Candidate candidate;
  candidate.scatters = true;
  candidate.claimed = {"", claimed, claimed, claimed};
  candidate.measured =
      estimate_ratio(first, sample(random, shape, n)).value_or(Estimate());
  std::vector<Candidate> candidates = {candidate};
  return judge(candidates, Relation::equal).kind;
}

// The same thousand audits are both: intervals of a ratio hold it in 93% or more, and
// alike data (a ratio of 1 that is claimed to be 1) are called different in 5% or less.
TEST(Simulation, AlikeDataAreNotContradicted) {
  for (const Shape& shape : {kShapes[0], kShapes[1]}) {
    for (const std::size_t n : {6u, 20u}) {
      Random random(2000 + n);
      int contradicted = 0;
      for (int i = 0; i < kAudits; ++i) {
        const VerdictKind kind = audit_ratio(random, shape, n, 1, 1);
        EXPECT_NE(kind, VerdictKind::supported) << "no interval is that narrow";
        contradicted += kind == VerdictKind::contradicted ? 1 : 0;
      }
      EXPECT_LE(contradicted, 50) << shape.name << ", n = " << n;
    }
  }
}

TEST(Simulation, DifferentDataAreContradictedWhenRunsSuffice) {
  Random random(3000);
  int contradicted = 0;
  for (int i = 0; i < 200; ++i) {
    contradicted +=
        audit_ratio(random, kShapes[0], 40, 2, 1) == VerdictKind::contradicted ? 1 : 0;
  }
  EXPECT_GE(contradicted, 190);
}

}  // namespace
}  // namespace capaudit
