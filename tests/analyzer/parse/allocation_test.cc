// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/allocation.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(AllocationMeter, ThePeakIsWhatWasHeldAtATimeNotTheSum) {
  const AllocationMeter meter;
  for (int i = 0; i < 50; ++i) {
    const auto block = std::make_unique<std::vector<char>>(100'000);
    ASSERT_EQ(block->size(), 100'000u);
  }
  EXPECT_GE(meter.peak_bytes(), 100'000u);
  EXPECT_LT(meter.peak_bytes(), 200'000u);
}

TEST(AllocationMeter, WhatLibrariesInCAllocateCountsAndMovesWithRealloc) {
  const AllocationMeter meter;
  void* block = counted_malloc(1000);
  block = counted_realloc(block, 50'000);
  block = counted_realloc(block, 10);
  void* const other = counted_malloc(20'000);
  counted_free(block);
  counted_free(other);
  EXPECT_GE(meter.peak_bytes(), 50'000u);
  EXPECT_LT(meter.peak_bytes(), 60'000u);
}

TEST(AllocationMeter, WhatWasAllocatedBeforeDoesNotCount) {
  auto before = std::make_unique<std::vector<char>>(1'000'000);
  const AllocationMeter meter;
  before.reset();
  const std::vector<char> little(10);
  ASSERT_EQ(little.size(), 10u);
  EXPECT_LT(meter.peak_bytes(), 1000u);
}

}  // namespace
}  // namespace capaudit
