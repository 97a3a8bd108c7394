// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conversation.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

TEST(Conversation, LinesEndInCrLfUnlessTheyEndInABackslash) {
  const auto parsed = parse_conversation(
      "# about\n>>>\nGET / HTTP/1.1\n\n# a remark\n<<<\nabc\\\ndef\\n\\\n");
  ASSERT_TRUE(parsed.ok()) << parsed.error().what;
  EXPECT_EQ(parsed->about, " about\n");
  EXPECT_EQ(parsed->stream(Side::client), "GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(parsed->stream(Side::server), "abcdef\n");
}

TEST(Conversation, MarksSayWhatIsMissingAndWhoCloses) {
  const auto parsed = parse_conversation(
      "<<< missing\nab\n<<< fin\n>>> rst\n===\nGET / -> 200\n\nsecond\n");
  ASSERT_TRUE(parsed.ok()) << parsed.error().what;
  ASSERT_EQ(parsed->turns.size(), 3u);
  EXPECT_EQ(parsed->turns[0].kind, Turn::Kind::missing);
  EXPECT_EQ(parsed->turns[0].bytes, "ab\r\n");
  EXPECT_EQ(parsed->turns[1].kind, Turn::Kind::fin);
  EXPECT_EQ(parsed->turns[2].kind, Turn::Kind::reset);
  EXPECT_EQ(parsed->turns[2].side, Side::client);
  EXPECT_EQ(parsed->expected, (std::vector<std::string>{"GET / -> 200", "second"}));
}

TEST(Conversation, EscapesStandForBytes) {
  const auto parsed = parse_conversation(">>>\n\\x41\\r\\n\\t\\0\\\\\\#\\(3:ab)\\\n");
  ASSERT_TRUE(parsed.ok()) << parsed.error().what;
  EXPECT_EQ(parsed->stream(Side::client), std::string("A\r\n\t\0\\#ababab", 13));
}

TEST(Conversation, MistakesAreToldWithTheirLine) {
  struct Case {
    const char* name;
    const char* input;
    std::uint64_t line;
  };
  for (const Case& c :
       {Case{"unknown escape", ">>>\nok\n\\q\n", 3},
        Case{"hex cut off", ">>>\n\\x4\n", 2},
        Case{"repetition without end", ">>>\n\\(3:a\n", 2},
        Case{"unknown mark", ">>> maybe\n", 1}, Case{"data before any mark", "GET\n", 1},
        Case{"data after a close", ">>> fin\nGET\n", 2}}) {
    SCOPED_TRACE(c.name);
    const auto parsed = parse_conversation(c.input);
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().offset, c.line);
  }
}

TEST(Conversation, LibhtpLineEndBeforeAMarkBelongsToTheMark) {
  const Conversation parsed =
      parse_libhtp("ignored\r\n>>>\r\nGET /\r\n\r\n\r\n<<<\r\nHello\r\n<<<\n World!\n");
  ASSERT_EQ(parsed.turns.size(), 3u);
  EXPECT_EQ(parsed.turns[0].bytes, "GET /\r\n\r\n");
  EXPECT_EQ(parsed.turns[1].bytes, "Hello");
  EXPECT_EQ(parsed.turns[2].bytes, " World!\n");
  EXPECT_EQ(parsed.stream(Side::server), "Hello World!\n");
}

}  // namespace
}  // namespace capaudit
