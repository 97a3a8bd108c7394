// SPDX-License-Identifier: Apache-2.0
// Verdicts on made data: inside, outside, straddling, read one way only, and everything
// that must never become a pass.
#include "analyzer/audit/judge.h"

#include <limits>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

Candidate candidate(double low, double high, double claimed_low, double claimed_high) {
  Candidate out;
  out.measured = {low, (low + high) / 2, high, 20, IntervalKind::order_statistics};
  out.claimed = {"", claimed_low, (claimed_low + claimed_high) / 2, claimed_high};
  return out;
}

VerdictKind verdict(std::vector<Candidate> candidates, Relation op = Relation::equal) {
  return judge(candidates, op).kind;
}

TEST(Judge, InsideOutsideAndOnTheBorder) {
  EXPECT_EQ(verdict({candidate(10, 11, 9, 12)}), VerdictKind::supported);
  EXPECT_EQ(verdict({candidate(13, 14, 9, 12)}), VerdictKind::contradicted);
  EXPECT_EQ(verdict({candidate(5, 6, 9, 12)}), VerdictKind::contradicted);
  EXPECT_EQ(verdict({candidate(11, 13, 9, 12)}), VerdictKind::inconclusive);
  EXPECT_EQ(verdict({candidate(8, 13, 9, 12)}), VerdictKind::inconclusive);
  EXPECT_EQ(verdict({candidate(9, 12, 9, 12)}), VerdictKind::supported);
  EXPECT_EQ(verdict({candidate(12, 13, 9, 12)}), VerdictKind::inconclusive);
}

TEST(Judge, ALimitIsJudgedOnItsSide) {
  const Candidate at = candidate(10, 10, 9.5, 10.5);  // exactly the 10 that is claimed
  EXPECT_EQ(verdict({at}, Relation::at_most), VerdictKind::supported);
  EXPECT_EQ(verdict({at}, Relation::at_least), VerdictKind::supported);
  EXPECT_EQ(verdict({at}, Relation::less), VerdictKind::inconclusive);
  EXPECT_EQ(verdict({candidate(1, 2, 9.5, 10.5)}, Relation::less),
            VerdictKind::supported);
  EXPECT_EQ(verdict({candidate(11, 12, 9.5, 10.5)}, Relation::less),
            VerdictKind::contradicted);
  EXPECT_EQ(verdict({candidate(11, 12, 9.5, 10.5)}, Relation::more),
            VerdictKind::supported);
  EXPECT_EQ(verdict({candidate(1, 2, 9.5, 10.5)}, Relation::more),
            VerdictKind::contradicted);
  EXPECT_EQ(verdict({candidate(9, 12, 9.5, 10.5)}, Relation::more),
            VerdictKind::inconclusive);
}

TEST(Judge, OneReadingThatFitsIsNamed) {
  Candidate thousand = candidate(39000, 39000, 38050, 38150);
  thousand.name = "K = 1,000 bytes";
  Candidate kibi = candidate(39000, 39000, 38963, 39065);
  kibi.name = "K = 1,024 bytes";
  std::vector<Candidate> both = {thousand, kibi};
  const Judgement judgement = judge(both, Relation::equal);
  EXPECT_EQ(judgement.kind, VerdictKind::supported_one_reading);
  EXPECT_EQ(judgement.chosen, 1u);
  EXPECT_EQ(judgement.fitting, 1u);
}

TEST(Judge, AnotherLevelThatFitsIsNoFullSupport) {
  Candidate other = candidate(10, 10, 9, 11);
  other.plain = false;
  EXPECT_EQ(verdict({candidate(90, 90, 9, 11), other}),
            VerdictKind::supported_one_reading);
  other.measured.low = 5;
  EXPECT_EQ(verdict({candidate(90, 90, 9, 11), other}), VerdictKind::inconclusive)
      << "what cannot be ruled out does not contradict";
}

TEST(Judge, TooFewRunsOfATimeSayNothing) {
  for (std::size_t n = 0; n < kFewestRuns; ++n) {
    Candidate time = candidate(1, 1, 9, 11);
    time.scatters = true;
    time.measured.n = n;
    EXPECT_EQ(verdict({time}), VerdictKind::inconclusive) << n;
  }
  Candidate size = candidate(1, 1, 9, 11);
  size.measured.n = 1;
  EXPECT_EQ(verdict({size}), VerdictKind::contradicted) << "a count is certain at once";
}

TEST(Judge, NothingMeasuredIsNeverAPass) {
  Candidate missing = candidate(10, 10, 9, 11);
  missing.missing = "the handshake was not captured";
  EXPECT_EQ(verdict({missing}), VerdictKind::inconclusive);
  Candidate none = candidate(10, 10, 9, 11);
  none.measured = {};
  EXPECT_EQ(verdict({none}), VerdictKind::inconclusive);
  for (const Relation op : {Relation::equal, Relation::less, Relation::at_most,
                            Relation::more, Relation::at_least}) {
    Candidate nan = candidate(10, 10, 9, 11);
    nan.measured.low = nan.measured.high = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(verdict({nan}, op), VerdictKind::inconclusive);
    nan.measured.low = nan.measured.high = std::numeric_limits<double>::infinity();
    EXPECT_EQ(verdict({nan}, op), VerdictKind::inconclusive);
  }
}

TEST(Judge, OfAContradictionTheNearestMissIsShown) {
  std::vector<Candidate> both = {candidate(20, 21, 9, 11), candidate(20, 21, 14, 16),
                                 candidate(20, 21, 19, 30)};
  both[2].plain = false;
  both[2].claimed.low = 25;
  const Judgement judgement = judge(both, Relation::equal);
  EXPECT_EQ(judgement.kind, VerdictKind::contradicted);
  EXPECT_EQ(judgement.chosen, 1u) << "of the plain ways";
}

TEST(Judge, ZeroFitsAClaimedZero) {
  EXPECT_EQ(verdict({candidate(0, 0, 0, 500)}), VerdictKind::supported);
  EXPECT_EQ(verdict({candidate(600, 700, 0, 500)}), VerdictKind::contradicted);
}

}  // namespace
}  // namespace capaudit
