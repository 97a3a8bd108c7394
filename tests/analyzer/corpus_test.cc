// SPDX-License-Identifier: Apache-2.0
// Captures that others made, with what tshark 4.0.17 counts in them. Each difference must
// stand in tests/data/corpus/explained.tsv with exactly our value and the reason found in
// the bytes, and each ledger sums up.
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "tests/support/analyzed.h"

namespace capaudit {
namespace {

using Path = std::filesystem::path;
using Counts = std::map<std::string, std::uint64_t>;

struct Range {
  std::uint64_t low = 0, high = 0;
};

Counts count(const Analysis& analysis) {
  Counts counts{{"http_requests", 0},
                {"http_responses", 0},
                {"http2_requests", 0},
                {"http2_responses", 0}};
  for (const Exchange& exchange : analysis.exchanges) {
    const std::string name = exchange.protocol.starts_with("HTTP/2") ? "http2" : "http";
    counts[name + "_requests"] += exchange.method.empty() ? 0u : 1u;
    counts[name + "_responses"] += exchange.status ? 1u : 0u;
  }
  return counts;
}

std::optional<std::uint64_t> number(simdjson::dom::element from, std::string_view key) {
  std::uint64_t value = 0;
  if (from[key].get(value) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return value;
}

// What tshark counts, with the ways of counting between which it is undecided.
Range oracle_range(simdjson::dom::element oracle, const std::string& quantity) {
  Range out;
  out.low = out.high = number(oracle, quantity).value_or(0);
  simdjson::dom::array pair;
  if (oracle["range"][quantity].get(pair) == simdjson::SUCCESS && pair.size() == 2) {
    out.low = std::uint64_t(pair.at(0));
    out.high = std::uint64_t(pair.at(1));
  }
  simdjson::dom::element flat;
  if (oracle["no_desegmentation"].get(flat) == simdjson::SUCCESS) {
    if (const auto value = number(flat, quantity)) {
      out.low = std::min(out.low, *value);
      out.high = std::max(out.high, *value);
    }
  }
  if (quantity == "http_requests") {
    out.low -= std::min(out.low, number(oracle, "http_requests_not_on_tcp").value_or(0));
  }
  return out;
}

std::map<std::pair<std::string, std::string>, std::uint64_t> explained() {
  std::map<std::pair<std::string, std::string>, std::uint64_t> out;
  std::ifstream table(source_root() / "tests/data/corpus/explained.tsv");
  std::string line;
  while (std::getline(table, line)) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    std::vector<std::string> cells;
    std::size_t at = 0;
    for (std::size_t tab = line.find('\t'); tab != std::string::npos;
         tab = line.find('\t', at)) {
      cells.push_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    EXPECT_EQ(cells.size(), 3u) << line;
    EXPECT_GT(line.size(), at) << "no reason: " << line;
    if (cells.size() == 3) {
      out[{cells[0], cells[1]}] = std::stoull(cells[2]);
    }
  }
  return out;
}

TEST(Corpus, CountsWhatTsharkCountsOrExplainsWhyNot) {
  const Path corpus = corpus_folder();
  if (corpus.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  auto reasons = explained();
  std::size_t compared = 0;
  for (const Path& path : corpus_files("pcap", "")) {
    const std::string name = path.filename().string();
    SCOPED_TRACE(name);
    const Result<Analysis> analysis = analyze({path.string()}, {});
    ASSERT_TRUE(analysis.ok()) << analysis.error().what;
    expect_ledgers_sum_up(*analysis);
    simdjson::dom::parser parser;
    simdjson::dom::element oracle;
    if (parser.load((corpus / "oracle" / (name + ".json")).string()).get(oracle) !=
        simdjson::SUCCESS) {
      continue;
    }
    for (const auto& [quantity, ours] : count(*analysis)) {
      const Range range = oracle_range(oracle, quantity);
      ++compared;
      if (ours >= range.low && ours <= range.high) {
        continue;
      }
      const auto reason = reasons.find({name, quantity});
      EXPECT_TRUE(reason != reasons.end() && reason->second == ours)
          << quantity << ": " << ours << ", tshark " << range.low << " to " << range.high;
      if (reason != reasons.end()) {
        reasons.erase(reason);
      }
    }
  }
  EXPECT_GT(compared, 0u);
  for (const auto& [key, value] : reasons) {
    ADD_FAILURE() << key.first << " " << key.second << ": explained, but no difference";
  }
}

}  // namespace
}  // namespace capaudit
