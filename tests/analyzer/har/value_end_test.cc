// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/value_end.h"

#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

using State = ValueEnd::State;

TEST(ValueEnd, EndsBehindTheValueAndNoFurther) {
  struct Case {
    const char* value;
    const char* behind;
  };
  constexpr Case kCases[] = {
      {R"({"a": [1, {"b": "}]"}]})", ",{}"},
      {R"("text \" \\")", ","},
      {"[]", "]"},
      {"{}", "{}"},
      {"-12.5e3", "}"},
      {"null", ", 1"},
      {"true", " "},
      {R"("")", "\"x"},
  };
  for (const Case& c : kCases) {
    const std::string value = c.value;
    const std::string text = value + c.behind;
    SCOPED_TRACE(text);
    ValueEnd whole;
    ASSERT_EQ(whole.look(text), State::whole);
    EXPECT_EQ(whole.end(), value.size());
    ValueEnd grown;
    State state = State::open;
    for (std::size_t size = 1; size <= text.size() && state == State::open; ++size) {
      state = grown.look(std::string_view(text).substr(0, size));
    }
    EXPECT_EQ(state, State::whole);
    EXPECT_EQ(grown.end(), value.size());
  }
}

// A sparse file, or one whose writer was stopped, has zeros where text should be.
TEST(ValueEnd, AHoleEndsTheValueHoweverItArrives) {
  const std::string few(63, '\0');
  const std::string hole(64, '\0');
  struct Case {
    std::string text;
    State state;
    std::size_t end;
  };
  for (const Case& c : {
           Case{"{\"a\": \"b" + few + "\"}", State::whole, 8 + 63 + 2},
           Case{"{\"a\": \"" + few + "\\n" + few + "\"}", State::whole, 7 + 128 + 2},
           Case{"{\"a\": \"b" + hole + "\"}", State::broken, 8 + 63},
           Case{"{\"a\": " + hole, State::broken, 6},
       }) {
    for (std::size_t step = 1; step <= c.text.size(); ++step) {
      ValueEnd grown;
      State state = State::open;
      for (std::size_t size = step; state == State::open; size += step) {
        state = grown.look(std::string_view(c.text).substr(0, size));
        ASSERT_LT(size, c.text.size() + step);
      }
      EXPECT_EQ(state, c.state) << step;
      EXPECT_EQ(grown.end(), c.end) << step;
    }
  }
}

TEST(ValueEnd, SeenBytesCanBeDropped) {
  const std::string text = R"({"a\\\"": ["x", {"y": "z"}], "b": "\"}"})"
                           "tail";
  for (std::size_t step = 1; step < text.size(); ++step) {
    ValueEnd value;
    std::size_t from = 0;
    State state = State::open;
    for (std::size_t to = step; state == State::open; to += step) {
      ASSERT_LE(from, text.size());
      state = value.look(std::string_view(text).substr(from, to - from));
      from += value.end();
      value.drop_seen();
    }
    EXPECT_EQ(state, State::whole);
    EXPECT_EQ(from, text.size() - 4) << step;
  }
}

TEST(ValueEnd, BracketsMustMatch) {
  struct Case {
    const char* text;
    std::size_t at;
  };
  for (const Case& c :
       {Case{"[1}", 2}, {"{\"a\": [}]}", 7}, {"]", 0}, {",", 0}, {"1{", 1}}) {
    ValueEnd value;
    EXPECT_EQ(value.look(c.text), State::broken) << c.text;
    EXPECT_EQ(value.end(), c.at) << c.text;
  }
}

TEST(ValueEnd, DepthIsNoLimit) {
  const std::string text = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  ValueEnd value;
  EXPECT_EQ(value.look(text), State::whole);
  EXPECT_EQ(value.end(), text.size());
}

}  // namespace
}  // namespace capaudit
