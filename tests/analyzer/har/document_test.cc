// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/document.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/memory_source.h"

namespace capaudit {
namespace {

/// Everything that was heard, in words.
struct Heard final : HarSink {
  std::vector<std::string> all;
  void log_member(std::string_view key, std::string_view json) override {
    all.push_back(std::string(key) + "=" + std::string(json));
  }
  void entry(std::uint64_t index, std::uint64_t offset, std::string_view json) override {
    all.push_back(std::to_string(index) + "@" + std::to_string(offset) + ":" +
                  std::string(json));
  }
  void lost_entry(std::uint64_t index, std::uint64_t offset,
                  const std::string& /*why*/) override {
    all.push_back(std::to_string(index) + "@" + std::to_string(offset) + " lost");
  }
};

using Words = std::vector<std::string>;

HarDocument read(std::string_view text, Words& heard, std::size_t at_most = SIZE_MAX) {
  const Bytes bytes = as_bytes(text);
  MemorySource source({bytes.begin(), bytes.end()}, at_most);
  Window window(source);
  Heard sink;
  HarDocument document = read_har_document(window, {}, sink);
  heard = std::move(sink.all);
  return document;
}

TEST(HarDocument, EntriesWhereverTheLogStands) {
  for (const char* text : {
           R"({"log":{"entries":[{"a":1},{"b":2}]}})",
           R"([{"x":[[{"log":5}]]},{"log":{"entries":[{"a":1},{"b":2}]}}])",
           R"({"data":{"log":{"pages":[{"log":1}],"entries":[{"a":1},{"b":2}]}}})",
           "\xef\xbb\xbf {\"log\":{\"entries\":[ {\"a\":1} , {\"b\":2} ] } } ",
           R"(onInputData({"log":{"entries":[{"a":1},{"b":2}]}});)",
       }) {
    SCOPED_TRACE(text);
    for (const std::size_t at_most : {std::size_t{1}, std::size_t{7}, SIZE_MAX}) {
      Words heard;
      const HarDocument document = read(text, heard, at_most);
      EXPECT_FALSE(document.failure);
      EXPECT_FALSE(document.trailing_offset);
      ASSERT_EQ(heard.size(), 2u);
      EXPECT_TRUE(heard[0].ends_with(R"(:{"a":1})")) << heard[0];
      EXPECT_TRUE(heard[1].ends_with(R"(:{"b":2})")) << heard[1];
    }
  }
}

TEST(HarDocument, MembersOfTheLogAreHeardInAnyOrder) {
  Words heard;
  read(R"({"log":{"entries":[1],"creator":{"name":"x"},"pages":[2],"version":"1.1"}})",
       heard);
  EXPECT_EQ(heard, (Words{"0@19:1", R"(creator={"name":"x"})", R"(version="1.1")"}));
}

TEST(HarDocument, ALogIsAnObjectAndEntriesAList) {
  Words heard;
  EXPECT_EQ(read(R"({"entries":[{}]})", heard).logs, 0u);
  EXPECT_EQ(read(R"({"log":[{"entries":[{}]}]})", heard).logs, 0u);
  const HarDocument document = read(R"({"log":{"entries":{"a":[{}]}}})", heard);
  EXPECT_EQ(document.logs, 1u);
  EXPECT_EQ(document.entry_lists, 0u);
  EXPECT_EQ(heard, Words());
}

TEST(HarDocument, DamageCostsTheEntryItIsIn) {
  const std::string first = R"({"startedDateTime":"1","a":{}})";
  const std::string last = R"({"startedDateTime":"3"})";
  for (const char* middle : {
           R"({"startedDateTime":"2","a":[}})",      // a bracket of another kind
           R"({"startedDateTime":"2","a":"x})",      // no closing quote
           R"({"startedDateTime":"2","a":{"b":1})",  // no closing brace
           R"({"startedDateTime":"2","a":1}])",      // the list closes too early
       }) {
    SCOPED_TRACE(middle);
    Words heard;
    const std::string text =
        R"({"log":{"entries":[)" + first + "," + middle + "," + last + "]}}";
    const HarDocument document = read(text, heard, 16);
    ASSERT_GE(heard.size(), 2u);
    EXPECT_EQ(heard.front(), "0@19:" + first);
    if (std::string_view(middle).ends_with("]")) {
      EXPECT_TRUE(document.failure);
      continue;
    }
    EXPECT_EQ(heard[1], "1@" + std::to_string(19 + first.size() + 1) + " lost");
    ASSERT_EQ(heard.size(), 3u);
    EXPECT_TRUE(heard[2].ends_with(":" + last)) << heard[2];
  }
}

/// A text, then zeros as a sparse file has them; counts what is asked for.
class Sparse final : public ByteSource {
 public:
  Sparse(std::string_view text, std::uint64_t zeros) : text_(text), zeros_(zeros) {}
  Result<std::size_t> read(std::span<std::uint8_t> into) override {
    std::size_t count = std::min(into.size(), text_.size());
    std::copy_n(as_bytes(text_).begin(), count, into.begin());
    text_.remove_prefix(count);
    if (count == 0) {
      count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), zeros_));
      std::fill_n(into.begin(), count, std::uint8_t{0});
      zeros_ -= count;
      longest = std::max(longest, into.size());
    }
    return count;
  }
  std::size_t longest = 0;

 private:
  std::string_view text_;
  std::uint64_t zeros_;
};

TEST(HarDocument, AHoleCostsOneEntryAndNoMemory) {
  for (const char* text : {R"({"log":{"entries":[{"a":1},{"b":2)",
                           R"({"log":{"entries":[{"a":1},{"b":"in a text)",
                           R"({"log":{"entries":[{"a":1},)"}) {
    SCOPED_TRACE(text);
    Sparse source(text, std::uint64_t{64} << 20);
    Window window(source);
    Heard sink;
    const HarDocument document = read_har_document(window, {}, sink);
    ASSERT_EQ(sink.all.size(), 2u);
    EXPECT_EQ(sink.all[0], R"(0@19:{"a":1})");
    EXPECT_EQ(sink.all[1], "1@27 lost");
    EXPECT_TRUE(document.failure);
    EXPECT_LE(source.longest, std::size_t{1} << 20);
  }
}

TEST(HarDocument, EveryPrefixIsReadAsFarAsItGoes) {
  const std::string text =
      R"({"log":{"version":"1.2","entries":[{"startedDateTime":"1"},{"b":[2]}]}})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    Words heard;
    const HarDocument document = read(text.substr(0, size), heard);
    ASSERT_TRUE(document.failure) << size;
    EXPECT_EQ(document.failure->code, ErrorCode::truncated) << size;
    EXPECT_EQ(document.failure->offset, size) << size;
  }
}

TEST(HarDocument, BrokenJsonIsToldWithItsPlace) {
  Words heard;
  const HarDocument document = read("{\"log\": {\"creator\": {}\n xxx }}", heard);
  ASSERT_TRUE(document.failure);
  EXPECT_EQ(document.failure->code, ErrorCode::malformed);
  EXPECT_EQ(document.failure->offset, 24u);
  EXPECT_EQ(document.failure->what,
            "the JSON is broken at offset 24: 'x' stands where a member or the object's "
            "end should");
}

TEST(HarDocument, WhatFollowsTheEndIsTold) {
  Words heard;
  const HarDocument document = read(R"({"log":{"entries":[]}} {"log":1})", heard);
  EXPECT_EQ(document.trailing_offset, 23u);
}

TEST(HarDocument, DepthAndManyBrokenEntriesEnd) {
  Words heard;
  const std::string deep = "{\"log\":" + std::string(300'000, '[');
  EXPECT_TRUE(read(deep, heard).failure);
  std::string broken = R"({"log":{"entries":[{"pageref":1})";
  for (int i = 0; i < 3000; ++i) {
    broken += R"(,{"pageref":2,"x":{})";
  }
  EXPECT_TRUE(read(broken, heard).failure);
}

}  // namespace
}  // namespace capaudit
