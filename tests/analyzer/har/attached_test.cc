// SPDX-License-Identifier: Apache-2.0
// Bodies in files of their own. tests/data/har/attached was recorded with Playwright; its
// server wrote down what it sent and got.
#include "analyzer/har/attached.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "analyzer/payloads.h"
#include "tests/analyzer/har/har_files.h"
#include "tests/support/memory_source.h"
#include "tests/support/zip_file.h"

namespace capaudit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecorded = CAPAUDIT_SOURCE_ROOT "/tests/data/har/attached/";

void write(const fs::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

/// An entry whose answer, of 5 bytes, is in the file of that name.
std::string naming(std::string_view file) {
  std::string entry = har_entry("x");
  const std::string text = R"("text": "hello")";
  return entry.replace(entry.find(text), text.size(),
                       R"("_file": ")" + std::string(file) + '"');
}

/// A folder of its own, gone afterwards.
class AttachedFiles : public testing::Test {
 protected:
  AttachedFiles() {
    std::string name = (fs::temp_directory_path() / "attached-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~AttachedFiles() override { fs::remove_all(folder_); }

  Analysis analyzed(std::string_view har) {
    write(folder_ / "some.har", har);
    Result<Analysis> analysis = analyze({(folder_ / "some.har").string()}, {});
    EXPECT_TRUE(analysis.ok());
    return analysis ? *std::move(analysis) : Analysis();
  }

  fs::path folder_;
};

TEST_F(AttachedFiles, ABodyBesideTheHarIsReadAndHashed) {
  // SHA-1 of "hello", by sha1sum.
  const std::string name = "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d.txt";
  write(folder_ / name, "hello");
  const Analysis analysis = analyzed(har_file(naming(name) + "," + naming(name)));
  ASSERT_EQ(analysis.exchanges.size(), 2u);
  for (const Exchange& exchange : analysis.exchanges) {
    EXPECT_EQ(exchange.response->facts.format, Format::text);
    EXPECT_EQ(exchange.response->facts.content_bytes, 5u);
    EXPECT_TRUE(exchange.findings.empty()) << exchange.findings.front();
  }
  const SourceInfo& source = analysis.captures[0].source;
  EXPECT_EQ(source.attached_files, 1u);
  EXPECT_EQ(source.attached_bytes, 5u);
  // printf hello > NAME; sha256sum NAME | sha256sum
  EXPECT_EQ(source.attached_sha256,
            "f9e4a7f28fc5b0cd145367c2dca97644969bb453049ae0d0503c4dd773aabd6e");
}

TEST_F(AttachedFiles, WhatCannotBeReadIsAFinding) {
  fs::create_directory(folder_ / "folder");
  fs::create_directory(folder_ / "inner");
  write(folder_ / "inner" / "secret.txt", "hello");
  fs::create_symlink(folder_ / "inner" / "secret.txt", folder_ / "link.txt");
  // SHA-1 of nothing.
  write(folder_ / "da39a3ee5e6b4b0d3255bfef95601890afd80709.txt", "other");
  struct Case {
    const char* name;
    const char* finding;
  };
  for (const Case& c : {
           Case{"absent.txt", "har_attachment_missing"},
           Case{"link.txt", "har_attachment_missing"},
           Case{"inner/secret.txt", "har_attachment_refused"},
           Case{"../some.har", "har_attachment_refused"},
           Case{"/etc/passwd", "har_attachment_refused"},
           Case{"folder", "har_attachment_refused"},
           Case{"..", "har_attachment_refused"},
           Case{"", "har_attachment_refused"},
           Case{"da39a3ee5e6b4b0d3255bfef95601890afd80709.txt", "har_attachment_altered"},
       }) {
    SCOPED_TRACE(c.name);
    const Analysis analysis = analyzed(har_file(naming(c.name)));
    ASSERT_EQ(analysis.exchanges.size(), 1u);
    const Exchange& exchange = analysis.exchanges.front();
    EXPECT_TRUE(has_finding(exchange, c.finding));
    EXPECT_EQ(exchange.response->facts.content_bytes, 5u);
    const bool was_read = std::string_view(c.finding) == "har_attachment_altered";
    EXPECT_EQ(exchange.response->facts.format.has_value(), was_read);
    EXPECT_EQ(analysis.captures[0].source.attached_files, was_read ? 1u : 0u);
  }
}

TEST(Attached, InAZipTheArchivesHashCoversAll) {
  const HarPass pass = read_har_bytes(zip_file(
      {{"har.har",
        har_file(naming("a.txt") + "," + naming("b.txt") + "," + naming("c.txt"))},
       {"a.txt", "hello"},
       {"c.txt", "hello", true, true}}));
  ASSERT_EQ(pass.exchanges.size(), 3u);
  EXPECT_EQ(pass.exchanges[0].response->facts.format, Format::text);
  EXPECT_TRUE(has_finding(pass.exchanges[1], "har_attachment_missing"));
  EXPECT_TRUE(has_finding(pass.exchanges[2], "har_attachment_damaged"));
  EXPECT_EQ(pass.capture.source.compression, "zip");
  EXPECT_EQ(pass.capture.source.attached_files, 1u);
  EXPECT_EQ(pass.capture.source.attached_sha256, "");
}

/// Files of 100 bytes, whatever their name.
class Hundreds final : public Attachments {
 public:
  Result<Buffer> read(const std::string& /*name*/, std::uint64_t most) override {
    ++reads;
    if (most < 100) {
      return Error{ErrorCode::limit, most, "more"};
    }
    return Buffer(100);
  }
  bool hashed_with_input() const override { return false; }

  int reads = 0;
};

TEST(Attached, AllTogetherAreBounded) {
  Hundreds files;
  AttachedBodies bodies(files, 250);
  EXPECT_EQ(bodies.read("a", 1000).note, "");
  EXPECT_EQ(bodies.read("a", 99).note, "body_over_cap");  // 99 bytes in vain
  EXPECT_EQ(bodies.read("a", 1000).note, "decoding_limit");
  EXPECT_EQ(bodies.read("a", 1000).note, "decoding_limit");
  SourceInfo info;
  bodies.tell(info);
  EXPECT_EQ(info.attached_files, 1u);
  EXPECT_EQ(info.attached_bytes, 100u);
}

TEST(Attached, PlaywrightsArchiveHoldsWhatTheServerSentAndGot) {
  const std::string zip = std::string(kRecorded) + "session.zip";
  const Result<Analysis> analysis = analyze({zip}, {});
  ASSERT_TRUE(analysis.ok());
  simdjson::dom::parser parser;
  const simdjson::dom::array log =
      parser.load(std::string(kRecorded) + "expected.json")["requests"];
  ASSERT_EQ(analysis->exchanges.size(), log.size());
  std::size_t at = 0;
  for (const simdjson::dom::element row : log) {
    const Exchange& exchange = analysis->exchanges[at++];
    EXPECT_EQ(exchange.method, std::string_view(row["method"]));
    EXPECT_TRUE(exchange.url.ends_with(std::string_view(row["url"])))
        << exchange.url.view();
    for (const bool is_request : {true, false}) {
      const Half& half = is_request ? *exchange.request : *exchange.response;
      const simdjson::dom::element sent = row[is_request ? "request" : "response"];
      EXPECT_EQ(half.encoded_bytes, std::uint64_t(sent["encoded_bytes"]))
          << exchange.url.view();
      EXPECT_EQ(half.facts.content_bytes, std::uint64_t(sent["content_bytes"]))
          << exchange.url.view();
    }
  }
}

// The request stands there with its coding on, the answer without.
TEST(Attached, EachSideTellsWhetherItsCodingIsOn) {
  const std::string zip = std::string(kRecorded) + "session.zip";
  const Result<Analysis> analysis = analyze({zip}, {});
  ASSERT_TRUE(analysis.ok());
  const Exchange& post = analysis->exchanges.back();
  ASSERT_EQ(post.method, "POST");
  EXPECT_EQ(post.request->codings, std::vector<std::string>{"gzip"});
  EXPECT_EQ(post.response->codings, std::vector<std::string>{"gzip"});
  for (const bool is_request : {true, false}) {
    const std::vector<Payload> payloads =
        fetch_payloads(*analysis, {}, {&post}, is_request);
    ASSERT_EQ(payloads.size(), 1u);
    EXPECT_EQ(payloads[0].problem, "");
    EXPECT_EQ(as_text(payloads[0].content),
              is_request ? R"({"say":"grüße","n":[1,2,3]})" : R"({"taken":true})");
  }
}

}  // namespace
}  // namespace capaudit
