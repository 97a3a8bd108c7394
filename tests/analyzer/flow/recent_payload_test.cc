// SPDX-License-Identifier: Apache-2.0
// What a retransmission is compared with: the bytes delivered last, and an honest
// "unknown" for those that are gone.
#include "analyzer/flow/recent_payload.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(RecentPayload, TellsTheSameBytesFromOthers) {
  RecentPayload recent(64);
  RecentIndex index;
  recent.remember(index, 1000, as_bytes("abcdef"));
  struct Case {
    std::string_view name;
    std::uint64_t offset;
    std::string_view bytes;
    Comparison expected;
  };
  const Case cases[] = {
      {"all of it", 1000, "abcdef", Comparison::same},
      {"a part", 1002, "cd", Comparison::same},
      {"first byte differs", 1000, "Xbcdef", Comparison::different},
      {"last byte differs", 1000, "abcdeX", Comparison::different},
      {"reaches before and behind", 999, "-abcdef-", Comparison::same},
      {"reaches before, differs", 999, "-abXdef-", Comparison::different},
      {"before", 900, "abc", Comparison::unknown},
      {"right before", 997, "abc", Comparison::unknown},
      {"right behind", 1006, "abc", Comparison::unknown},
      {"nothing", 1000, "", Comparison::unknown},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(recent.compare(index, c.offset, as_bytes(c.bytes)), c.expected);
  }
}

TEST(RecentPayload, ComparesAcrossChunksAndAcrossTheRingsEnd) {
  RecentPayload recent(8);
  RecentIndex index;
  recent.remember(index, 0, as_bytes("01234"));
  recent.remember(index, 5, as_bytes("56789"));  // its last two bytes stand at the front
  EXPECT_EQ(recent.compare(index, 5, as_bytes("56789")), Comparison::same);
  EXPECT_EQ(recent.compare(index, 5, as_bytes("5678X")), Comparison::different);
  // The first chunk has lost its beginning: nothing may be said of it.
  EXPECT_EQ(recent.compare(index, 0, as_bytes("XXXXX")), Comparison::unknown);
}

TEST(RecentPayload, KeepsExactlyAsManyBytesAsItHasRoomFor) {
  RecentPayload recent(4);
  RecentIndex index;
  recent.remember(index, 0, as_bytes("abcd"));
  EXPECT_EQ(recent.compare(index, 0, as_bytes("abcd")), Comparison::same);
  recent.remember(index, 4, as_bytes("e"));
  EXPECT_EQ(recent.compare(index, 0, as_bytes("XXXX")), Comparison::unknown);
  EXPECT_EQ(recent.compare(index, 4, as_bytes("e")), Comparison::same);
  recent.remember(index, 5, as_bytes("too long"));  // not kept, and harms nothing
  EXPECT_EQ(recent.compare(index, 5, as_bytes("too long")), Comparison::unknown);
  EXPECT_EQ(recent.compare(index, 4, as_bytes("e")), Comparison::same);
}

TEST(RecentPayload, OneSideIsNotComparedWithAnother) {
  RecentPayload recent(64);
  RecentIndex one;
  RecentIndex two;
  recent.remember(one, 0, as_bytes("abc"));
  recent.remember(two, 0, as_bytes("xyz"));
  EXPECT_EQ(recent.compare(one, 0, as_bytes("abc")), Comparison::same);
  EXPECT_EQ(recent.compare(two, 0, as_bytes("abc")), Comparison::different);
}

TEST(RecentPayload, AnIndexForgetsItsOldestChunkFirst) {
  RecentPayload recent(1 << 16);
  RecentIndex index;
  for (std::uint64_t i = 0; i <= RecentIndex::kEntries; ++i) {
    const std::string byte(1, static_cast<char>('0' + i % 10));
    recent.remember(index, i, as_bytes(byte));
  }
  EXPECT_EQ(index.entries.size(), RecentIndex::kEntries);
  EXPECT_EQ(recent.compare(index, 0, as_bytes("0")), Comparison::unknown);
  EXPECT_EQ(recent.compare(index, 1, as_bytes("1")), Comparison::same);
  EXPECT_EQ(recent.compare(index, RecentIndex::kEntries, as_bytes("4")),
            Comparison::same);
}

}  // namespace
}  // namespace capaudit
