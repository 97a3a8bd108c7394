// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cross/match.h"

#include <deque>
#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Exchanges that stay where they are, numbered as they are made.
class List {
 public:
  List& add(const std::string& url, std::int64_t start_ms,
            std::optional<int> status = 200) {
    Exchange& exchange = exchanges_.emplace_back();
    exchange.number = static_cast<std::uint32_t>(exchanges_.size());
    exchange.method = "GET";
    exchange.url = url;
    exchange.status = status;
    exchange.time.start_ns = start_ms * kMs;
    pointers_.push_back(&exchange);
    return *this;
  }
  const std::vector<const Exchange*>& all() const { return pointers_; }

 private:
  std::deque<Exchange> exchanges_;
  std::vector<const Exchange*> pointers_;
};

using Numbers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Numbers numbers_of(const Matching& matching) {
  Numbers out;
  for (const auto& [entry, exchange] : matching.pairs) {
    out.emplace_back(entry->number, exchange->number);
  }
  return out;
}

TEST(Match, EqualUrlsAreMatchedInOrderWhateverTheirForm) {
  List har;
  har.add("http://A.test:80/x?q#part", 1000).add("ws://a.test", 1010);
  har.add("http://user:pw@a.test/x?q", 1020);
  List packets;
  packets.add("http://a.test/x?q", 0).add("http://a.test/", 10);
  packets.add("https://a.test:443/x?q", 20);
  const Matching matching = match_exchanges(har.all(), packets.all());
  EXPECT_EQ(numbers_of(matching), (Numbers{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(matching.offset_ns, 1000 * kMs);
}

TEST(Match, TheTimesTellWhichOneHasNoPartner) {
  List har;
  har.add("http://a.test/anchor", 5000).add("http://a.test/x", 5100);
  har.add("http://a.test/x", 5300);
  List packets;
  packets.add("http://a.test/anchor", 0).add("http://a.test/x", 101);
  packets.add("http://a.test/x", 200).add("http://a.test/x", 299);
  const Matching matching = match_exchanges(har.all(), packets.all());
  EXPECT_EQ(numbers_of(matching), (Numbers{{1, 1}, {2, 2}, {3, 4}}));
  ASSERT_EQ(matching.exchanges.size(), 1u);
  EXPECT_EQ(matching.exchanges.front()->number, 3u);

  const Matching turned = match_exchanges(packets.all(), har.all());
  EXPECT_EQ(numbers_of(turned), (Numbers{{1, 1}, {2, 2}, {4, 3}}));
  ASSERT_EQ(turned.entries.size(), 1u);
  EXPECT_EQ(turned.entries.front()->number, 3u);
}

TEST(Match, ARetryIsToldByItsStatus) {
  List har;
  har.add("http://a.test/x", 100, 200);
  List packets;
  packets.add("http://a.test/x", 100, 401).add("http://a.test/x", 110, 200);
  EXPECT_EQ(numbers_of(match_exchanges(har.all(), packets.all())), (Numbers{{1, 2}}));
}

TEST(Match, WhatOnlyOneSideHasStaysAlone) {
  List har;
  har.add("http://a.test/x", 1);
  List packets;
  packets.add("http://a.test/y", 1);
  const Matching matching = match_exchanges(har.all(), packets.all());
  EXPECT_TRUE(matching.pairs.empty());
  EXPECT_EQ(matching.entries.size(), 1u);
  EXPECT_EQ(matching.exchanges.size(), 1u);
  EXPECT_EQ(matching.offset_ns, std::nullopt);
}

}  // namespace
}  // namespace capaudit
