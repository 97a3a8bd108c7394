// SPDX-License-Identifier: Apache-2.0
#include "reports/page/answers.h"

#include <gtest/gtest.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

Answers answers_of(const Analysis& analysis) {
  const Selected selected = select(analysis, Selection());
  const ReportOptions options;
  const ReportExtras extras;
  return first_answers({selected.analysis, selected.exchanges, options, extras});
}

/// Two exchanges, the first of which sets up the second.
Analysis cold_call() {
  Analysis analysis = sample_analysis(2);
  Operation operation;
  operation.number = 1;
  operation.anchor = 1;
  operation.kind = OperationKind::amf_handshake;
  operation.rules = 1u << static_cast<unsigned>(OperationKind::amf_handshake);
  operation.start = Start::cold;
  operation.parts = {{0, PartRole::setup}, {1, PartRole::main}};
  analysis.operations = {operation};
  return analysis;
}

TEST(FirstAnswers, CountTheRequestsOfAColdCall) {
  const Analysis analysis = cold_call();
  const Answers out = answers_of(analysis);
  ASSERT_EQ(out.answers.size(), 2u);
  EXPECT_EQ(out.answers[0].answer.rfind("2 with what a first call sets up, 1 without", 0),
            0u)
      << out.answers[0].answer;
  ASSERT_EQ(out.answers[0].links.size(), 2u);
  EXPECT_EQ(out.answers[0].links[1].id, exchange_anchor(analysis.exchanges[1]));
  EXPECT_EQ(out.answers[1].links[0].id, "checks");
}

TEST(FirstAnswers, SayNothingOfCallsThatAreNotWhole) {
  Analysis analysis = cold_call();
  analysis.operations[0].complete = false;
  EXPECT_TRUE(answers_of(analysis).answers.empty());
}

TEST(FirstAnswers, SayNothingOfWarmCalls) {
  Analysis analysis = cold_call();
  analysis.operations[0].start = Start::warm;
  EXPECT_TRUE(answers_of(analysis).answers.empty());
}

}  // namespace
}  // namespace capaudit
