// SPDX-License-Identifier: Apache-2.0
// What a body says about its neighbours: next links of OData (v2 verbose, v3, v4) and
// Atom, calls of Bayeux; bodies after the examples of their specifications.
#include <string_view>

#include <gtest/gtest.h>

#include "decoders/formats/decode.h"

namespace capaudit {
namespace {

Decoded decoded(std::string_view body, bool request = false) {
  Hints hints;
  hints.is_request = request;
  return decode(as_bytes(body), hints, {});
}

TEST(NextLink, IsWhereEachVersionOfODataHasIt) {
  struct Case {
    std::string_view body, expected;
  };
  for (
      const Case& one : {
          Case{
              R"({"@odata.context":"$metadata#C","value":[],"@odata.nextLink":"C?$skiptoken=5"})",
              "C?$skiptoken=5"},
          {R"({"odata.metadata":"$metadata#C","value":[],"odata.nextLink":"http://a/C?$skip=5"})",
           "http://a/C?$skip=5"},
          {R"j({"d":{"results":[{"__metadata":{"uri":"C(1)"}}],"__next":"http://a/C?$skip=1"}})j",
           "http://a/C?$skip=1"},
          {R"({"@odata.context":"$metadata#C","value":[{"@odata.nextLink":"inner"}]})",
           ""},
          {R"({"next":"http://a/2","items":[]})", ""},
      }) {
    EXPECT_EQ(decoded(one.body).next_link, one.expected) << one.body;
  }
}

TEST(NextLink, OfAFeedIsTheFeedsOwn) {
  EXPECT_EQ(
      decoded(R"(<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/1"/>)"
              R"(<entry><link rel="next" href="/entry"/></entry>)"
              R"(<link rel="next" href="/feed?a=1&amp;b=2"/></feed>)")
          .next_link,
      "/feed?a=1&b=2");
  EXPECT_EQ(decoded(R"(<feed xmlns="http://www.w3.org/2005/Atom"><entry>)"
                    R"(<link rel="next" href="/entry"/></entry></feed>)")
                .next_link,
            "");
}

TEST(BayeuxCalls, AskAnswerAndDeliverEachForThemselves) {
  const Decoded asked = decoded(
      R"([{"channel":"/meta/connect","clientId":"C","id":"4","connectionType":"long-polling"},)"
      R"({"channel":"/news","clientId":"C","id":"5","data":{}}])",
      true);
  ASSERT_EQ(asked.calls.size(), 2u);
  EXPECT_EQ(asked.calls[0].kind, CallKind::command);
  EXPECT_EQ(asked.calls[0].client_id, "C");
  EXPECT_EQ(asked.calls[1].kind, CallKind::publish);
  const Decoded answered =
      decoded(R"([{"channel":"/meta/connect","id":"4","successful":true},)"
              R"({"channel":"/news","id":"5","successful":false,"error":"403::denied"},)"
              R"({"channel":"/news","id":"5","data":{"n":1}}])");
  ASSERT_EQ(answered.calls.size(), 3u);
  EXPECT_EQ(answered.calls[0].kind, CallKind::result);
  EXPECT_EQ(answered.calls[1].kind, CallKind::fault);
  EXPECT_EQ(answered.calls[2].kind, CallKind::publish);
  EXPECT_EQ(find_answer(asked.calls[0], answered.calls), &answered.calls[0]);
  EXPECT_EQ(find_answer(asked.calls[1], answered.calls), &answered.calls[1]);
  EXPECT_EQ(asked.call_bytes().own + asked.call_bytes().shared,
            std::string_view(R"([{"channel":"/meta/connect","clientId":"C","id":"4",)"
                             R"("connectionType":"long-polling"},)"
                             R"({"channel":"/news","clientId":"C","id":"5","data":{}}])")
                .size());
}

}  // namespace
}  // namespace capaudit
