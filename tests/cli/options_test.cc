// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/commands.h"
#include "cli/help.h"

namespace capaudit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<std::string>;

const Command& command(std::string_view name) {
  for (const Command& known : commands()) {
    if (known.name == name) {
      return known;
    }
  }
  ADD_FAILURE() << "no command " << name;
  return commands().front();
}

TEST(Options, MeanWhatTheySay) {
  const auto options =
      parse_options(command("list"), {"a.pcap",      "--filter",   "port 80",
                                      "--decode-as", "8080=http",  "--decode-as=81=http",
                                      "-j3",         "--max-body", "2M",
                                      "--dedup",     "off",        "--no-bodies",
                                      "--strict",    "-q",         "--redact=strict",
                                      "--color",     "never",      "--select",
                                      "status=4xx",  "-o",         "x.csv",
                                      "--",          "-odd.pcap"});
  ASSERT_TRUE(options.ok()) << options.error().what;
  EXPECT_THAT(options->arguments, ElementsAre("a.pcap", "-odd.pcap"));
  EXPECT_EQ(options->analyze.filter, "port 80");
  EXPECT_THAT(options->analyze.http_ports, ElementsAre(8080, 81));
  EXPECT_EQ(options->analyze.jobs, 3u);
  EXPECT_EQ(options->analyze.max_body, std::uint64_t{2} << 20);
  EXPECT_FALSE(options->analyze.remove_duplicates);
  EXPECT_FALSE(options->analyze.examine_bodies);
  EXPECT_TRUE(options->strict);
  EXPECT_TRUE(options->quiet);
  EXPECT_EQ(options->redact, RedactMode::strict);
  EXPECT_EQ(options->color, ColorMode::never);
  EXPECT_EQ(options->selection, "status=4xx");
  EXPECT_EQ(options->output, "x.csv");
}

TEST(Options, FaultsAreSaid) {
  struct Case {
    const char* command;
    Words words;
    const char* said;
  };
  for (const Case& c : {
           Case{"list", {"--formt", "csv"}, "did you mean --format?"},
           Case{"list", {"--form", "csv"}, "no option --form"},
           Case{"list", {"--title", "x"}, "no option --title"},
           Case{"report", {"--format", "csv"}, "no option --format"},
           Case{"list", {"--jobs", "many"}, "'many'"},
           Case{"list", {"--max-body", "0"}, "'0'"},
           Case{"list", {"--max-body", "99999999999T"}, "'99999999999T'"},
           Case{"list", {"--decode-as", "80"}, "PORT=http"},
           Case{"list", {"--decode-as", "80=ftp"}, "PORT=http"},
           Case{"list", {"--decode-as", "65536=http"}, "PORT=http"},
           Case{"list", {"--dedup", "maybe"}, "auto, off"},
           Case{"list", {"--redact", "no"}, "default, strict, off"},
           Case{"list", {"--select", "host"}, "column 5"},
           Case{"list", {"--filter"}, "--filter"},
           Case{"list", {"--dedup", "off", "--dedup", "auto"}, "--dedup"},
           Case{"show", {"--body", "all"}, "wire, decoded, tree"},
           Case{"report", {"--theme", "blue"}, "auto, light, dark"},
       }) {
    SCOPED_TRACE(c.said);
    const auto options = parse_options(command(c.command), c.words);
    ASSERT_FALSE(options.ok());
    EXPECT_THAT(options.error().what, HasSubstr(c.said));
  }
}

/// Long names of a command's options, as help lists them.
Words options_of(const Command& command) {
  const std::string help = describe_options(command);
  Words names;
  for (std::size_t at = help.find("--"); at != std::string::npos;
       at = help.find("--", at + 2)) {
    const std::size_t end = help.find_first_of(" ]\n", at);
    const std::size_t line = help.rfind('\n', at);
    if (at - line < 10) {  // in the column of names
      names.push_back(help.substr(at, end - at));
    }
  }
  return names;
}

std::string read(const std::string& path) {
  const char* const root = std::getenv("CAPAUDIT_SOURCE");
  std::ifstream in(std::filesystem::path(root == nullptr ? "." : root) / path);
  EXPECT_TRUE(in.is_open()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Options, EachStandsInTheManualAndInTheCompletions) {
  std::string manual = read("docs/capaudit.1");
  std::erase(manual, '\\');
  const std::string bash = read("cli/completion/capaudit.bash");
  const std::string zsh = read("cli/completion/_capaudit");
  const std::string fish = read("cli/completion/capaudit.fish");
  for (const Command& known : commands()) {
    EXPECT_THAT(manual, HasSubstr(".B " + std::string(known.name) + "\n"));
    const Words names = options_of(known);
    EXPECT_GE(names.size(), 5u);
    for (const std::string& name : names) {
      SCOPED_TRACE(std::string(known.name) + " " + name);
      EXPECT_THAT(manual, HasSubstr(name));
      EXPECT_THAT(bash, HasSubstr(name));
      EXPECT_THAT(zsh, HasSubstr(name));
      EXPECT_THAT(fish, HasSubstr(" -l " + name.substr(2) + " "));
    }
  }
}

TEST(Help, EveryCommandHasExamplesAndExitCodes) {
  for (const Command& known : commands()) {
    EXPECT_THAT(overview(), HasSubstr(std::string(known.name)));
    EXPECT_THAT(help_of(known), HasSubstr("Examples:"));
    EXPECT_THAT(help_of(known), HasSubstr("Exit codes:"));
  }
}

}  // namespace
}  // namespace capaudit
