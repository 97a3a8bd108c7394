// SPDX-License-Identifier: Apache-2.0
// What waits is kept in order, without overlap, first copy first, at a bounded cost.
#include "analyzer/flow/held_pieces.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

Piece piece(std::uint64_t offset, std::string_view bytes) {
  return {offset, bytes.size(), as_bytes(bytes)};
}

std::string drain(HeldPieces& held) {
  std::string out;
  while (!held.empty()) {
    out += std::to_string(held.begin()) + ":";
    const HeldPiece front = held.take_front();
    out += std::string(as_text(front.data)) +
           (front.length > front.data.size() ? "~" : "") + " ";
  }
  return out;
}

TEST(HeldPieces, KeepsTheFirstCopyOfEachByte) {
  HeldPieces held;
  EXPECT_EQ(held.insert(piece(10, "klm"), {}), 0u);
  EXPECT_EQ(held.insert(piece(16, "qr"), {}), 0u);
  EXPECT_EQ(held.insert(piece(8, "ijKLMnopQRs"), {}), 5u);
  EXPECT_EQ(held.begin(), 8u);
  EXPECT_EQ(held.end(), 19u);
  EXPECT_EQ(drain(held), "8:ij 10:klm 13:nop 16:qr 18:s ");
  EXPECT_EQ(held.cost(), 0u);
}

TEST(HeldPieces, NotesWithAPieceWhatCameAgain) {
  HeldPieces held;
  Origin later;
  later.frame.number = 7;
  held.insert(piece(10, "klmn"), {});
  held.insert(piece(11, "lm"), later);
  held.insert(piece(12, "mX--"), later);
  const HeldPiece first = held.take_front();
  ASSERT_EQ(first.repeats.size(), 2u);
  EXPECT_EQ(first.repeats[0].offset, 11u);
  EXPECT_EQ(first.repeats[0].length, 2u);
  EXPECT_EQ(first.repeats[0].frame, 7u);
  EXPECT_FALSE(first.repeats[0].differs);
  EXPECT_EQ(first.repeats[1].offset, 12u);
  EXPECT_TRUE(first.repeats[1].differs);
}

TEST(HeldPieces, RepeatsAreNotFree) {
  HeldPieces held;
  held.insert(piece(0, "a"), {});
  const std::uint64_t alone = held.cost();
  for (int i = 0; i < 1000; ++i) {
    held.insert(piece(0, "a"), {});
  }
  EXPECT_GE(held.cost(), alone + 1000);
  held.take_front();
  EXPECT_EQ(held.cost(), 0u);
}

TEST(HeldPieces, ComparesWhatItHolds) {
  HeldPieces held;
  held.insert(piece(10, "kl"), {});
  held.insert(piece(14, "op"), {});
  held.insert({20, 5, as_bytes("uv")}, {});  // three of its bytes were cut off
  struct Case {
    std::uint64_t offset;
    std::string_view bytes;
    Comparison expected;
  };
  const Case cases[] = {
      {10, "kl", Comparison::same},         {10, "kX", Comparison::different},
      {8, "--kl--op--", Comparison::same},  {8, "--kl--oX--", Comparison::different},
      {12, "mn", Comparison::unknown},      {5, "abcde", Comparison::unknown},
      {30, "x", Comparison::unknown},       {20, "uv---", Comparison::same},
      {20, "uX---", Comparison::different},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.bytes);
    EXPECT_EQ(held.compare(c.offset, as_bytes(c.bytes)), c.expected);
  }
}

// A frame of 54 bytes may claim 64 KiB of payload over thousands of pieces.
TEST(HeldPieces, WhatWasCutOffCostsOneStep) {
  HeldPieces held;
  for (std::uint64_t i = 0; i < 100; ++i) {
    held.insert(piece(2 * i, "x"), {});
  }
  const std::uint64_t before = held.cost();
  EXPECT_EQ(held.insert({1, 60'000, {}}, {}), 0u);
  EXPECT_EQ(held.cost(), before + 200) << "one stretch";
  EXPECT_EQ(held.insert({0, 60'000, {}}, {}), 0u);
  EXPECT_EQ(held.cost(), before + 200);
  EXPECT_EQ(held.insert({199, 60'000, as_bytes("yz")}, {}), 0u);
  EXPECT_EQ(held.end(), 60'199u);
}

}  // namespace
}  // namespace capaudit
