// SPDX-License-Identifier: Apache-2.0
// Groups and figures from packets: whole conversations, several at a time, worked out by
// hand. Frames are 1 ms apart; a connection begins with the three of its handshake.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/metrics/metric.h"
#include "tests/analyzer/operations/made.h"

namespace capaudit {
namespace {

using Groups = std::vector<std::string>;

std::optional<double> of(const std::string& metric, const Analysis& analysis,
                         std::size_t operation) {
  const std::vector<std::uint32_t> parts =
      exchanges_of(analysis.operations[operation], true);
  return measure(*find_metric(metric), {analysis, parts}).value;
}

const char* const kPages = R"(>>>
GET /t?$top=2 HTTP/1.1
Host: a.example

<<<
HTTP/1.1 200 OK
x-ms-continuation-NextPartitionKey: p1
Content-Type: application/json
Content-Length: 31

[{"a":1,"b":2},{"a":3,"b":4}]  \
>>>
GET /t?$top=2&NextPartitionKey=p1 HTTP/1.1
Host: a.example

<<<
HTTP/1.1 200 OK
Content-Type: application/json
Content-Length: 31

[{"a":5,"b":6},{"a":7,"b":8}]  \
===
)";

TEST(FromPackets, APullIsOneOperationWithItsRowsBytesAndTimes) {
  const Analysis analysis = analysis_of({{kPages}});
  ASSERT_EQ(groups_of(analysis), (Groups{"paging: 1 page, 2 page"}));
  EXPECT_EQ(of("requests", analysis, 0), 2);
  EXPECT_EQ(of("messages", analysis, 0), 2);
  EXPECT_EQ(of("unanswered", analysis, 0), 0);
  EXPECT_EQ(of("rows", analysis, 0), 4);
  EXPECT_EQ(of("columns", analysis, 0), 2);
  EXPECT_EQ(of("encoded_bytes", analysis, 0), 62);
  EXPECT_EQ(of("bytes_per_row", analysis, 0), 15.5);
  const std::optional<double> busy = of("busy_time", analysis, 0);
  const std::optional<double> think = of("think_time", analysis, 0);
  const std::optional<double> total = of("total_time", analysis, 0);
  ASSERT_TRUE(busy && think && total);
  EXPECT_NEAR(*busy + *think, *total, 1e-6);
  // From the SYN-ACK's ACK less the handshake to the last answer: one connection.
  const Exchange& first = analysis.exchanges[0];
  const Exchange& last = analysis.exchanges[1];
  EXPECT_NEAR(
      *total,
      static_cast<double>(*last.response->last_ns - *first.request->first_ns) / 1e6 +
          *first.time.connect,
      1e-6);
  EXPECT_EQ(of("connect_time", analysis, 0), first.time.connect);
}

TEST(FromPackets, PullsOfTwoUsersInterleave) {
  const Analysis analysis = analysis_of({{kPages, 50000, 0}, {kPages, 50001, 1}});
  EXPECT_EQ(groups_of(analysis),
            (Groups{"paging: 1 page, 3 page", "paging: 2 page, 4 page"}));
}

TEST(FromPackets, ARedirectToAnotherConnectionAndARefusal) {
  const Analysis analysis = analysis_of({{R"(>>>
GET /old HTTP/1.1
Host: a.example

<<<
HTTP/1.1 301 Moved Permanently
Location: http://b.example/new
Content-Length: 0

===
)",
                                          50000, 0},
                                         {R"(>>>
GET /new HTTP/1.1
Host: b.example

<<<
HTTP/1.1 401 Unauthorized
WWW-Authenticate: Basic realm="x"
Content-Length: 0

>>>
GET /new HTTP/1.1
Host: b.example
Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==

<<<
HTTP/1.1 200 OK
Content-Length: 2

ok\
===
)",
                                          50001, 100}});
  ASSERT_EQ(groups_of(analysis), (Groups{"redirect: 1 redirect, 2 challenge, 3"}));
  EXPECT_EQ(grouped_because(analysis.operations[0]),
            std::string(kOperationRules[2].because) + "; " +
                std::string(kOperationRules[3].because));
  EXPECT_EQ(operation_name(analysis, analysis.operations[0]), "GET http://b.example/new");
}

TEST(FromPackets, ACaptureThatEndsEarlyLeavesASeriesOpen) {
  std::string cut(kPages);
  cut.resize(cut.find(">>>", 4));
  const Analysis analysis = analysis_of({{cut + "=== open\n"}});
  EXPECT_EQ(groups_of(analysis), (Groups{"paging open: 1 page"}));
}

TEST(FromPackets, BayeuxMessagesAreAnsweredOneByOne) {
  const Analysis analysis = analysis_of({{R"(>>>
POST /b HTTP/1.1
Host: a.example
Content-Type: application/json
Content-Length: 119

[{"channel":"/n","clientId":"C","id":"1","data":{"x":1}},{"channel":"/n","clientId":"C","id":"2","data":{"x":2}}]      \
<<<
HTTP/1.1 200 OK
Content-Type: application/json
Content-Length: 48

[{"channel":"/n","id":"2","successful":true}]   \
===
)"}});
  ASSERT_EQ(analysis.operations.size(), 1u);
  EXPECT_EQ(groups_of(analysis), (Groups{"batch unknown: 1"}));
  EXPECT_EQ(of("messages", analysis, 0), 2);
  EXPECT_EQ(of("answered", analysis, 0), 1);
  EXPECT_EQ(of("unanswered", analysis, 0), 1);
}

/// The time of grouping grows with the number of exchanges, not with its square: what
/// waits for ever under one key costs no more than its limit.
TEST(Bounds, ManyRequestsThatWaitForTheSameAreCheap) {
  Made made;
  for (int i = 0; i < 20000; ++i) {
    made.get("http://a/old", 302).answering("Location", "/new").on(1);
    made.get("http://a/t?$top=5").answering("x-ms-continuation-NextRowKey", "r");
    made.get("http://a/f", 206)
        .asking("Range", "bytes=0-")
        .answering("Content-Range", "bytes " + std::to_string(2 * i) + "-" +
                                        std::to_string(2 * i) + "/99999999");
  }
  EXPECT_GT(made.groups().size(), 40000u);
}

TEST(Bounds, TheSameExchangesGiveTheSameGroups) {
  Made made;
  for (int i = 0; i < 50; ++i) {
    const auto connection = static_cast<std::uint32_t>(i * 7 % 5);
    made.get("http://a/x", i % 3 == 0 ? 302 : 200).on(connection);
    if (i % 3 == 0) {
      made.answering("Location", "/x");
    }
  }
  EXPECT_EQ(made.groups(), made.groups());
}

}  // namespace
}  // namespace capaudit
