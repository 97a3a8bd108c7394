// SPDX-License-Identifier: Apache-2.0
// Whole audits of made captures: verdicts, scenarios and their errors.
#include "tests/analyzer/audit/made_audit.h"

namespace capaudit {
namespace {

TEST_F(MadeAudit, TimesAreJudgedByTheirMedian) {
  std::vector<Entry> entries;
  for (int i = 0; i < 12; ++i) {
    entries.push_back({"http://h.example/a", 100.0 + i, kRows});
  }
  write("made.har", har(entries));
  const std::string time = "scenario = \"a\"\nmetric = \"total_time\"\nvalue = ";
  // The middle of 100 to 111; ranks 3 and 10 of 12 are 102 and 109.
  write("made.har", har([&] {
          entries.push_back({"http://h.example/b", 1, "[]"});
          return entries;
        }()));
  const ClaimVerdict inside = judge_one(time + "\"0.1 s\"\n");
  EXPECT_EQ(inside.kind, VerdictKind::supported);
  EXPECT_NEAR(inside.chosen.measured.low, 102, 0.6);
  EXPECT_NEAR(inside.chosen.measured.middle, 105.5, 1e-6);
  EXPECT_NEAR(inside.chosen.measured.high, 109, 0.6);
  EXPECT_EQ(inside.chosen.measured.n, 12u);
  EXPECT_EQ(inside.exchanges.size(), 12u);
  EXPECT_EQ(judge_one(time + "\"200 ms\"\n").kind, VerdictKind::contradicted);
  EXPECT_EQ(judge_one(time + "\"105 ms\"\n").kind, VerdictKind::inconclusive);
  EXPECT_EQ(judge_one(time + "\"105 ms\"\ntolerance = \"10%\"\n").kind,
            VerdictKind::supported);
}

TEST_F(MadeAudit, FourRunsOfATimeAreTooFewAndOneSizeIsEnough) {
  write("made.har",
        har(alternating(4, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  EXPECT_EQ(
      judge_one("scenario = \"a\"\nmetric = \"total_time\"\nvalue = \"9 s\"\n").kind,
      VerdictKind::inconclusive);
  const std::string size = "scenario = \"a\"\nmetric = \"content_bytes\"\nvalue = \"" +
                           std::to_string(kRows.size()) + " bytes\"\n";
  EXPECT_EQ(judge_one(size).kind, VerdictKind::supported);
}

TEST_F(MadeAudit, ARatioNeedsTheSameRows) {
  const std::string ratio =
      "scenario = \"a\"\nmetric = \"content_bytes\"\nrelative_to = { scenario = \"b\" }\n"
      "value = \"90%\"\ntolerance = \"20%\"\n";
  write("made.har", har(alternating(2, {"http://h.example/a", 10, kRows},
                                    {"http://h.example/b", 10, kSameRows})));
  const ClaimVerdict same = judge_one(ratio);
  EXPECT_EQ(same.kind, VerdictKind::supported);
  EXPECT_TRUE(same.chosen.name.empty()) << same.chosen.name;
  EXPECT_NEAR(same.chosen.measured.middle,
              static_cast<double>(kRows.size()) / static_cast<double>(kSameRows.size()),
              1e-9);

  write("made.har", har(alternating(2, {"http://h.example/a", 10, kRows},
                                    {"http://h.example/b", 10, kOtherRows})));
  const ClaimVerdict other = judge_one(ratio);
  EXPECT_NE(other.chosen.name.find("per row"), std::string::npos) << other.chosen.name;
  ASSERT_FALSE(outcome_.audit->findings.empty());
  EXPECT_EQ(outcome_.audit->findings[0].code, "rows_differ");

  write("made.har", har(alternating(2, {"http://h.example/a", 10, kRows},
                                    {"http://h.example/b", 10, "{\"x\":1}"})));
  const ClaimVerdict none = judge_one(ratio);
  EXPECT_EQ(none.kind, VerdictKind::inconclusive) << "no rows, no ratio";
  EXPECT_FALSE(none.chosen.missing.empty());
}

TEST_F(MadeAudit, TheSameRowsEncodedAgainAreAReference) {
  write("made.har",
        har(alternating(1, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  const ClaimVerdict verdict = judge_one(
      "scenario = \"a\"\nmetric = \"content_bytes\"\n"
      "relative_to = { as = \"json\" }\nvalue = \"100%\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::supported) << verdict.chosen.missing;
}

TEST_F(MadeAudit, WhatIsNotThereIsNeverAPass) {
  write("made.har",
        har(alternating(8, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  for (const char* lines :
       {"scenario = \"b\"\nmetric = \"rows\"\nvalue = 0\nop = \"<=\"\n",
        "scenario = \"b\"\nmetric = \"bytes_per_row\"\nvalue = \"0 B\"\nop = \">=\"\n"}) {
    SCOPED_TRACE(lines);
    const VerdictKind kind = judge_one(lines).kind;
    EXPECT_NE(kind, VerdictKind::supported);
    EXPECT_NE(kind, VerdictKind::supported_one_reading);
  }
}

TEST_F(MadeAudit, ZeroTakesPartInNoRatio) {
  write("made.har", har(alternating(8, {"http://h.example/a", 10, kRows, 0},
                                    {"http://h.example/b", 10, kSameRows, 5})));
  const ClaimVerdict verdict = judge_one(
      "scenario = \"b\"\nmetric = \"transfer_time\"\nrelative_to = { scenario = \"a\" }\n"
      "op = \">\"\nvalue = \"1 x\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
  EXPECT_EQ(
      judge_one("scenario = \"a\"\nmetric = \"transfer_time\"\nvalue = \"0 s\"\n").kind,
      VerdictKind::supported);
}

TEST_F(MadeAudit, AParseTimeOfAnotherEngineIsNotJudged) {
  write("made.har",
        har(alternating(1, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  const ClaimVerdict verdict =
      judge_one("scenario = \"a\"\nmetric = \"parse_time\"\nvalue = \"1.3 s\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
  EXPECT_GT(verdict.chosen.measured.n, 0u);
  EXPECT_EQ(judge_one("scenario = \"a\"\nmetric = \"parse_time\"\nengine = \"capaudit\"\n"
                      "value = \"1.3 s\"\n")
                .kind,
            VerdictKind::contradicted);
}

TEST_F(MadeAudit, ClientMemoryIsNotObservable) {
  write("made.har",
        har(alternating(1, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  const ClaimVerdict verdict =
      judge_one("metric = \"client_memory\"\nvalue = \"110 MB\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::not_observable);
  EXPECT_FALSE(verdict.chosen.missing.empty());
}

TEST_F(MadeAudit, ErrorsOfScenariosHaveTheirPlace) {
  write("made.har", har({{"http://h.example/a"}}));
  const AuditOutcome empty =
      audit(scenarios() +
            "[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"a\"\n"
            "metric = \"requests\"\nvalue = 1\n");
  ASSERT_EQ(empty.errors.size(), 1u);
  EXPECT_EQ(empty.errors[0].place.line, 6u);
  EXPECT_NE(empty.errors[0].what.find("matches no exchange"), std::string::npos);
  EXPECT_FALSE(empty.audit);

  const AuditOutcome missing = audit(
      "[[scenario]]\nid = \"a\"\ncaptures = [\"made.har\", \"mad.har\", \"x*.pcap\"]\n"
      "[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"a\"\nmetric = \"requests\"\n"
      "value = 1\n");
  ASSERT_EQ(missing.errors.size(), 2u);
  EXPECT_EQ(missing.errors[0].place.line, 3u);
  EXPECT_EQ(missing.errors[0].place.column, 25u);
  EXPECT_NE(missing.errors[0].what.find("did you mean 'made.har'"), std::string::npos);
  EXPECT_NE(missing.errors[1].what.find("no file matches"), std::string::npos);
}

TEST_F(MadeAudit, ACaptureOfTwoScenariosIsAnalysedOnce) {
  write("made.har",
        har(alternating(3, {"http://h.example/a", 10, kRows}, {"http://h.example/b"})));
  judge_one("scenario = \"a\"\nmetric = \"requests\"\nvalue = 1\n");
  EXPECT_EQ(outcome_.audit->analysis.captures.size(), 1u);
  ASSERT_EQ(outcome_.audit->scenarios.size(), 2u);
  EXPECT_EQ(outcome_.audit->scenarios[0].scenario.runs.size(), 3u);
  EXPECT_EQ(outcome_.audit->scenarios[1].scenario.runs.size(), 3u);
}

TEST_F(MadeAudit, WindowsAndCapturesAreRunsToo) {
  std::vector<Entry> entries(20, {"http://h.example/a", 10, kRows});
  write("made.har", har(entries));
  const std::string start = "[[scenario]]\nid = \"a\"\ncaptures = [\"made.har\"]\nrun = ";
  const std::string claim =
      "\n[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"a\"\nmetric = \"requests\"\n"
      "value = ";
  const AuditOutcome whole = audit(start + "\"capture\"" + claim + "20\n");
  ASSERT_TRUE(whole.audit);
  EXPECT_EQ(whole.audit->verdicts[0].kind, VerdictKind::supported);
  const AuditOutcome windows = audit(start + "{ seconds = 5 }" + claim + "5\n");
  ASSERT_TRUE(windows.audit);
  EXPECT_EQ(windows.audit->verdicts[0].kind, VerdictKind::supported);
  EXPECT_EQ(windows.audit->verdicts[0].chosen.measured.n, 3u)
      << "the last of four windows is cut off by the end";
}

TEST_F(MadeAudit, AnAuditSaysTheSameEveryTime) {
  write("made.har", har(alternating(9, {"http://h.example/a", 12, kRows},
                                    {"http://h.example/b", 10, kSameRows})));
  const std::string ratio =
      "scenario = \"a\"\nmetric = \"total_time\"\nrelative_to = { scenario = \"b\" }\n"
      "value = \"20% slower\"\n";
  const ClaimVerdict first = judge_one(ratio);
  const ClaimVerdict second = judge_one(ratio);
  EXPECT_EQ(first.kind, second.kind);
  EXPECT_EQ(first.chosen.measured.low, second.chosen.measured.low);
  EXPECT_EQ(first.kind, VerdictKind::supported_one_reading)
      << "more time, not less speed";
}

}  // namespace
}  // namespace capaudit
