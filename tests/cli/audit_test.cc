// SPDX-License-Identifier: Apache-2.0
// capaudit audit as a user runs it: exit codes, places of errors, every form of output.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program_folder.h"
#include "tests/support/conversation.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

class AuditCommand : public ProgramFolder {
 protected:
  void SetUp() override {
    ProgramFolder::SetUp();
    write("good.toml", claims("requests", "2"));
    write("wrong.toml", claims("requests", "3"));
    write("open.toml", claims("render_time", "\"3 s\""));
  }

  /// All exchanges of a.pcap as one run.
  static std::string claims(const std::string& metric, const std::string& value) {
    return "title = \"Made <up>\"\n[[scenario]]\nid = \"s\"\ncaptures = [\"a.pcap\"]\n"
           "run = \"capture\"\n[[claim]]\nid = \"c\"\nsays = \"a & b\"\nscenario = "
           "\"s\"\n"
           "metric = \"" +
           metric + "\"\nvalue = " + value + "\n";
  }
};

TEST_F(AuditCommand, ExitCodesSayWhatWasFound) {
  EXPECT_EQ(run({"audit", "good.toml"}).code, 0);
  EXPECT_EQ(run({"audit", "wrong.toml"}).code, 1);
  EXPECT_EQ(run({"audit", "open.toml"}).code, 0);
  EXPECT_EQ(run({"audit", "open.toml", "--strict"}).code, 4);
  EXPECT_EQ(run({"audit"}).code, 2);
  EXPECT_EQ(run({"audit", "none.toml"}).code, 2);
  write("zeros.pcap", std::string(1000, '\0'));
  std::string zeros = claims("requests", "2");
  zeros.replace(zeros.find("a.pcap"), 6, "zeros.pcap");
  write("zeros.toml", zeros);
  EXPECT_EQ(run({"audit", "zeros.toml"}).code, 3);
}

TEST_F(AuditCommand, AReportVerifiesWithTheClaimsFileItWasMadeFromAndNoOther) {
  EXPECT_EQ(run({"audit", "good.toml", "-o", "v.html"}).code, 0);
  EXPECT_EQ(run({"verify", "v.html"}).code, 0);
  // What it claims is the same; the file is not.
  write("good.toml", claims("requests", "2") + "# one line more\n");
  const ProgramOutcome outcome = run({"verify", "v.html"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("claims file good.toml is another file: SHA-256 "));
}

TEST_F(AuditCommand, ErrorsOfTheFileHaveLineColumnAndAGuess) {
  write("typo.toml",
        "[[scenario]]\nid = \"s\"\ncaptures = [\"b.pcap\"]\n"
        "[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"t\"\n"
        "metric = \"reqests\"\nvalue = 2\n");
  const ProgramOutcome outcome = run({"audit", "typo.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("typo.toml:3:13: there is no capture 'b.pcap'"));
  EXPECT_THAT(outcome.err, HasSubstr("typo.toml:7:12: no scenario has the id 't'"));
  EXPECT_THAT(outcome.err, HasSubstr("typo.toml:8:10: no metric is named 'reqests'; did "
                                     "you mean 'requests'?"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(AuditCommand, AFloodOfErrorsIsCutAndTheRestCounted) {
  std::string text = claims("requests", "2");
  for (int i = 0; i < 20000; ++i) {
    text += "unknown_" + std::to_string(i) + " = 1\n";
  }
  write("flood.toml", text);
  const ProgramOutcome outcome = run({"audit", "flood.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 101);
  EXPECT_THAT(outcome.err, HasSubstr("flood.toml: and 19900 more errors\n"));
}

TEST_F(AuditCommand, EveryFormSaysTheVerdict) {
  EXPECT_THAT(run({"audit", "wrong.toml"}).out, HasSubstr("contradicted  c\n"));
  EXPECT_THAT(run({"audit", "wrong.toml", "--color", "always"}).out,
              HasSubstr("\x1b[31mcontradicted"));
  EXPECT_THAT(run({"audit", "wrong.toml", "--json"}).out,
              HasSubstr("\"verdict\":\"contradicted\""));
  for (const char* name : {"v.json", "v.xml", "v.md", "v.html", "v.txt"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(run({"audit", "wrong.toml", "-o", name, "-q"}).code, 1);
    EXPECT_THAT(read(name), HasSubstr("contradicted"));
  }
  EXPECT_THAT(read("v.xml"), HasSubstr("<failure message=\"contradicted: "));
  EXPECT_THAT(read("v.xml"), HasSubstr("a &amp; b"));
  const std::string page = read("v.html");
  EXPECT_THAT(page, HasSubstr("Made &lt;up&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("TOPSECRET")));
  EXPECT_THAT(page, HasSubstr("Which claims fell?</dt><dd>1 of 1 claim"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#claim-1\">c</a>"));
  EXPECT_EQ(run({"audit", "wrong.toml", "-o", "v.pdf"}).code, 2);
}

/// Three answers of 8 bytes; of the second, 4 were sent but not captured.
constexpr std::string_view kHole = R"(>>>
GET /a HTTP/1.1
Host: h.example

<<<
HTTP/1.1 200 OK
Content-Length: 8

whole  1\
>>>
GET /a HTTP/1.1
Host: h.example

<<<
HTTP/1.1 200 OK
Content-Length: 8

hole\
<<< missing
gone\
>>>
GET /a HTTP/1.1
Host: h.example

<<<
HTTP/1.1 200 OK
Content-Length: 8

whole  3\
)";

TEST_F(AuditCommand, DamagedExchangesAreLeftOutAndEveryFormSaysSo) {
  const auto conversation = parse_conversation(kHole);
  ASSERT_TRUE(conversation.ok()) << conversation.error().what;
  Random random(1);
  write("hole.pcap", std::string(as_text(capture_of(*conversation, Shape(), random))));
  write("hole.toml",
        "[[scenario]]\nid = \"s\"\ncaptures = [\"hole.pcap\"]\n"
        "[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"s\"\n"
        "metric = \"encoded_bytes\"\nvalue = \"8 bytes\"\n");
  constexpr const char* kLeftOut = "1 damaged exchange of 's' left out, with 1 run";
  const ProgramOutcome text = run({"audit", "hole.toml"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("supported  c\n"));
  EXPECT_THAT(text.out, HasSubstr("it is the same in 2 runs, 8 B"));
  EXPECT_THAT(text.out, HasSubstr(std::string("  left out   ") + kLeftOut));
  EXPECT_THAT(text.out, HasSubstr("truncated_bodies"));
  const std::string json = run({"audit", "hole.toml", "--json"}).out;
  EXPECT_THAT(json, HasSubstr("\"left_out\":\"" + std::string(kLeftOut) + "\""));
  EXPECT_THAT(json, HasSubstr("\"exchanges\":[\"hole.pcap#1\",\"hole.pcap#3\"]"));
  EXPECT_THAT(json, HasSubstr("\"damaged\":1"));
  for (const char* name : {"h.md", "h.html"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(run({"audit", "hole.toml", "-o", name, "-q"}).code, 0);
  }
  EXPECT_THAT(read("h.md"), HasSubstr(kLeftOut));
  EXPECT_THAT(read("h.html"), HasSubstr("1 damaged exchange of &#39;s&#39; left out"));
  EXPECT_EQ(run({"audit", "hole.toml", "--strict"}).code, 4);
}

// What a reader asks first stands first; what one only looks things up in stands last.
TEST_F(AuditCommand, ThePageIsInReadingOrder) {
  ASSERT_EQ(run({"audit", "good.toml", "-o", "page.html"}).code, 0);
  const std::string page = read("page.html");
  std::size_t before = 0;
  for (const char* id : {"verdicts", "summary", "claims", "quality", "requests", "ledger",
                         "scenarios", "method", "raw-data"}) {
    const std::size_t at = page.find("id=\"" + std::string(id) + "\"");
    ASSERT_NE(at, std::string::npos) << id;
    EXPECT_LT(before, at) << id;
    before = at;
  }
}

TEST_F(AuditCommand, BatchesOfEnginesAreCountedAsForParse) {
  write("rows.har", R"({"log":{"version":"1.2","creator":{"name":"t","version":"1"},
    "entries":[{"startedDateTime":"2024-01-01T00:00:00.000Z","time":1,
    "request":{"method":"GET","url":"http://h.example/rows","httpVersion":"HTTP/1.1",
    "headers":[],"queryString":[],"cookies":[],"headersSize":50,"bodySize":0},
    "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],
    "cookies":[],"redirectURL":"","headersSize":50,"bodySize":17,
    "content":{"size":17,"mimeType":"application/json","text":"[{\"n\":1},{\"n\":2}]"}},
    "cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}})");
  std::string timed = claims("parse_time", "\"1 s\"\nengine = \"capaudit\"");
  timed.replace(timed.find("a.pcap"), 6, "rows.har");
  write("timed.toml", timed);
  EXPECT_THAT(run({"audit", "timed.toml"}).out, HasSubstr(" timed batches"));
  // How many are kept is certain only where it is said how many are set aside.
  for (const char* runs : {"25", "41"}) {
    EXPECT_THAT(run({"audit", "timed.toml", "--runs", runs, "--warmup", "2"}).out,
                HasSubstr("of " + std::string(runs) + " timed batches"));
  }
  EXPECT_EQ(run({"audit", "timed.toml", "--runs", "many"}).code, 2);
  EXPECT_EQ(run({"audit", "timed.toml", "--timeout", "3"}).code, 2) << "no programs";
}

TEST_F(AuditCommand, TheSameInputGivesTheSameBytes) {
  EXPECT_EQ(run({"audit", "wrong.toml", "--json", "-j", "1"}).out,
            run({"audit", "wrong.toml", "--json", "-j", "4"}).out);
}

}  // namespace
}  // namespace capaudit
