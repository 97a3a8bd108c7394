// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/zip_archive.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/byte_writer.h"
#include "tests/support/memory_source.h"
#include "tests/support/zip_file.h"

namespace capaudit {
namespace {

/// An archive over bytes in memory, handed out `at_most` at a time.
class Opened {
 public:
  explicit Opened(Buffer bytes, std::size_t at_most = 100)
      : source_(std::move(bytes), at_most), window_(source_), archive_(window_, 0) {}

  /// The HAR, or the reason why there is none.
  std::string har() {
    std::string text;
    Buffer block(7);
    while (true) {
      const Result<std::size_t> count = archive_.read(block);
      if (!count) {
        return "error: " + count.error().what;
      }
      if (*count == 0) {
        return text;
      }
      text += as_text(block).substr(0, *count);
    }
  }
  Result<Buffer> member(const std::string& name, std::uint64_t most = 1000) {
    return archive_.read(name, most);
  }

 private:
  MemorySource source_;
  Window window_;
  ZipArchive archive_;
};

bool is_error(const std::string& har, std::string_view what) {
  return har.starts_with("error: ") && har.find(what) != std::string::npos;
}

TEST(ZipArchive, TheHarIsReadAndItsFilesByName) {
  Opened zip(zip_file(
      {{"a.txt", "first"}, {"some.HAR", "{\"log\": {}}"}, {"b.bin", "second", false}}));
  EXPECT_EQ(zip.har(), "{\"log\": {}}");
  for (const auto& [name, content] : {std::pair("a.txt", "first"), {"b.bin", "second"}}) {
    const Result<Buffer> member = zip.member(name);
    ASSERT_TRUE(member) << name;
    EXPECT_EQ(as_text(*member), content);
  }
}

TEST(ZipArchive, ACommentBehindTheArchiveIsNoDamage) {
  EXPECT_EQ(Opened(zip_file({{"x.har", "{}"}}, "PK\5\6 and more")).har(), "{}");
}

TEST(ZipArchive, OnlyNamesOfMembersAreRead) {
  Opened zip(zip_file({{"x.har", "{}"}, {"../up", "no"}, {"in/side", "no"}}));
  ASSERT_EQ(zip.har(), "{}");
  for (const char* name :
       {"../up", "in/side", "/etc/passwd", "..", ".", "", "a\\b", "a\nb"}) {
    const Result<Buffer> member = zip.member(name);
    ASSERT_FALSE(member) << name;
    EXPECT_EQ(member.error().code, ErrorCode::unsupported) << name;
  }
  const Result<Buffer> absent = zip.member("absent.txt");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::io);
}

TEST(ZipArchive, AMemberIsReadUpToItsBound) {
  Opened zip(zip_file({{"x.har", "{}"}, {"zeros", std::string(1 << 20, '\0')}}));
  ASSERT_EQ(zip.har(), "{}");
  EXPECT_TRUE(zip.member("zeros", 1 << 20));
  const Result<Buffer> member = zip.member("zeros", (1 << 20) - 1);
  ASSERT_FALSE(member);
  EXPECT_EQ(member.error().code, ErrorCode::limit);
}

TEST(ZipArchive, AMemberWithAWrongChecksumIsDamaged) {
  Opened zip(zip_file({{"x.har", "{}"}, {"bad", "content", true, true}}));
  ASSERT_EQ(zip.har(), "{}");
  const Result<Buffer> member = zip.member("bad");
  ASSERT_FALSE(member);
  EXPECT_EQ(member.error().code, ErrorCode::malformed);
  EXPECT_TRUE(is_error(Opened(zip_file({{"x.har", "{}", true, true}})).har(), "CRC"));
}

TEST(ZipArchive, OneHarIsExpected) {
  EXPECT_TRUE(is_error(Opened(zip_file({{"a.txt", "x"}})).har(), "without a HAR"));
  EXPECT_TRUE(
      is_error(Opened(zip_file({{"a.har", "x"}, {"b.har", "y"}})).har(), "several HAR"));
}

TEST(ZipArchive, WhatDeclaresTooManyMembersIsRefused) {
  std::string headers;
  for (int i = 0; i < 65536; ++i) {
    headers += "PK\1\2";
  }
  EXPECT_TRUE(
      is_error(Opened(zip_file({{"x.har", headers, false}}), SIZE_MAX).har(), "65535"));
  // APPNOTE 4.3.15: the locator stands before the end record.
  ByteWriter zip64(false);
  zip64.text("PK\3\4").text("PK\6\7").zeros(16).text("PK\5\6").zeros(18);
  EXPECT_TRUE(is_error(Opened(zip64.out).har(), "zip64"));
}

TEST(ZipArchive, EveryPartOfAnArchiveFailsCleanly) {
  const Buffer whole = zip_file({{"x.har", "{\"log\": {}}"}, {"a", "first"}});
  ASSERT_TRUE(is_zip(whole));
  for (std::size_t size = 4; size < whole.size(); ++size) {
    Opened zip(Buffer(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_TRUE(is_error(zip.har(), "zip archive is damaged")) << size;
    EXPECT_FALSE(zip.member("a")) << size;
  }
}

}  // namespace
}  // namespace capaudit
