// SPDX-License-Identifier: Apache-2.0
// Types of small records: each must read like what it stands for.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/compact/few.h"
#include "analyzer/compact/known.h"
#include "analyzer/compact/rare.h"
#include "analyzer/compact/text.h"

namespace capaudit {
namespace {

template <class T>
void expect_like_optional(const std::vector<T>& values) {
  std::vector<std::optional<T>> optionals(values.begin(), values.end());
  optionals.emplace_back();
  for (const std::optional<T>& a : optionals) {
    Known<T> known;
    known = a;
    EXPECT_EQ(known.has_value(), a.has_value());
    EXPECT_EQ(static_cast<std::optional<T>>(known), a);
    EXPECT_EQ(known.value_or(T{7}), a.value_or(T{7}));
    EXPECT_EQ(known == std::nullopt, a == std::nullopt);
    for (const std::optional<T>& b : optionals) {
      Known<T> other;
      other = b;
      EXPECT_EQ(known == other, a == b);
      EXPECT_EQ(known == b, a == b);
      EXPECT_EQ(b == known, a == b);
      EXPECT_EQ(known < other, a < b);
      if (b) {
        EXPECT_EQ(known == *b, a == *b);
      }
    }
  }
}

TEST(Known, BehavesLikeTheOptionalItStandsFor) {
  expect_like_optional<std::uint64_t>({0, 1, std::uint64_t{1} << 63});
  expect_like_optional<std::int64_t>({-1, 0, std::numeric_limits<std::int64_t>::max()});
  expect_like_optional<int>({0, 200, -5});
  expect_like_optional<double>({-0.5, 0, 1e300, std::numeric_limits<double>::infinity()});
}

TEST(Known, TakesNoMoreRoomThanItsValue) {
  EXPECT_EQ(sizeof(Known<std::uint64_t>), sizeof(std::uint64_t));
  EXPECT_EQ(sizeof(Known<double>), sizeof(double));
  EXPECT_EQ(sizeof(Known<int>), sizeof(int));
}

TEST(Known, WidensLikeAnOptional) {
  const Known<std::uint32_t> none;
  const Known<std::uint32_t> five = 5u;
  EXPECT_EQ(std::optional<std::uint64_t>(none), std::nullopt);
  EXPECT_EQ(std::optional<std::uint64_t>(five), std::uint64_t{5});
}

TEST(Known, ChangesInPlaceAndIsForgotten) {
  Known<std::uint64_t> known = std::uint64_t{5};
  *known += 3;
  EXPECT_EQ(known, std::uint64_t{8});
  known.reset();
  EXPECT_FALSE(known);
}

TEST(Rare, ReadsAsDefaultsUntilItIsMade) {
  Rare<std::string> rare;
  EXPECT_EQ(*rare, "");
  EXPECT_FALSE(rare.made());
  rare.edit() = "text";
  EXPECT_EQ(*rare, "text");
  rare.reset();
  EXPECT_EQ(rare->size(), 0u);
}

TEST(Rare, CopiesAreIndependent) {
  Rare<std::string> first;
  first.edit() = "one";
  Rare<std::string> second = first;
  second.edit() = "two";
  EXPECT_EQ(*first, "one");
  first = second;
  EXPECT_EQ(*first, "two");
}

TEST(List, BehavesLikeAVector) {
  List<std::string> list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  list.push_back("a");
  list.append({"b", "c"});
  list.append({});
  EXPECT_EQ(list, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(list.front() + list[1] + list.back(), "abc");
  list = std::vector<std::string>{};
  EXPECT_EQ(list.size(), 0u);
  EXPECT_EQ(list, List<std::string>());
}

TEST(Few, HoldsOneAsManyInOrder) {
  std::vector<int> expected;
  Few<int> few;
  EXPECT_TRUE(few.empty());
  for (int i = 0; i < 5; ++i) {
    few.push_back(i);
    expected.push_back(i);
    EXPECT_EQ(std::vector<int>(few.begin(), few.end()), expected);
    EXPECT_EQ(std::vector<int>(few.rbegin(), few.rend()),
              std::vector<int>(expected.rbegin(), expected.rend()));
    EXPECT_EQ(few.front(), 0);
    EXPECT_EQ(few.back(), i);
    EXPECT_EQ(few.size(), expected.size());
  }
  const Few<int> copy = few;
  few.push_back(9);
  EXPECT_EQ(copy.size(), 5u);
  EXPECT_EQ(copy.back(), 4);
}

TEST(Text, BehavesLikeAString) {
  using namespace std::string_literals;
  for (const std::string& letters :
       {""s, "a"s, "http://10.0.0.1/path?x=1"s, "with\0zero"s, std::string(5000, 'x')}) {
    Text text;
    text = letters;
    EXPECT_EQ(text, letters);
    EXPECT_EQ(std::string(text), letters);
    EXPECT_EQ(text.size(), letters.size());
    EXPECT_EQ(text.empty(), letters.empty());
    EXPECT_EQ("<" + text + ">", "<" + letters + ">");
    EXPECT_EQ(text.find('/'), letters.find('/'));
    EXPECT_EQ(text.substr(0, 4), letters.substr(0, 4));
    EXPECT_EQ(text < Text("b"), letters < "b");
  }
}

TEST(Text, OutlivesWhatItWasCopiedFrom) {
  Text copy;
  {
    const Text text("letters");
    copy = text;
    Text moved = text;
    const Text last = std::move(moved);
    EXPECT_EQ(last, "letters");
  }
  EXPECT_EQ(copy, "letters");
  copy.clear();
  EXPECT_TRUE(copy.empty());
}

TEST(TextPool, EqualTextsShareTheirLetters) {
  TextPool pool;
  const Text first = pool.get("GET");
  const Text second = pool.get(std::string("GET"));
  EXPECT_EQ(first.view().data(), second.view().data());
  EXPECT_EQ(pool.get("POST"), "POST");
  EXPECT_TRUE(pool.get("").empty());
}

TEST(TextPool, MoreTextsThanItKeepsAreRightAllTheSame) {
  TextPool pool;
  for (int i = 0; i < 70'000; ++i) {
    const std::string letters = "text " + std::to_string(i);
    ASSERT_EQ(pool.get(letters), letters);
  }
  EXPECT_EQ(pool.get("text 3"), "text 3");
}

}  // namespace
}  // namespace capaudit
