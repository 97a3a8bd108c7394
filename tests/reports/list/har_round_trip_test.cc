// SPDX-License-Identifier: Apache-2.0
// Packets written as HAR and read again: the same figures wherever HAR has a field.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reports/json_writer.h"
#include "reports/list/list.h"
#include "reports/record.h"
#include "tests/support/analyzed.h"
#include "tests/support/corpus.h"

namespace capaudit {
namespace {

class Text final : public Output {
 public:
  const std::string& text() {
    flush();
    return text_;
  }

 private:
  bool drain(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }
  std::string text_;
};

AnalyzeOptions with_heads() {
  AnalyzeOptions options;
  options.keep_heads = std::uint64_t{64} << 10;
  return options;
}

Analysis read(const std::string& path) {
  Result<Analysis> analysis = analyze({path}, with_heads());
  EXPECT_TRUE(analysis.ok()) << path;
  return analysis ? *std::move(analysis) : Analysis();
}

std::string as_har(const Analysis& analysis) {
  Text out;
  write_list_har(select(analysis, {}), Redactor(RedactMode::off), {}, out);
  return out.text();
}

std::string as_har_with_bodies(const Analysis& analysis, AnalyzeOptions options) {
  Text out;
  write_list_har_with_bodies(select(analysis, {}), options, out);
  return out.text();
}

// From the opening quote, bracket or letter of a value to behind it. The lists and
// objects it is asked for hold numbers only.
std::size_t value_end(const std::string& text, std::size_t at) {
  const char open = text[at];
  if (open == '"') {
    for (++at; text[at] != '"'; ++at) {
      at += text[at] == '\\' ? 1U : 0U;
    }
    return at + 1;
  }
  return open == '[' || open == '{' ? text.find(open == '[' ? ']' : '}', at) + 1
                                    : text.find_first_of(",}", at);
}

/// What `list` prints of each exchange, less the keys that name a capture or its frames.
std::vector<std::string> records(const Analysis& analysis) {
  std::vector<std::string> lines;
  for (const Exchange& exchange : analysis.exchanges) {
    Text out;
    JsonWriter json(out);
    write_record(analysis, exchange, Redactor(RedactMode::off), json);
    std::string line = out.text();
    for (const char* key : {"id", "capture", "operation", "frames", "wire"}) {
      const std::string name = std::string("\"") + key + "\":";
      for (std::size_t at = 0; (at = line.find(name, at)) != std::string::npos;) {
        line.erase(at, value_end(line, at + name.size()) - at);
      }
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// What belongs together and why.
std::vector<std::string> groups(const Analysis& analysis) {
  std::vector<std::string> lines;
  for (const Operation& operation : analysis.operations) {
    std::string line = std::to_string(static_cast<int>(operation.kind)) + " " +
                       std::string(to_string(operation.start)) + " " +
                       operation_name(analysis, operation);
    for (const Part& part : operation.parts) {
      line += " " + std::to_string(analysis.exchanges[part.exchange].number) +
              std::string(to_string(part.role));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// One line for each exchange whose record changed, the first few of them.
std::string changes(const std::vector<std::string>& before,
                    const std::vector<std::string>& after) {
  std::string text;
  int left = 3;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()) && left > 0; ++i) {
    if (before[i] != after[i]) {
      text += before[i] + "\n" + after[i] + "\n";
      --left;
    }
  }
  return text;
}

void expect_kept(const Analysis& source) {
  const std::vector<std::string> before = records(source);
  const TemporaryFile file(as_bytes(as_har(source)), ".har");
  const Analysis har = read(file.path());
  const std::vector<std::string> after = records(har);
  EXPECT_EQ(after.size(), before.size());
  EXPECT_EQ(changes(before, after), "");
  const TemporaryFile again(as_bytes(as_har(har)), ".har");
  EXPECT_EQ(changes(after, records(read(again.path()))), "");
}

// Operations too: what only bodies tell is there.
void expect_kept_with_bodies(const Analysis& source) {
  const TemporaryFile full(as_bytes(as_har_with_bodies(source, with_heads())), ".har");
  const Analysis with_bodies = read(full.path());
  EXPECT_EQ(changes(records(source), records(with_bodies)), "");
  EXPECT_EQ(groups(with_bodies), groups(source));
}

std::vector<std::filesystem::path> recorded() {
  std::vector<std::filesystem::path> paths;
  for (const auto& item :
       std::filesystem::recursive_directory_iterator(source_root() / "captures")) {
    const std::string name = item.path().filename().string();
    if (name.ends_with(".pcapng") || name.ends_with(".pcapng.zst") ||
        name.ends_with(".har")) {
      paths.push_back(item.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(HarRoundTrip, EveryFigureOfOurCapturesIsKept) {
  const std::vector<std::filesystem::path> paths = recorded();
  EXPECT_GE(paths.size(), 10U);
  for (const std::filesystem::path& path : paths) {
    SCOPED_TRACE(path.string());
    const Analysis source = read(path.string());
    EXPECT_FALSE(source.exchanges.empty());
    expect_kept(source);
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20;  // it takes its time
    if (std::filesystem::file_size(path) <= kMostBytes) {
      expect_kept_with_bodies(source);
    }
  }
}

TEST(HarRoundTrip, EveryFigureOfTheCorpusIsKept) {
  if (corpus_folder().empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  std::size_t exchanges = 0;
  for (const auto& item :
       std::filesystem::recursive_directory_iterator(corpus_folder())) {
    const std::string extension = item.path().extension().string();
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{8} << 20;
    if ((extension != ".pcap" && extension != ".pcapng" && extension != ".cap" &&
         extension != ".har") ||
        !item.is_regular_file() || item.file_size() > kMostBytes) {
      continue;
    }
    SCOPED_TRACE(item.path().string());
    const Result<Analysis> source = analyze({item.path().string()}, with_heads());
    if (source) {
      exchanges += source->exchanges.size();
      expect_kept(*source);
    }
  }
  EXPECT_GT(exchanges, 1000U);
}

/// The bodies of all exchanges, decoded; what cannot be had is empty.
std::vector<Buffer> bodies(const Analysis& analysis) {
  std::vector<WantedBody> wanted(analysis.exchanges.size());
  std::vector<WantedBody*> pointers;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i].id = exchange_id(analysis, analysis.exchanges[i]);
    pointers.push_back(&wanted[i]);
  }
  fetch_bodies(analysis, with_heads(), pointers);
  std::vector<Buffer> out;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Exchange& exchange = analysis.exchanges[i];
    for (const bool is_request : {true, false}) {
      // With a 304 some exporters hold the body that the cache had.
      const bool there = is_request ? exchange.request && wanted[i].request_complete
                                    : exchange.response && exchange.status != 304 &&
                                          wanted[i].response_complete;
      out.push_back(there
                        ? decode_body(body_input(exchange, wanted[i], is_request)).content
                        : Buffer());
    }
  }
  return out;
}

// AMF and gzip'd JSON of our captures: byte for byte, in base64 and as text.
TEST(HarRoundTrip, BodiesAreTheDecodedBytes) {
  for (const char* name :
       {"browser/session.pcapng", "browser/session.har", "census/plain.pcapng"}) {
    SCOPED_TRACE(name);
    const std::filesystem::path path = source_root() / "captures" / name;
    const Analysis source = read(path.string());
    const TemporaryFile file(as_bytes(as_har_with_bodies(source, with_heads())), ".har");
    EXPECT_EQ(bodies(read(file.path())), bodies(source));
  }
}

TEST(HarRoundTrip, TheMemoryForBodiesChangesNothing) {
  const Analysis source =
      read((source_root() / "captures" / "browser" / "session.pcapng").string());
  AnalyzeOptions little = with_heads();
  little.max_memory = 1;  // an exchange at a time
  EXPECT_EQ(as_har_with_bodies(source, little), as_har_with_bodies(source, with_heads()));
}

TEST(HarRoundTrip, ConnectionsOfTwoCapturesStayApart) {
  const std::string path =
      (source_root() / "captures" / "census" / "plain.pcapng").string();
  Result<Analysis> two = analyze({path, path}, with_heads());
  ASSERT_TRUE(two.ok());
  const auto connections = [](const Analysis& analysis) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Exchange& exchange : analysis.exchanges) {
      seen.emplace(exchange.capture, exchange.connection.value_or(0));
    }
    return seen.size();
  };
  const TemporaryFile file(as_bytes(as_har(*two)), ".har");
  EXPECT_EQ(connections(read(file.path())), connections(*two));
}

}  // namespace
}  // namespace capaudit
