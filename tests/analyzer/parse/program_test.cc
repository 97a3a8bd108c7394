// SPDX-License-Identifier: Apache-2.0
// Engines that are programs: small shell scripts that speak the protocol, well or badly.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "analyzer/parse/check.h"
#include "analyzer/parse/figures.h"
#include "analyzer/parse/program_channel.h"

namespace capaudit {
namespace {

using std::chrono::milliseconds;

ParsePayload payload_of(std::string_view text) {
  ParsePayload payload;
  ParseDocument document;
  const Bytes bytes = as_bytes(text);
  document.content.assign(bytes.begin(), bytes.end());
  document.content_type = "application/json";
  document.format = Format::json;
  payload.documents.push_back(document);
  return payload;
}

constexpr std::string_view kRows = R"([{"id":1,"a":"x"},{"id":2,"a":"y"}])";

/// A script that answers each question as one case of `cases` says.
class Script {
 public:
  explicit Script(const std::string& cases) {
    std::ofstream out(folder_.path() + "/engine");
    out << "while read -r word a b c; do case $word in\n"
        << cases << "\n*) echo unsupported;; esac; done\n";
  }
  std::vector<std::string> command() const { return {"sh", folder_.path() + "/engine"}; }

 private:
  ScratchFolder folder_;
};

constexpr const char* kGood =
    "hello) echo 'hello copy 1.5';;\n"
    "load) file=$b; echo ok;;\n"
    "write) if [ $a = generate ]; then echo unsupported; else cp $file $b/1; echo ok; "
    "fi;;\n"
    "time) echo ns 2500;;\n"
    "quantum) echo ns 1;;\n"
    "memory) echo bytes 4096;;";

TEST(ProgramEngine, SpeaksInLines) {
  const ParsePayload payload = payload_of(kRows);
  const Script script(kGood);
  const ParseFigures figures = measure_parse("x", payload, {{"copy", script.command()}},
                                             {}, std::chrono::seconds(20));
  EXPECT_EQ(figures.rows, 2u);
  ASSERT_EQ(figures.works.size(), 3u);
  const Timing& timing = figures.works[0].timings[0];
  EXPECT_EQ(timing.problem, "");
  EXPECT_EQ(timing.version, "1.5");
  EXPECT_TRUE(timing.digest_ok);
  EXPECT_EQ(timing.pass_ns.middle, 2500);
  EXPECT_EQ(timing.pass_ns.kind, IntervalKind::constant);
  EXPECT_EQ(timing.peak_bytes, 4096u);
  EXPECT_TRUE(figures.works[2].timings[0].unable);
}

TEST(ProgramEngine, MayAnswerWithTheDigestItself) {
  const ParsePayload payload = payload_of(kRows);
  const std::string right = expected_digests(payload)[0].digest;
  const std::string rest =
      ";;\nhello) echo 'hello d';;\nload) echo ok;;\ntime) echo ns 1;;\n"
      "quantum) echo ns 1;;";
  const Script good("write) echo digest " + right + rest);
  const Script bad("write) echo digest 00112233" + rest);
  const ParseFigures figures =
      measure_parse("x", payload, {{"good", good.command()}, {"bad", bad.command()}}, {},
                    std::chrono::seconds(20));
  EXPECT_EQ(figures.works[0].timings[0].problem, "");
  EXPECT_EQ(figures.works[0].timings[1].problem,
            "wrong: body 1: the digest is another one");
}

TEST(ProgramEngine, AWrongResultIsSeen) {
  const ParsePayload payload = payload_of(kRows);
  const Script script(
      "hello) echo 'hello w';;\nload) echo ok;;\n"
      "write) echo '[{\"id\":1,\"a\":\"x\"},{\"id\":2,\"a\":\"Y\"}]' > $b/1; echo ok;;\n"
      "time) echo ns 1;;\nquantum) echo ns 1;;");
  const ParseFigures figures = measure_parse("x", payload, {{"w", script.command()}}, {},
                                             std::chrono::seconds(20));
  EXPECT_EQ(figures.works[0].timings[0].problem,
            "wrong: the digest of the rows is another one");
}

TEST(ProgramEngine, WhatDoesNotAnswerIsEnded) {
  const ParsePayload payload = payload_of(kRows);
  const Script script("hello) sleep 1000;;");
  const Result<std::unique_ptr<EngineRun>> run =
      open_program(payload, script.command(), milliseconds(200), false);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::io);
  EXPECT_EQ(run.error().what, "no answer within 200 ms; it was ended");
}

TEST(ProgramEngine, BadAnswersAreErrorsNotTimes) {
  const ParsePayload payload = payload_of(kRows);
  struct Case {
    std::string time, problem;
  };
  for (const Case& c : {Case{"echo ns -5", "answers 'ns -5' to 'time bytes 1'"},
                        Case{"echo ns nan", "answers 'ns nan' to 'time bytes 1'"},
                        Case{"echo 17", "answers '17' to 'time bytes 1'"},
                        Case{"echo error no memory", "no memory"},
                        Case{"exit 1", "it ended without an answer"}}) {
    SCOPED_TRACE(c.time);
    const Script script(
        "hello) echo 'hello x';;\nload) file=$b; echo ok;;\n"
        "write) cp $file $b/1; echo ok;;\nquantum) echo ns 1;;\ntime) " +
        c.time + ";;");
    const ParseFigures figures = measure_parse("x", payload, {{"x", script.command()}},
                                               {}, std::chrono::seconds(20));
    EXPECT_EQ(figures.works[0].timings[0].problem, c.problem);
    EXPECT_FALSE(figures.works[0].timings[0].timed());
  }
}

TEST(ProgramEngine, AProgramThatHasEndedTakesNoQuestionAndDoesNotEndUs) {
  // The signal's own meaning, whatever this test was started with.
  const auto before = std::signal(SIGPIPE, SIG_DFL);
  const auto channel =
      ProgramChannel::start({"true"}, ChannelForm{}, milliseconds(20000));
  ASSERT_TRUE(channel);
  // Once it is a zombie, nobody holds the other end of its input.
  siginfo_t end{};
  ASSERT_EQ(waitid(P_ALL, 0, &end, WEXITED | WNOWAIT), 0);
  const Result<std::string> answer = (*channel)->ask("time bytes 1");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "it ended without an answer");
  // Nothing is left behind that would come later.
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
  std::signal(SIGPIPE, before);
}

TEST(ProgramEngine, AProgramThatIsNotThereIsAbsent) {
  const ParsePayload payload = payload_of(kRows);
  const Result<std::unique_ptr<EngineRun>> run =
      open_program(payload, {"no-such-program-anywhere"}, milliseconds(1000), false);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::unsupported);
}

TEST(ProgramEngine, CommandsAreSplitWithoutAShell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(split_command("a  b\tc"), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_command("a 'b c' \"d 'e\" f''g"), (Words{"a", "b c", "d 'e", "fg"}));
  EXPECT_EQ(split_command("a $HOME `b` ; c > d"),
            (Words{"a", "$HOME", "`b`", ";", "c", ">", "d"}));
  EXPECT_TRUE(split_command("  ").empty());
}

TEST(ProgramEngine, TheScratchFolderIsRemoved) {
  std::string path;
  {
    const ScratchFolder folder;
    path = folder.path();
    ASSERT_TRUE(folder.write("x", as_bytes("text")));
    EXPECT_TRUE(std::filesystem::exists(path + "/x"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(BrowserEngines, ReadWhatTheOthersReadWhereTheyAreInstalled) {
  const ParsePayload payload = payload_of(
      R"([{"id":1,"a":"é😀","n":-0.25,"b":true},{"id":2,"a":"\"\\","n":1e21,"b":null}])");
  int tried = 0;
  for (const char* name : {"node", "chromium"}) {
    Result<std::unique_ptr<EngineRun>> run =
        open_engine(*find_parse_engine(name), payload);
    if (!run) {
      EXPECT_EQ(run.error().code, ErrorCode::unsupported) << run.error().what;
      continue;
    }
    ++tried;
    std::vector<Entrant> entrants;
    entrants.push_back({name, std::move(run)});
    for (const Work work : {Work::parse_bytes, Work::parse_text, Work::generate}) {
      TimingOptions options;
      options.batch_quanta = 1;
      options.batch_ns = 1;
      const Timing timing = time_entrants(payload, entrants, work, options)[0];
      EXPECT_EQ(timing.problem, "") << name << " " << to_string(work);
      EXPECT_GE(timing.batches_ns.size(), 20u);
    }
  }
  if (tried == 0) {
    GTEST_SKIP() << "skipped: neither node nor Chromium";
  }
}

}  // namespace
}  // namespace capaudit
