// SPDX-License-Identifier: Apache-2.0
// Whole audits of made captures whose truth is known: HAR files say their times, so that
// every verdict can be foretold.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <stdlib.h>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/claims_reader.h"

namespace capaudit {
namespace {

struct Entry {
  std::string url;
  double wait = 10;
  std::string body = "[]";
  double receive = 0;
  int status = 200;
  std::string type = "application/json";
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "\"";
}

std::string number(double value) {
  std::string out = std::to_string(value);
  return out;
}

/// One request a second.
std::string har(const std::vector<Entry>& entries) {
  std::string out =
      R"({"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[)";
  int second = 0;
  for (const Entry& one : entries) {
    char start[40];
    std::snprintf(start, sizeof start, "2024-01-01T00:%02d:%02d.000Z", second / 60,
                  second % 60);
    const double receive = one.receive < 0 ? 0 : one.receive;
    out += std::string(second == 0 ? "" : ",") + "{\"startedDateTime\":\"" + start +
           "\",\"time\":" + number(one.wait + receive) +
           ",\"request\":{\"method\":\"GET\",\"url\":" + quoted(one.url) +
           ",\"httpVersion\":\"HTTP/1.1\",\"headers\":[],\"queryString\":[],\"cookies\":"
           "[],\"headersSize\":100,\"bodySize\":0},\"response\":{\"status\":" +
           std::to_string(one.status) +
           ","
           "\"statusText\":\"OK\",\"httpVersion\":\"HTTP/1.1\",\"headers\":[{\"name\":"
           "\"Content-Type\",\"value\":" +
           quoted(one.type) +
           "}],\"cookies\":[],\"content\":"
           "{\"size\":" +
           std::to_string(one.body.size()) +
           ",\"mimeType\":\"application/json\",\"text\":" + quoted(one.body) +
           "},\"redirectURL\":\"\",\"headersSize\":100,\"bodySize\":" +
           std::to_string(one.body.size()) +
           "},\"cache\":{},\"timings\":{\"send\":0,\"wait\":" + number(one.wait) +
           ",\"receive\":" + number(one.receive) + "}}";
    ++second;
  }
  return out + "]}}";
}

class MadeAudit : public testing::Test {
 protected:
  void SetUp() override {
    std::string name =
        (std::filesystem::temp_directory_path() / "capaudit-audit-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  /// Scenarios a (urls with /a) and b (/b) of made.har.
  std::string scenarios() const {
    return "[[scenario]]\nid = \"a\"\ncaptures = [\"made.har\"]\n"
           "select = { url = \"*/a*\" }\n"
           "[[scenario]]\nid = \"b\"\ncaptures = [\"made.har\"]\n"
           "select = { url = \"*/b*\" }\n";
  }

  AuditOutcome audit(const std::string& claims) {
    write("claims.toml", claims);
    ReadClaims read = read_claims((folder_ / "claims.toml").string());
    for (const ClaimsError& error : read.errors) {
      ADD_FAILURE() << error_line("claims.toml", error);
    }
    return run_audit(std::move(read.file), AuditOptions());
  }

  /// The verdict of one claim with these lines.
  ClaimVerdict judge_one(const std::string& lines) {
    outcome_ = audit(scenarios() + "[[claim]]\nid = \"c\"\nsays = \"x\"\n" + lines);
    if (!outcome_.audit) {
      ADD_FAILURE() << (outcome_.errors.empty() ? "unreadable" : outcome_.errors[0].what);
      return {};
    }
    return outcome_.audit->verdicts.at(0);
  }

  std::filesystem::path folder_;
  AuditOutcome outcome_;
};

const std::string kRows = R"([{"n":1,"s":"one"},{"n":2,"s":"two"},{"n":3,"s":"three"}])";
const std::string kSameRows =
    R"({"cols":["n","s"],"items":[[1,"one"],[2,"two"],[3,"three"]]})";
const std::string kOtherRows =
    R"([{"n":7,"s":"one"},{"n":8,"s":"two"},{"n":9,"s":"more"}])";

std::vector<Entry> alternating(int runs, const Entry& a, const Entry& b) {
  std::vector<Entry> out;
  for (int i = 0; i < runs; ++i) {
    out.push_back(a);
    out.push_back(b);
  }
  return out;
}

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

TEST_F(MadeAudit, ChecksFindWhatIsUnfair) {
  struct Case {
    const char* code;
    std::vector<Entry> entries;
    std::string metric = "content_bytes";
  };
  const Entry a{"http://h.example/a", 10, kRows};
  const Entry b{"http://h.example/b", 10, kRows};
  Entry tls = b;
  tls.url = "https://h.example/b";
  Entry cached = b;
  cached.status = 304;
  cached.body = "";
  Entry minimal = a, full = b;
  minimal.type += ";odata=minimalmetadata";
  full.type += ";odata=fullmetadata";
  Entry indented = b;
  indented.body =
      "[\n      {\n        \"n\":1\n      },\n      {\n        \"n\":2\n      }]";
  Entry slow = a;
  slow.wait = 5000;
  std::vector<Entry> far = alternating(6, a, b);
  for (int i = 0; i < 6; ++i) {
    far[static_cast<std::size_t>(2 * i)].wait = 10 + i;
  }
  far.push_back(slow);
  const Case cases[] = {
      {"runs_differ", {a, b, b}},
      {"rows_differ", {a, {"http://h.example/b", 10, kOtherRows}}},
      {"tls_one_side", {a, tls}},
      {"cache_one_side", {a, cached}},
      {"metadata_differs", {minimal, full}},
      {"pretty_printed", {a, indented}},
      {"order_confounded", {a, a, b, b}},
      {"single_run", {a, b}, "total_time"},
      {"outlier_mean", far, "total_time"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.code);
    const auto found = [&](const std::vector<Entry>& entries) {
      write("made.har", har(entries));
      judge_one("scenario = \"a\"\nmetric = \"" + one.metric +
                "\"\nrelative_to = \"b\"\nvalue = \"100%\"\n");
      for (const AuditFinding& finding : outcome_.audit->findings) {
        if (finding.code == one.code) {
          EXPECT_FALSE(finding.remedy.empty());
          EXPECT_EQ(finding.claims, std::vector<std::string>{"c"});
          return true;
        }
      }
      return false;
    };
    EXPECT_TRUE(found(one.entries));
    EXPECT_FALSE(found(alternating(8, a, b))) << "a fair comparison";
  }
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
