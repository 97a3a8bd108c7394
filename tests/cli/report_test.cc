// SPDX-License-Identifier: Apache-2.0
// Reports and their verification, as users run them.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program_folder.h"

namespace capaudit {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ReportProgram : public ProgramFolder {
 protected:
  /// Replaces the first `from` in a file.
  void change(const std::string& name, const std::string& from, const std::string& to) {
    std::string text = read(name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(name, text.replace(at, from.size(), to));
  }
};

TEST_F(ReportProgram, TheReportIsWholeAndTheSameEachTime) {
  const ProgramOutcome outcome = run({"report", "a.pcap"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("wrote report.html"));
  const std::string first = read("report.html");
  EXPECT_THAT(first, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("</html>"),
                           Not(HasSubstr("TOPSECRET"))));
  EXPECT_EQ(run({"report", "a.pcap"}).code, 0);
  EXPECT_EQ(read("report.html"), first);
  EXPECT_EQ(files(), 2u) << "no temporary file is left";
}

TEST_F(ReportProgram, WithoutGnuplotTheReportSaysSo) {
  Setting setting;
  setting.path = "/nowhere";
  const ProgramOutcome outcome = run({"report", "a.pcap"}, setting);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("gnuplot is not installed"));
  EXPECT_THAT(read("report.html"),
              AllOf(HasSubstr("No chart: gnuplot is not installed"), HasSubstr("</html>"),
                    Not(HasSubstr("class=\"plot\""))));
}

TEST_F(ReportProgram, TheDateOfAReportIsTheOneThatIsGiven) {
  Setting setting;
  setting.environment = {"SOURCE_DATE_EPOCH=86400"};
  EXPECT_EQ(run({"report", "a.pcap"}, setting).code, 0);
  EXPECT_THAT(read("report.html"), HasSubstr("1970-01-02 00:00:00"));
  setting.environment = {"SOURCE_DATE_EPOCH=soon"};
  EXPECT_EQ(run({"report", "a.pcap"}, setting).code, 2);
}

TEST_F(ReportProgram, FormsByTheExtension) {
  EXPECT_EQ(run({"report", "a.pcap", "-o", "r.json"}).code, 0);
  EXPECT_THAT(read("r.json"),
              AllOf(StartsWith("{\"capaudit\":"), Not(HasSubstr("TOPSECRET"))));
  EXPECT_EQ(run({"report", "a.pcap", "-o", "r.md"}).code, 0);
  EXPECT_THAT(read("r.md"), AllOf(StartsWith("# a.pcap"), Not(HasSubstr("TOPSECRET"))));
}

TEST_F(ReportProgram, DataGoWhereTheyAreSent) {
  EXPECT_EQ(run({"report", "a.pcap", "--data", "side"}).code, 0);
  EXPECT_THAT(read("report.html"),
              AllOf(HasSubstr("report.data.json"), Not(HasSubstr("id=\"data\""))));
  EXPECT_THAT(read("report.data.json"),
              AllOf(HasSubstr("\"exchanges_embedded\":2"), Not(HasSubstr("TOPSECRET"))));
  EXPECT_EQ(run({"report", "a.pcap", "--data", "none", "-o", "n.html"}).code, 0);
  EXPECT_THAT(read("n.html"), Not(HasSubstr("id=\"data\"")));
  EXPECT_EQ(run({"report", "a.pcap", "--data", "side", "-o", "-"}).code, 2);
}

TEST_F(ReportProgram, AReportVerifiesInEveryForm) {
  Setting dated;
  dated.environment = {"SOURCE_DATE_EPOCH=86400"};
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {},
           {"--tz", "+02:00", "--title", "a 'b'", "--theme", "dark"},
           {"--select", "status=200"},
           {"-o", "report.json"},
           {"--redact", "strict"}}) {
    std::vector<std::string> words = {"report", "a.pcap"};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run(words, dated).code, 0);
    const bool json = !options.empty() && options.back() == "report.json";
    const ProgramOutcome outcome = run({"verify", json ? "report.json" : "report.html"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("the report says what 1 capture with 2 exchanges give"));
  }
  EXPECT_EQ(run({"report", "a.pcap", "--data", "side"}).code, 0);
  EXPECT_EQ(run({"verify", "report.data.json"}).code, 0);
  EXPECT_EQ(run({"verify", "report.html"}).code, 2);
}

TEST_F(ReportProgram, ParseTimesAreOnRequestAndNotVerified) {
  EXPECT_EQ(run({"report", "a.pcap"}).code, 0);
  EXPECT_THAT(read("report.html"), HasSubstr("capaudit report --parse adds them"));
  Setting bare;  // without node and browsers
  bare.path = "/nowhere";
  EXPECT_EQ(run({"report", "a.pcap", "--parse", "--runs", "20"}, bare).code, 0);
  const std::string page = read("report.html");
  EXPECT_THAT(page, AllOf(HasSubstr("not in the browser of any claim"),
                          HasSubstr("parse from bytes"), HasSubstr("absent")));
  const ProgramOutcome verified = run({"verify", "report.html"}, bare);
  EXPECT_EQ(verified.code, 0) << verified.out;
  EXPECT_EQ(run({"report", "a.pcap", "--parse", "-o", "r.json"}, bare).code, 0);
  EXPECT_EQ(run({"verify", "r.json"}, bare).code, 0);
}

TEST_F(ReportProgram, WhatWasChangedIsFound) {
  EXPECT_EQ(run({"report", "a.pcap"}).code, 0);
  const std::string page = read("report.html");
  change("report.html", "\"encoded_bytes\":21", "\"encoded_bytes\":12");
  ProgramOutcome outcome = run({"verify", "report.html"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("encoded_bytes: 12 in the report, 21 derived"),
                                 HasSubstr("1 difference\n")));
  write("report.html", page);
  change("report.html", "<dd class=\"note\">all complete",
         "<dd class=\"note\">signed by an auditor");
  outcome = run({"verify", "report.html"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("signed by an auditor"));
}

TEST_F(ReportProgram, InputsMustBeTheSameFiles) {
  EXPECT_EQ(run({"report", "a.pcap"}).code, 0);
  std::filesystem::create_directory(folder_ / "moved");
  std::filesystem::rename(folder_ / "a.pcap", folder_ / "moved" / "a.pcap");
  EXPECT_EQ(run({"verify", "report.html"}).code, 3);
  EXPECT_EQ(run({"verify", "report.html", "moved/a.pcap"}).code, 0);
  std::string other = capture_;
  other.back() = static_cast<char>(other.back() ^ 1);
  write("moved/a.pcap", other);
  const ProgramOutcome outcome = run({"verify", "report.html", "moved/a.pcap"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("is another file"));
}

TEST_F(ReportProgram, AReportCannotMakeVerifyWriteOrRunAnything) {
  EXPECT_EQ(run({"report", "a.pcap"}).code, 0);
  const std::string page = read("report.html");
  for (const char* words :
       {"[\"report\",\"a.pcap\",\"-o\",\"PWNED\"",
        "[\"list\",\"a.pcap\",\"-o\",\"PWNED\"", "[\"report\",\"a.pcap\",\"--nonsense\"",
        "[\"\",\"a.pcap\"", "[\"report\",\"/dev/zero\"", "[\"verify\",\"report.html\""}) {
    write("report.html", page);
    change("report.html", "[\"report\",\"a.pcap\"", words);
    EXPECT_NE(run({"verify", "report.html"}).code, 0) << words;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "PWNED"));
  }
  EXPECT_EQ(run({"verify", "a.pcap"}).code, 2);
  EXPECT_EQ(run({"verify", "none"}).code, 3);
  EXPECT_EQ(run({"verify"}).code, 2);
}

}  // namespace
}  // namespace capaudit
