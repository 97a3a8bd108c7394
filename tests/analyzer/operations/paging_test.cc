// SPDX-License-Identifier: Apache-2.0
// Paging series worked out by hand: continuation headers of Azure Tables, Link, OData and
// Atom next links, numbers; interleaved, retried, left open.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/operations/made.h"

namespace capaudit {
namespace {

using Groups = std::vector<std::string>;

constexpr const char* kTable = "http://a/Census()?$top=1000&$filter=age%20gt%203";

Made& more(Made& made, const std::string& partition, const std::string& row) {
  made.answering("x-ms-continuation-nextpartitionkey", partition);
  return row.empty() ? made : made.answering("x-ms-continuation-NextRowKey", row);
}

TEST(Paging, ContinuationHeadersComeBackAsParameters) {
  Made made;
  more(made.get(kTable), "cA==", "cjI=");
  // Escaped, and in another order.
  more(made.get("http://a/Census()?NextRowKey=cjI%3D&NextPartitionKey=cA%3d%3d&$top=1000"
                "&$filter=age+gt+3"),
       "cB==", "");
  made.get("http://a/Census()?$filter=age%20gt%203&%24top=1000&NextPartitionKey=cB==");
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 2 page, 3 page"}));
}

TEST(Paging, ASeriesThatWasNotFollowedToItsEndIsOpen) {
  Made made;
  more(made.get(kTable), "p1", "");
  more(made.get(std::string(kTable) + "&NextPartitionKey=p1"), "p2", "");
  EXPECT_EQ(made.groups(), (Groups{"paging open: 1 page, 2 page"}));
}

TEST(Paging, AnotherFilterIsAnotherQuery) {
  Made made;
  more(made.get(kTable), "p1", "");
  made.get("http://a/Census()?$top=1000&$filter=age%20gt%204&NextPartitionKey=p1");
  EXPECT_EQ(made.groups(), (Groups{"paging open: 1 page", "single: 2"}));
}

TEST(Paging, PullsThatInterleaveKeepToTheirConnections) {
  Made made;
  const std::string second = std::string(kTable) + "&NextPartitionKey=p1";
  more(made.get(kTable).on(1), "p1", "");
  more(made.get(kTable).on(2), "p1", "");
  made.get(second).on(2);
  made.get(second).on(1);
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 4 page", "paging: 2 page, 3 page"}));
}

TEST(Paging, APageAskedForAgainIsARetryAndNotAPage) {
  Made made;
  const std::string second = std::string(kTable) + "&NextPartitionKey=p1";
  more(made.get(kTable), "p1", "");
  made.get(second, 503);
  made.get(second);
  made.get(second);  // once is enough
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 2 failed_try, 3 page", "single: 4"}));
}

TEST(Paging, LinksAreResolvedAsTheirPageIs) {
  Made made;
  made.get("http://a/v1/list?q=x").answering("Link", "</v1/list?q=x&cursor=2>; rel=next");
  made.get("http://a/v1/list?q=x&cursor=2")
      .answering("Link", "<http://a/>; rel=\"first\", <list?q=x&cursor=3>; rel=\"next\"");
  made.get("http://a/v1/list?q=x&cursor=3").answering("Link", "<http://a/>; rel=first");
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 2 page, 3 page"}));
}

TEST(Paging, NextLinksInBodiesMayNameTheServerAnotherWay) {
  Made made;
  made.get("http://proxy.example/feed")
      .next_link("http://10.0.0.1:8080/feed?$skiptoken=7");
  made.get("http://proxy.example/feed?$skiptoken=7").next_link("?$skiptoken=9");
  made.get("http://proxy.example/feed?$skiptoken=9");
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 2 page, 3 page"}));
}

TEST(Paging, NumbersThatGoOnAreInferred) {
  Made made;
  made.get("http://a/rows?$top=50").rows(50);
  made.get("http://a/rows?$top=50&$skip=50").rows(50);
  made.get("http://a/rows?$top=50&$skip=100").rows(20);
  EXPECT_EQ(made.groups(), (Groups{"paging inferred: 1 page, 2 page, 3 page"}));
}

TEST(Paging, AFullLastPageLeavesAnInferredSeriesOpen) {
  Made made;
  made.get("http://a/rows?page=1").rows(50);
  made.get("http://a/rows?page=2").rows(50);
  EXPECT_EQ(made.groups(), (Groups{"paging inferred open: 1 page, 2 page"}));
}

TEST(Paging, NumbersThatDoNotGoOnAreNoSeries) {
  Made made;
  made.get("http://a/rows?$top=50&$skip=0").rows(50);
  made.get("http://a/rows?$top=50&$skip=100").rows(50);
  made.get("http://a/rows?page=3").rows(50);
  made.get("http://a/rows?page=3").rows(50);
  made.get("http://a/other?page=4").rows(50);
  EXPECT_EQ(made.groups(),
            (Groups{"single: 1", "single: 2", "single: 3", "single: 4", "single: 5"}));
}

TEST(Paging, TwoUsersWithOneQueryKeepToThemselves) {
  Made made;
  made.get("http://a/rows?page=1").rows(9).by("192.0.2.1");
  made.get("http://a/rows?page=2").rows(9).by("192.0.2.7");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2"}));
}

TEST(Paging, APageBehindARedirectStaysInItsSeries) {
  Made made;
  more(made.get(kTable), "p1", "");
  made.get(std::string(kTable) + "&NextPartitionKey=p1", 302).answering("Location", "/m");
  made.get("http://a/m");
  EXPECT_EQ(made.groups(), (Groups{"paging: 1 page, 2 redirect, 3"}));
}

}  // namespace
}  // namespace capaudit
