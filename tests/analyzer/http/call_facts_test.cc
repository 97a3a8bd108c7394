// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/call_facts.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

Call call(CallKind kind, const std::string& key, const std::string& id = {},
          const std::string& correlation = {}) {
  Call out;
  out.kind = kind;
  out.key = key;
  out.message_id = id;
  out.correlation_id = correlation;
  return out;
}

std::uint64_t answered(const std::vector<Call>& calls, const std::vector<Call>& answers) {
  return count_answered(call_facts(calls), call_facts(answers));
}

TEST(CallFacts, TextsAreEqualWhereTheirFingerprintsAre) {
  EXPECT_EQ(fingerprint(""), 0u);
  EXPECT_EQ(fingerprint("abc"), fingerprint(std::string("abc")));
  EXPECT_NE(fingerprint("abc"), fingerprint("abd"));
  EXPECT_NE(fingerprint(std::string(1, '\0')), 0u);
}

TEST(CallFacts, CommandsAreKnownByTheirWords) {
  Call ping = call(CallKind::command, "/1");
  ping.name = "client ping";
  EXPECT_EQ(call_facts({ping})[0].act, ChannelAct::ping);
  ping.kind = CallKind::call;  // an operation that happens to be called so
  EXPECT_EQ(call_facts({ping})[0].act, ChannelAct::none);
  ping.kind = CallKind::command;
  ping.name = "trigger connect";
  EXPECT_EQ(call_facts({ping})[0].act, ChannelAct::other);
}

TEST(CallFacts, AnAnswerIsFoundByIdOrByKey) {
  const std::vector<Call> calls = {call(CallKind::call, "/1", "A"),
                                   call(CallKind::call, "/2", "B"),
                                   call(CallKind::call, "/3", "C")};
  EXPECT_EQ(answered(calls, {call(CallKind::result, "/9", "", "B")}), 1u);
  EXPECT_EQ(answered(calls, {call(CallKind::fault, "/3"), call(CallKind::result, "/1")}),
            2u);
  EXPECT_EQ(answered(calls, {}), 0u);
}

TEST(CallFacts, ADeliveryAnswersNothing) {
  EXPECT_EQ(answered({call(CallKind::publish, "/news 1")},
                     {call(CallKind::publish, "/news 1")}),
            0u);
  EXPECT_EQ(
      answered({call(CallKind::publish, "/news 1")}, {call(CallKind::result, "/news 1")}),
      1u);
}

TEST(CallFacts, OfManyCallsTheFirstAreKept) {
  const std::vector<Call> many(kMostCallFacts + 5, call(CallKind::call, "/1"));
  EXPECT_EQ(call_facts(many).size(), kMostCallFacts);
}

}  // namespace
}  // namespace capaudit
