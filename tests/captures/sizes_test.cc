// SPDX-License-Identifier: Apache-2.0
// Sizes of what was really sent: the captured rows written again in the captured format
// give the captured bytes, and every byte of a difference has a cause. At every row count
// that the capture holds the written body is as large as the captured one.
#include "analyzer/rows/sizes.h"

#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "analyzer/payloads.h"
#include "tests/captures/expected.h"

namespace capaudit {
namespace {

SizesInput input_of(const Analysis& analysis, Payload& payload) {
  SizesInput input;
  input.id = exchange_id(analysis, *payload.exchange);
  input.target = payload.exchange->url;
  input.content_type = payload.half().content_type.value_or("");
  input.content = std::move(payload.content);
  return input;
}

/// At most `most` of the answers with rows, spread over the capture.
std::vector<Payload> answers_with_rows(const Analysis& analysis, std::size_t most) {
  std::vector<const Exchange*> wanted;
  for (const Exchange& exchange : analysis.exchanges) {
    constexpr std::uint64_t kFewBytes = 160'000;  // what costs more shows nothing more
    if (exchange.response && exchange.response->facts.rows.value_or(0) > 0 &&
        exchange.response->facts.content_bytes.value_or(0) < kFewBytes) {
      wanted.push_back(&exchange);
    }
  }
  const std::size_t step = wanted.size() / most + 1;
  std::vector<const Exchange*> spread;
  for (std::size_t i = 0; i < wanted.size(); i += step) {
    spread.push_back(wanted[i]);
  }
  return fetch_payloads(analysis, {}, spread, false);
}

void expect_explained(const Sizes& sizes) {
  const Reproduction& made = sizes.reproduction;
  const std::int64_t difference = static_cast<std::int64_t>(made.captured_bytes) -
                                  static_cast<std::int64_t>(made.written_bytes);
  const std::int64_t explained = std::accumulate(
      made.differences.begin(), made.differences.end(), std::int64_t{0},
      [](std::int64_t sum, const SizeDifference& one) { return sum + one.bytes; });
  EXPECT_EQ(explained, difference) << sizes.id;
  EXPECT_FALSE(made.writer.empty()) << sizes.id << " " << to_string(sizes.format);
}

/// Answers with rows of a capture; how many of them came out byte for byte.
std::map<std::string, std::pair<int, int>> expect_all_explained(const char* folder,
                                                                const char* name) {
  const Analysis analysis = analyze_capture(folder, name);
  std::map<std::string, std::pair<int, int>> identical;
  SizesOptions options;
  options.ladder = false;
  options.encodings = false;
  for (Payload& payload : answers_with_rows(analysis, 20)) {
    EXPECT_EQ(payload.problem, "");
    const std::string id = exchange_id(analysis, *payload.exchange);
    const Result<Sizes> sizes = measure_sizes(input_of(analysis, payload), options);
    if (!sizes) {
      ADD_FAILURE() << id << ": " << sizes.error().what;
      continue;
    }
    expect_explained(*sizes);
    EXPECT_EQ(sizes->digest, payload.half().facts.digest) << id;
    auto& [same, all] = identical[std::string(to_string(sizes->format))];
    same += sizes->reproduction.identical ? 1 : 0;
    ++all;
  }
  return identical;
}

TEST(Sizes, CensusJsonAndAmf3AreReproducedByteForByte) {
  auto identical = expect_all_explained("census", "plain.pcapng");
  EXPECT_EQ(identical["json"].first, identical["json"].second);
  EXPECT_EQ(identical["amf3"].first, identical["amf3"].second);
  EXPECT_GE(identical["json"].second, 5);
  EXPECT_GE(identical["amf3"].second, 3);
}

TEST(Sizes, TheLadderIsReproducedAtEveryRowCount) {
  const Analysis analysis = analyze_capture("census", "ladder.pcapng");
  std::vector<const Exchange*> exchanges;
  for (const Exchange& exchange : analysis.exchanges) {
    exchanges.push_back(&exchange);
  }
  const std::vector<PayloadGroup> groups = group_payloads(exchanges);
  ASSERT_EQ(groups.size(), 4u);
  for (const PayloadGroup& group : groups) {
    SCOPED_TRACE(group.name);
    std::vector<Payload> payloads =
        fetch_payloads(analysis, {}, {group.exchanges.front()}, false);
    SizesInput input = input_of(analysis, payloads[0]);
    for (const Exchange* exchange : group.exchanges) {
      MeasuredSize measured;
      measured.rows = *exchange->response->facts.rows;
      measured.bytes = *exchange->response->facts.content_bytes;
      input.measured.push_back(measured);
    }
    SizesOptions options;
    options.encodings = false;
    const Result<Sizes> sizes = measure_sizes(input, options);
    ASSERT_TRUE(sizes) << sizes.error().what;
    EXPECT_EQ(sizes->rows, 12'400u);
    EXPECT_TRUE(sizes->reproduction.identical);
    ASSERT_EQ(sizes->curves[0].name, kCapturedForm);
    std::map<std::uint64_t, std::uint64_t> written;
    for (const SizePoint& point : sizes->curves[0].points) {
      written[point.rows] = point.bytes;
    }
    std::size_t compared = 0;
    for (const MeasuredSize& measured : sizes->measured) {
      if (measured.rows > 0) {
        EXPECT_EQ(written[measured.rows], measured.bytes) << measured.rows << " rows";
        ++compared;
      }
    }
    EXPECT_GE(compared, 26u);  // one JSON row alone is no table
  }
}

TEST(Sizes, EveryByteOfOtherServersHasACause) {
  expect_all_explained("remoting", "amf.pcapng.zst");
  expect_all_explained("remoting", "soap.pcapng.zst");
  expect_all_explained("azure", "formats.pcapng.zst");
  expect_all_explained("azure", "json.pcapng.zst");
}

}  // namespace
}  // namespace capaudit
