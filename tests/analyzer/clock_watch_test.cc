// SPDX-License-Identifier: Apache-2.0
// What a row of clock readings says about the clock (RFC 5905 11.3: a clock is stepped
// for more than an eighth of a second, and slewed for less).
#include "analyzer/clock_watch.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// Frames from 1 with these times in milliseconds.
ClockWatch seen(const std::vector<std::int64_t>& times) {
  ClockWatch out;
  std::uint64_t frame = 0;
  for (const std::int64_t ms : times) {
    out.see(++frame, ms * kMs);
  }
  return out;
}

// One letter for each frame: a for those stamped ahead.
std::string ahead(const ClockWatch& clock, std::size_t frames) {
  std::string out;
  for (std::uint64_t frame = 1; frame <= frames; ++frame) {
    out += clock.ran_ahead(frame) ? 'a' : '.';
  }
  return out;
}

TEST(ClockWatch, TellsWhatWasStampedAhead) {
  struct Case {
    const char* name;
    std::vector<std::int64_t> times;
    const char* ahead;
    std::int64_t last_ms;
  };
  const Case cases[] = {
      {"an even clock", {0, 10, 20, 30}, "....", 30},
      {"one packet an hour ahead", {0, 10, 3'600'020, 30, 40}, "..a..", 40},
      {"three packets", {0, 10, 9'020, 9'030, 9'040, 50, 60}, "..aaa..", 60},
      {"twice", {0, 5'010, 20, 30, 5'040, 50}, ".a..a.", 50},
      {"a silence inside", {0, 90'010, 92'000, 2'010, 2'020}, ".aa..", 2'020},
      {"a silence before", {0, 60'000, 63'010, 60'020, 60'030}, "..a..", 60'030},
      {"one in another", {0, 90'010, 95'020, 90'030, 40, 50}, ".aaa..", 50},
      {"queues out of order by 100 ms", {0, 110, 10, 120, 20}, ".....", 120},
      {"a step back alone", {0, 400, 800, 1'200, 100, 500}, "......", 1'200},
      {"back behind where it was", {1'000, 1'010, 9'020, 500, 510}, ".....", 9'020},
      {"a silence, and back by far less", {0, 60'000, 59'800, 59'900}, "....", 60'000},
      {"never taken back", {0, 10, 9'020, 9'030}, "....", 9'030},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ClockWatch clock = seen(c.times);
    EXPECT_EQ(ahead(clock, c.times.size()), c.ahead);
    EXPECT_EQ(clock.last_ns(), c.last_ms * kMs);
    EXPECT_EQ(clock.ever_ran_ahead(),
              std::string(c.ahead).find('a') != std::string::npos);
  }
}

TEST(ClockWatch, CountsEveryStepBack) {
  const ClockWatch clock = seen({10, 20, 15, 30, 26, 40});
  EXPECT_EQ(clock.steps_back(), 2u);
  EXPECT_EQ(clock.largest_step_ns(), 5u * kMs);
  EXPECT_EQ(clock.first_step_frame(), 3u);
  EXPECT_EQ(clock.first_ns(), 10 * kMs);
}

TEST(ClockWatch, TakesTheEndsOfTime) {
  ClockWatch clock;
  constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  std::uint64_t frame = 0;
  for (int i = 0; i < 100; ++i) {
    clock.see(++frame, kFirst);
    clock.see(++frame, kLast);
  }
  EXPECT_EQ(clock.steps_back(), 99u);
  EXPECT_EQ(clock.largest_step_ns(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(clock.first_ns(), kFirst);
}

// Two interfaces whose clocks differ, their packets by turns.
TEST(ClockWatch, ManyStepsTakeBoundedRoom) {
  ClockWatch clock;
  constexpr std::uint64_t kTurns = 200'000;
  for (std::uint64_t i = 0; i < kTurns; ++i) {
    const std::int64_t ms = static_cast<std::int64_t>(i) * kMs;
    clock.see(2 * i + 1, ms);
    clock.see(2 * i + 2, ms + 1000 * kMs);
  }
  EXPECT_TRUE(clock.ran_ahead(2));
  EXPECT_FALSE(clock.ran_ahead(3));
  EXPECT_TRUE(clock.ran_ahead(2 * kTurns - 2));
}

}  // namespace
}  // namespace capaudit
