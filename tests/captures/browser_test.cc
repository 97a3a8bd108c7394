// SPDX-License-Identifier: Apache-2.0
// captures/browser: the packets against nginx's log, and the HAR of the same session
// against the packets.
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "analyzer/cross/cross_check.h"

namespace capaudit {
namespace {

constexpr std::string_view kFolder = CAPAUDIT_SOURCE_ROOT "/captures/browser/";

Analysis analyzed_both() {
  Result<Analysis> analysis = analyze(
      {std::string(kFolder) + "session.har", std::string(kFolder) + "session.pcapng"},
      {});
  EXPECT_TRUE(analysis.ok());
  return analysis ? *std::move(analysis) : Analysis();
}

std::uint64_t total_of(const Half& half) {
  return half.head_bytes.value_or(0) + half.framing_bytes.value_or(0) +
         half.encoded_bytes.value_or(0);
}

std::string request_of(const Exchange& exchange) {
  return exchange.client.substr(exchange.client.view().rfind(':') + 1) + " " +
         exchange.method + " " + exchange.url + " " +
         std::to_string(exchange.status.value_or(0));
}

TEST(Browser, ThePacketsAreWhatTheServerLogged) {
  const Analysis analysis = analyzed_both();
  std::multimap<std::string, std::pair<std::uint64_t, std::uint64_t>> seen;
  for (const Exchange& exchange : analysis.exchanges) {
    if (exchange.capture == 1) {
      EXPECT_EQ(exchange.state, State::complete);
      seen.emplace(request_of(exchange),
                   std::pair(total_of(*exchange.request), total_of(*exchange.response)));
    }
  }
  std::multimap<std::string, std::pair<std::uint64_t, std::uint64_t>> logged;
  simdjson::dom::parser parser;
  const simdjson::dom::element log = parser.load(std::string(kFolder) + "expected.json");
  for (const simdjson::dom::element row : log["requests"].get_array()) {
    std::string request = std::to_string(std::uint64_t(row["client_port"]));
    for (const char* key : {"method", "url"}) {
      request += " " + std::string(std::string_view(row[key]));
    }
    request += " " + std::to_string(std::uint64_t(row["status"]));
    logged.emplace(request, std::pair(std::uint64_t(row["request_bytes"]),
                                      std::uint64_t(row["response_bytes"])));
  }
  EXPECT_EQ(seen, logged);
}

TEST(Browser, TheHarDiffersOnlyWhereItsExporterIsKnownTo) {
  const Analysis analysis = analyzed_both();
  const Result<CrossCheck> check = cross_check(analysis);
  ASSERT_TRUE(check.ok());
  EXPECT_EQ(check->pairs.size(), 12u);
  EXPECT_EQ(check->entries_alone.size(), 4u);
  for (const CrossSingle& single : check->entries_alone) {
    EXPECT_EQ(single.reason, "answered by a cache");
  }
  EXPECT_TRUE(check->exchanges_alone.empty());
  for (const CrossField& field : check->fields) {
    EXPECT_EQ(field.unexplained, 0u) << field.name;
  }
  EXPECT_EQ(check->unexplained(), 0u);
  // The HEAD that was answered 304 is the one entry without sizes to know that by.
  std::size_t statuses = 0;
  for (const CrossPair& pair : check->pairs) {
    for (const CrossDifference& difference : pair.differences) {
      EXPECT_EQ(difference.field, "status");
      EXPECT_EQ(difference.har, "200");
      EXPECT_EQ(difference.packets, "304");
      EXPECT_EQ(pair.entry->method, "HEAD");
      ++statuses;
    }
  }
  EXPECT_EQ(statuses, 1u);
}

}  // namespace
}  // namespace capaudit
