// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/utf16_source.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/ingest/intake.h"
#include "tests/support/memory_source.h"

namespace capaudit {
namespace {

using namespace std::string_literals;

std::string read_all(const std::string& text, ByteOrder order, std::size_t at_most) {
  const Bytes bytes = as_bytes(text);
  MemorySource source({bytes.begin(), bytes.end()}, at_most);
  Window window(source);
  const std::unique_ptr<ByteSource> utf8 = utf16_source(window, order);
  std::string out;
  Buffer buffer(3);
  while (true) {
    const Result<std::size_t> got = utf8->read(buffer);
    if (!got || *got == 0) {
      return out;
    }
    out += as_text(Bytes(buffer).first(*got));
  }
}

TEST(Utf16Source, BothOrdersGiveUtf8) {
  const std::string little = "a\0\xe9\0\xac\x20\x3d\xd8\x00\xde"s;
  std::string big;
  for (std::size_t i = 0; i < little.size(); i += 2) {
    big += {little[i + 1], little[i]};
  }
  const std::string wanted = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";  // U+1F600 last
  for (const std::size_t at_most : {std::size_t{1}, std::size_t{3}, SIZE_MAX}) {
    EXPECT_EQ(read_all(little, ByteOrder::little, at_most), wanted);
    EXPECT_EQ(read_all(big, ByteOrder::big, at_most), wanted);
  }
}

TEST(Utf16Source, HalvesBecomeReplacements) {
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(read_all("\x3d\xd8"s, ByteOrder::little, SIZE_MAX), replacement);
  EXPECT_EQ(read_all("\x00\xde"s, ByteOrder::little, SIZE_MAX), replacement);
  EXPECT_EQ(read_all("\x3d\xd8z\0"s, ByteOrder::little, SIZE_MAX), replacement + "z");
  EXPECT_EQ(read_all("a\0b"s, ByteOrder::little, SIZE_MAX), "a" + replacement);
}

TEST(Utf16Source, AHarInUtf16IsAHar) {
  const std::string har = R"({"log": {"entries": []}})";
  for (const bool mark : {false, true}) {
    std::string text = mark ? "\xff\xfe"s : ""s;
    for (const char c : har) {
      text += {c, '\0'};
    }
    const Bytes bytes = as_bytes(text);
    Intake intake("x", memory_file({bytes.begin(), bytes.end()}), {});
    EXPECT_TRUE(holds_har(intake));
    EXPECT_TRUE(as_text(intake.content().peek(100)).ends_with(har));
  }
  const Bytes text = as_bytes("\xff\xfeh\0i\0");
  Intake other("x", memory_file({text.begin(), text.end()}), {});
  EXPECT_FALSE(holds_har(other));
}

}  // namespace
}  // namespace capaudit
