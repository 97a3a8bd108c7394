// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/holes.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/wire.h"

namespace capaudit {
namespace {

TEST(Holes, AreFoundBehindAnOffsetAndBeforeAnother) {
  Holes holes;
  holes.add({100, 10, GapKind::lost});
  holes.add({200, 10, GapKind::cut});
  struct Case {
    std::uint64_t offset, until;
    bool found;
  };
  const Case cases[] = {
      {0, 100, false},         {0, 101, true},           {109, 110, true},
      {110, 200, false},       {110, 201, true},         {105, 150, true},
      {209, UINT64_MAX, true}, {210, UINT64_MAX, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(holes.between(c.offset, c.until), c.found) << c.offset << " " << c.until;
  }
}

// Many more holes than are kept: who still waits for an answer is told the truth.
TEST(Holes, ThoseThatAreForgottenChangeNoAnswer) {
  Random random(1);
  std::vector<std::uint64_t> questions;
  for (int i = 0; i < 50; ++i) {
    questions.push_back(pick(random, 0, 2'000'000));
  }
  Holes all;
  Holes kept;
  std::size_t most = 0;
  for (std::uint64_t offset = 0; offset < 2'000'000;) {
    const std::uint64_t length = pick(random, 1, 20);
    if (kept.full()) {
      kept.keep_first_behind(questions);
    }
    all.add({offset, length, GapKind::lost});
    kept.add({offset, length, GapKind::lost});
    most = std::max(most, kept.size());
    offset += length + pick(random, 1, 60);
  }
  EXPECT_LE(most, 4096u);
  EXPECT_GT(all.size(), 10 * most);
  for (const std::uint64_t offset : questions) {
    for (const std::uint64_t distance : {1u, 10u, 40u, 1000u}) {
      EXPECT_EQ(kept.between(offset, offset + distance),
                all.between(offset, offset + distance))
          << offset << " " << distance;
    }
  }
}

TEST(Holes, AsManyAreKeptAsThereAreQuestions) {
  Holes holes;
  std::vector<std::uint64_t> questions;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    if (holes.full()) {
      holes.keep_first_behind(questions);
    }
    questions.push_back(10 * i);
    holes.add({10 * i + 1, 1, GapKind::lost});
  }
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(holes.between(10 * i, 10 * i + 10)) << i;
  }
}

}  // namespace
}  // namespace capaudit
