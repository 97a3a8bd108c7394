// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/segment.h"

#include <unordered_set>

#include <gtest/gtest.h>

#include "tests/support/packets.h"

namespace capaudit {
namespace {

TEST(IpAddress, IsWrittenAsRfc5952Says) {
  struct Case {
    const char* given;
    const char* text;
  };
  const Case cases[] = {
      {"192.0.2.1", "192.0.2.1"},
      {"0.0.0.0", "0.0.0.0"},
      {"255.255.255.255", "255.255.255.255"},
      {"2001:0db8:0:0:0:0:0:1", "2001:db8::1"},
      {"2001:db8:0:0:0:0:2:1", "2001:db8::2:1"},
      {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},  // 4.2.2: not a single group
      {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},           // 4.2.3: the longest
      {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},     // 4.2.3: the first
      {"2001:DB8:AAAA::CCCC", "2001:db8:aaaa::cccc"},
      {"::", "::"},
      {"::1", "::1"},
      {"fe80::", "fe80::"},
      {"1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"},
      {"0:0:3:4:5:6:0:0", "::3:4:5:6:0:0"},
      {"::ffff:192.0.2.33", "::ffff:192.0.2.33"},  // 5
      {"0:1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(to_string(address_of(c.given)), c.text);
  }
}

TEST(Endpoint, HasItsPortBehindTheAddress) {
  EXPECT_EQ(to_string(endpoint_of("192.0.2.1:80")), "192.0.2.1:80");
  EXPECT_EQ(to_string(endpoint_of("[2001:db8::1]:65535")), "[2001:db8::1]:65535");
}

TEST(Endpoint, HashesEqualsEquallyAndSpreadsOthers) {
  const std::hash<Endpoint> hash;
  EXPECT_EQ(hash(endpoint_of("[::1]:80")), hash(endpoint_of("[0::1]:80")));
  Endpoint v4 = endpoint_of("0.0.0.0:80");
  Endpoint v6 = v4;
  v6.address.v6 = true;
  EXPECT_NE(hash(v4), hash(v6));
  std::unordered_set<std::size_t> seen;
  for (unsigned port = 0; port < 1000; ++port) {
    v4.port = static_cast<std::uint16_t>(port);
    seen.insert(hash(v4) % 65536);
  }
  EXPECT_GT(seen.size(), 900u);  // 992 are expected of a random function
}

}  // namespace
}  // namespace capaudit
