// SPDX-License-Identifier: Apache-2.0
// Names: each different name once, however many there are, against a map.
#include "decoders/core/names.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Names, EachDifferentNameHasOneNumberHoweverManyThereAre) {
  Names names;
  std::map<std::string, NameId> known;
  for (int i = 0; i < 3000; ++i) {
    // Every third name comes again, some are empty or a part of another.
    const std::string text = std::string(static_cast<std::size_t>(i % 7), 'x') +
                             (i % 11 == 0 ? "" : std::to_string(i / 3));
    const auto before = known.find(text);
    EXPECT_EQ(names.find(text), before == known.end() ? kNoName : before->second);
    const NameId id = names.intern(text);
    EXPECT_NE(id, kNoName);
    EXPECT_EQ(known.emplace(text, id).first->second, id);
    EXPECT_EQ(names.size(), known.size() + 1);
  }
  for (const auto& [text, id] : known) {
    EXPECT_EQ(names.find(text), id);
    EXPECT_EQ(names.text(id), text);
  }
}

TEST(Names, NumbersAscendInTheOrderOfFirstSight) {
  Names names;
  NameId last = kNoName;
  for (int i = 0; i < 100; ++i) {
    const NameId id = names.intern("name " + std::to_string(i));
    EXPECT_GT(id, last);
    last = id;
  }
}

TEST(NameChain, GivesTheNumbersThatNamesGives) {
  Names names;
  Names same;
  NameChain chain(names);
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 15 + row % 3; ++column) {
      const std::string text = "c" + std::to_string(column * (row % 5 == 4 ? 2 : 1));
      EXPECT_EQ(chain.intern(text), same.intern(text));
    }
  }
}

}  // namespace
}  // namespace capaudit
