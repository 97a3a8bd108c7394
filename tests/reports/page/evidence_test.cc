// SPDX-License-Identifier: Apache-2.0
#include "reports/page/evidence.h"

#include <gtest/gtest.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

char grade(const Analysis& analysis) {
  const Selected selected = select(analysis, Selection());
  const ReportOptions options;
  const ReportExtras extras;
  const ReportInput input{selected.analysis, selected.exchanges, options, extras};
  return grade_of(input, evidence_of(input)).letter;
}

TEST(Evidence, TheWorstLimitMakesTheGrade) {
  Analysis analysis = sample_analysis(3);
  EXPECT_EQ(grade(analysis), 'A');
  analysis.findings.push_back(
      {"capture_point", Severity::note, "near", "", 0, {}, {}, {}, 1});
  EXPECT_EQ(grade(analysis), 'A') << "a note limits nothing";
  analysis.captures[0].connections[0].handshake = false;
  EXPECT_EQ(grade(analysis), 'B');
  analysis.exchanges[1].response->facts.content_bytes.reset();
  EXPECT_EQ(grade(analysis), 'C');
  analysis.captures[0].source.damaged = true;
  EXPECT_EQ(grade(analysis), 'D');
}

TEST(Evidence, MissingBytesWeighMoreThanMissingHandshakes) {
  Analysis analysis = sample_analysis(1);
  analysis.captures[0].connections[0].missing_bytes = 1;
  EXPECT_EQ(grade(analysis), 'C');
}

TEST(Evidence, AnIncompleteExchangeLeavesTheOthersWhole) {
  Analysis analysis = sample_analysis(2);
  analysis.exchanges[0].state = State::unanswered;
  analysis.exchanges[0].response.reset();
  EXPECT_EQ(grade(analysis), 'B');
}

}  // namespace
}  // namespace capaudit
