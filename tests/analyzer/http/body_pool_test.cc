// SPDX-License-Identifier: Apache-2.0
// Results do not depend on how many threads examine the bodies.
#include "analyzer/http/body_pool.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

BodyTask task(std::uint32_t exchange, std::string_view text, bool is_request = false) {
  BodyTask out;
  out.exchange = exchange;
  out.is_request = is_request;
  const Bytes bytes = as_bytes(text);
  out.encoded.assign(bytes.begin(), bytes.end());
  return out;
}

std::string describe(const std::vector<BodyFacts>& results) {
  std::string out;
  for (const BodyFacts& result : results) {
    const Facts& facts = result.facts;
    out += std::to_string(result.exchange) +
           (result.is_request ? " asks " : " answers ") +
           (facts.format ? std::string(to_string(*facts.format)) : "?") + " " +
           std::to_string(facts.content_bytes.value_or(0)) + " " +
           std::to_string(facts.rows.value_or(0)) + "\n";
  }
  return out;
}

std::string table(unsigned rows) {
  std::string out = "[";
  for (unsigned i = 0; i < rows; ++i) {
    out += (i > 0 ? "," : "") + ("{\"a\":" + std::to_string(i)) + ",\"b\":true}";
  }
  return out + "]";
}

std::vector<BodyFacts> examine(unsigned threads) {
  BodyPool pool(threads);
  for (std::uint32_t i = 0; i < 200; ++i) {
    // The first are the largest, so that they are ready last.
    pool.submit(task(i, i % 3 == 0 ? "text" : table(2 + (200 - i) * 3), i % 2 == 0));
  }
  return pool.finish();
}

TEST(BodyPool, GivesResultsInTheOrderOfTheTasks) {
  const std::vector<BodyFacts> results = examine(4);
  ASSERT_EQ(results.size(), 200u);
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].exchange, i);
    EXPECT_EQ(results[i].is_request, i % 2 == 0);
  }
  EXPECT_EQ(results[1].facts.rows, 2u + 199 * 3);
  EXPECT_EQ(results[0].facts.content_bytes, 4u);
}

TEST(BodyPool, AnyNumberOfThreadsGivesTheSame) {
  const std::string alone = describe(examine(0));
  EXPECT_EQ(describe(examine(1)), alone);
  EXPECT_EQ(describe(examine(2)), alone);
  EXPECT_EQ(describe(examine(8)), alone);
}

TEST(BodyPool, WithoutTasksThereAreNoResults) {
  BodyPool none(3);
  EXPECT_TRUE(none.finish().empty());
}

TEST(BodyPool, MayBeLeftBeforeItsTasksAreDone) {
  BodyPool pool(2);
  for (std::uint32_t i = 0; i < 50; ++i) {
    pool.submit(task(i, table(200)));
  }
}

TEST(BodyPool, ABodyLargerThanTheQueueIsLetIn) {
  BodyPool pool(2);
  const std::string large(70u << 20, 'a');
  pool.submit(task(1, large));
  pool.submit(task(2, "text"));
  const std::vector<BodyFacts> results = pool.finish();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].facts.content_bytes, large.size());
}

}  // namespace
}  // namespace capaudit
