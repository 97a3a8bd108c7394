// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program_folder.h"

namespace capaudit {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Program : public ProgramFolder {};

TEST_F(Program, ExitCodesSayWhatHappened) {
  write("zeros", std::string(1000, '\0'));
  write("cut.pcap", capture_.substr(0, capture_.size() - 5));
  struct Case {
    std::vector<std::string> arguments;
    int code;
    const char* said;  ///< on standard error; empty: nothing
  };
  for (const Case& c : {
           Case{{"list", "a.pcap"}, 0, ""},
           Case{{"info", "a.pcap"}, 0, ""},
           Case{{"show", "a.pcap", "1"}, 0, ""},
           Case{{"--version"}, 0, ""},
           Case{{"--help"}, 0, ""},
           Case{{"list", "--help"}, 0, ""},
           Case{{"list", "--version"}, 0, ""},
           Case{{"help", "show"}, 0, ""},
           Case{{}, 2, "--help"},
           Case{{"lsit", "a.pcap"}, 2, "did you mean 'list'?"},
           Case{{"a.pcap"}, 2, "capaudit list a.pcap"},
           Case{{"audit", "x.toml"}, 2, "cannot be read"},
           Case{{"compare", "x.pcap"}, 2, "compare takes two captures"},
           Case{{"compare", "a.pcap", "a.pcap", "--format", "xml"}, 2, "--format takes"},
           Case{{"compare", "a.pcap", "none.pcap"}, 3, "none.pcap"},
           Case{{"compare", "a.pcap", "a.pcap", "--same", "--select-a", "url=*"},
                2,
                "--select-a"},
           Case{{"compare", "a.pcap", "a.pcap", "--select-b", "urk=*"},
                2,
                "--select-b, column 1"},
           Case{{"list"}, 2, "no capture was named"},
           Case{{"list", "a.pcap", "--colour", "never"}, 2, "did you mean --color?"},
           Case{{"list", "a.pcap", "--format", "xml"}, 2, "ndjson"},
           Case{{"list", "a.pcap", "--bodies"}, 2, "--format har"},
           Case{{"list", "a.pcap", "--bodies", "--format", "har"}, 2, "--redact off"},
           Case{{"list", "a.pcap", "--bodies", "-o", "b.har", "--no-bodies"},
                2,
                "--no-bodies"},
           Case{{"list", "-", "--bodies", "--format", "har", "--redact", "off"},
                2,
                "must be files"},
           Case{{"list", "a.pcap", "--filter", "prot 80"}, 2, "filter"},
           Case{{"list", "-", "-"}, 2, "only once"},
           Case{{"show", "a.pcap"}, 2, "the id of an exchange"},
           Case{{"show", "a.pcap", "9"}, 2, "no exchange '9'"},
           Case{{"show", "a.pcap", "1", "--format", "json"}, 2, "with --body tree"},
           Case{{"show", "a.pcap", "1", "--format", "xml"}, 2, "with --body tree"},
           Case{{"show", "a.pcap", "1", "--body", "tree", "--format", "xml"},
                2,
                "is no XML but json"},
           Case{{"report", "a.pcap", "--tz", "Mars"}, 2, "'Mars'"},
           Case{{"report", "a.pcap", "--templates", "none"}, 2, "none"},
           Case{{"report", "a.pcap", "-o", "x.csv"}, 2, "capaudit list"},
           Case{{"list", "none.pcap"}, 3, "none.pcap"},
           Case{{"list", "zeros"}, 3, "zeros"},
           Case{{"list", "cut.pcap"}, 0, "damage"},
           Case{{"list", "cut.pcap", "-q"}, 0, ""},
           Case{{"list", "cut.pcap", "--strict", "-q"}, 4, ""},
           Case{{"list", "a.pcap", "none.pcap"}, 0, "none.pcap"},
           Case{{"list", "a.pcap", "none.pcap", "--strict"}, 4, "none.pcap"},
       }) {
    std::string trace;
    for (const std::string& word : c.arguments) {
      trace += word + " ";
    }
    SCOPED_TRACE(trace);
    const ProgramOutcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, c.code) << outcome.err;
    if (*c.said == '\0') {
      EXPECT_EQ(outcome.err, "");
    } else {
      EXPECT_THAT(outcome.err, HasSubstr(c.said));
    }
    EXPECT_EQ(outcome.out.empty(), c.code == 2 || c.code == 3);
  }
}

TEST_F(Program, ListsWhatIsInTheCapture) {
  EXPECT_THAT(run({"list", "a.pcap"}).out,
              AllOf(HasSubstr("http://example.com/rows?token=*********"),
                    HasSubstr("2 exchanges (2 complete)")));
  EXPECT_THAT(run({"list", "a.pcap", "--select", "status=404"}).out,
              AllOf(Not(HasSubstr("/rows")), HasSubstr("selected from 2")));
  EXPECT_THAT(run({"list", "a.pcap", "--redact", "off"}).out, HasSubstr("TOPSECRET"));
}

TEST_F(Program, StandardInputIsACapture) {
  const ProgramOutcome outcome = run({"list", "-"}, {capture_, {}, "", false});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("2 exchanges"));
}

TEST_F(Program, TheResultDoesNotDependOnThreads) {
  EXPECT_EQ(run({"list", "a.pcap", "--format", "ndjson", "--jobs", "1"}).out,
            run({"list", "a.pcap", "--format", "ndjson", "--jobs", "3"}).out);
}

TEST_F(Program, ShowPrintsHeadsAndBodies) {
  EXPECT_THAT(run({"show", "a.pcap", "#1"}).out,
              AllOf(HasSubstr("Host: example.com"), Not(HasSubstr("TOPSECRET"))));
  const std::string json = "[{\"a\":1},{\"a\":2345}]\n";
  EXPECT_EQ(run({"show", "a.pcap", "1", "--body", "wire"}).out, json);
  EXPECT_EQ(run({"show", "a.pcap", "a.pcap#1", "--body", "decoded"}).out, json);
  EXPECT_THAT(run({"show", "a.pcap", "1", "--body", "tree"}).out,
              HasSubstr("\"name\":\"a\",\"value\":2345}"));
  EXPECT_EQ(run({"show", "a.pcap", "1", "--body", "tree", "--format", "json"}).out,
            run({"show", "a.pcap", "1", "--body", "tree"}).out);
  EXPECT_THAT(run({"show", "a.pcap", "1", "--body", "tree", "--format", "text"}).out,
              HasSubstr("[1]: object, 1\n    a: 2345"));
  EXPECT_EQ(run({"show", "a.pcap", "2", "--body", "wire", "--side", "request"}).out,
            "a=b&c");
}

TEST_F(Program, TheExtensionOfTheOutputNamesTheFormat) {
  for (const auto& [name, begin] :
       std::vector<std::pair<std::string, std::string>>{{"x.csv", "id,capture,"},
                                                        {"x.json", "[{\"id\":"},
                                                        {"x.ndjson", "{\"id\":"},
                                                        {"x.har", "{\"log\":"},
                                                        {"x.md", "| id |"},
                                                        {"x.txt", "id "}}) {
    SCOPED_TRACE(name);
    const ProgramOutcome outcome = run({"list", "a.pcap", "-o", name});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(read(name), StartsWith(begin));
  }
  EXPECT_EQ(files(), 7u) << "no temporary file is left";
}

TEST_F(Program, AnInputIsNeverOverwritten) {
  fs::create_hard_link(folder_ / "a.pcap", folder_ / "same.csv");
  fs::create_symlink("a.pcap", folder_ / "link.csv");
  for (const char* name : {"a.pcap", "./a.pcap", "same.csv", "link.csv"}) {
    SCOPED_TRACE(name);
    const ProgramOutcome outcome = run({"list", "a.pcap", "-o", name});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("input"));
    EXPECT_EQ(read("a.pcap"), capture_);
  }
  EXPECT_EQ(files(), 3u);
}

TEST_F(Program, AnOldFileStaysUntilTheNewOneIsWhole) {
  write("x.csv", "old");
  EXPECT_EQ(run({"list", "none.pcap", "-o", "x.csv"}).code, 3);
  EXPECT_EQ(read("x.csv"), "old");
  EXPECT_EQ(files(), 2u) << "no temporary file is left";
  fs::permissions(folder_ / "x.csv", fs::perms(0640));
  EXPECT_EQ(run({"list", "a.pcap", "-o", "x.csv"}).code, 0);
  EXPECT_THAT(read("x.csv"), StartsWith("id,"));
  EXPECT_EQ(fs::status(folder_ / "x.csv").permissions(), fs::perms(0640));
}

TEST_F(Program, ALinkStaysALink) {
  write("real.csv", "old");
  fs::create_symlink("real.csv", folder_ / "link.csv");
  EXPECT_EQ(run({"list", "a.pcap", "-o", "link.csv"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_THAT(read("real.csv"), StartsWith("id,"));
}

TEST_F(Program, WhatCannotBeWrittenIsSaid) {
  EXPECT_EQ(run({"list", "a.pcap", "-o", "."}).code, 2);
  EXPECT_NE(run({"list", "a.pcap", "-o", "none/x.csv"}).code, 0);
  const ProgramOutcome full = run({"list", "a.pcap", "-o", "/dev/full"});
  EXPECT_EQ(full.code, 70);
  EXPECT_THAT(full.err, HasSubstr("No space left"));
  EXPECT_EQ(run({"list", "a.pcap", "-o", "/dev/null"}).code, 0);
}

TEST_F(Program, AReaderThatGoesAwayIsNoFault) {
  Setting setting;
  setting.close_output = true;
  const ProgramOutcome outcome = run({"list", "a.pcap"}, setting);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Program, ColorsNeedATerminalOrAWord) {
  EXPECT_THAT(run({"list", "a.pcap"}).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(run({"list", "a.pcap", "--color", "always"}).out, HasSubstr("\x1b["));
  EXPECT_THAT(run({"list", "a.pcap", "--color", "never"}).out, Not(HasSubstr("\x1b[")));
}

TEST_F(Program, HostileNamesAreShownNotObeyed) {
  const std::string name = "\x1b[2J<script>\xe2\x80\xae`touch PWNED`.pcap";
  write(name, capture_);
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"list", name}, {"info", name}, {"report", name}, {"list", name + "x"}}) {
    const ProgramOutcome outcome = run(arguments);
    EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("\x1b")));
    EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("\xe2\x80\xae")));
  }
  EXPECT_THAT(read("report.html"), Not(HasSubstr("<script>\\u")));
  EXPECT_FALSE(fs::exists(folder_ / "PWNED"));
}

}  // namespace
}  // namespace capaudit
