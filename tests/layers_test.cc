// SPDX-License-Identifier: Apache-2.0
// Holds the source tree to the rules of tests/source_rules.h, and the rules to made-up
// files that break them: a check that cannot fail checks nothing.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/source_rules.h"
#include "tests/support/conversation.h"
#include "tests/support/corpus.h"

namespace capaudit {
namespace {

std::string read(const std::string& path) {
  const Result<std::string> text = read_text(source_root() / path);
  EXPECT_TRUE(text.ok()) << path;
  return text.ok() ? *text : std::string();
}

template <class Rule>
void expect_no_faults(Rule rule) {
  const std::vector<std::string> files = source_files(source_root());
  ASSERT_GT(files.size(), 20u) << "no sources below " << source_root();
  for (const std::string& path : files) {
    for (const std::string& fault : rule(path, read(path))) {
      ADD_FAILURE() << fault;
    }
  }
}

TEST(SourceTree, EachLayerIncludesOnlyItselfAndWhatStandsBelow) {
  expect_no_faults(layer_faults);
}

TEST(SourceTree, EachFileHasItsLicenceLineAndAReadableSize) {
  expect_no_faults(file_faults);
}

TEST(SourceTree, EachSourceIncludesItsOwnHeaderFirst) {
  expect_no_faults([](const std::string& path, const std::string& text) {
    const std::string header = path.substr(0, path.rfind('.')) + ".h";
    return std::filesystem::exists(source_root() / header) ? own_header_faults(path, text)
                                                           : std::vector<std::string>();
  });
}

// Two types of one name in one namespace link without a word, and then one's destructor
// runs on the other's bytes.
TEST(SourceTree, NoTwoHeadersDefineATypeOfTheSameName) {
  std::map<std::string, std::string> homes;
  for (const std::string& path : source_files(source_root())) {
    if (path.ends_with(".h")) {
      for (const std::string& name : types_defined_in(read(path))) {
        const auto [home, first] = homes.emplace(name, path);
        EXPECT_TRUE(first) << name << " is defined in " << home->second << " and in "
                           << path;
      }
    }
  }
  EXPECT_GT(homes.size(), 20u);
}

TEST(SourceRules, TypesAreFoundWhereTheyAreDefined) {
  EXPECT_EQ(types_defined_in("struct A {\nstruct B;\nclass C : public D {\n"
                             "enum class E : std::uint8_t {\nenum F : int {\n"
                             "  struct Inner {\ntemplate <class T>\nclass G final {\n"
                             "struct std::hash<H> {\nstruct I {};\n"),
            (std::vector<std::string>{"A", "C", "E", "F", "G", "I"}));
}

TEST(SourceRules, IncludesAreFoundHoweverTheyAreWritten) {
  EXPECT_EQ(includes_of("#include <vector>\n  #  include\t\"a/b.h\" // why\nint x;\n"
                        "// #include \"no.h\"\n#define include\n#include \"last.h\""),
            (std::vector<std::string>{"vector", "a/b.h", "last.h"}));
}

TEST(SourceRules, AForbiddenIncludeIsFound) {
  struct Case {
    const char* path;
    const char* include;
    bool fault;
  };
  for (const Case& c : {
           Case{"decoders/formats/a.cc", "\"analyzer/finding.h\"", true},
           Case{"decoders/core/a.h", "\"reports/report.h\"", true},
           Case{"analyzer/a.cc", "\"reports/report.h\"", true},
           Case{"analyzer/a.cc", "<cli/options.h>", true},
           Case{"reports/html.cc", "\"cli/options.h\"", true},
           Case{"reports/html.cc", "\"analyzer/ingest/packet.h\"", true},
           Case{"reports/html.cc", "\"analyzer/flow/dissector.h\"", true},
           Case{"analyzer/a.cc", "\"templates/page.h\"", true},
           Case{"cli/show.cc", "\"templates/page.h\"", true},
           Case{"analyzer/a.cc", "\"tests/support/wire.h\"", true},
           Case{"analyzer/a.cc", "\"../decoders/core/bytes.h\"", true},
           Case{"decoders/formats/a.cc", "\"decoders/core/bytes.h\"", false},
           Case{"analyzer/a.cc", "\"decoders/core/bytes.h\"", false},
           Case{"reports/html.cc", "\"analyzer/analysis.h\"", false},
           Case{"reports/html.cc", "\"templates/page.h\"", false},
           Case{"reports/list.cc", "\"analyzer/flow/segment.h\"", false},
           Case{"cli/main.cc", "\"reports/report.h\"", false},
           Case{"tests/cli/a_test.cc", "\"analyzer/flow/dissector.h\"", false},
           Case{"decoders/core/a.cc", "<vector>", false},
       }) {
    SCOPED_TRACE(std::string(c.path) + " includes " + c.include);
    const std::string text = std::string("#include ") + c.include + "\n";
    EXPECT_EQ(layer_faults(c.path, text).size(), c.fault ? 1u : 0u);
  }
}

TEST(SourceRules, AFaultyFileIsFound) {
  const std::string licence = "// SPDX-License-Identifier: Apache-2.0\n";
  struct Case {
    const char* name;
    const char* path;
    std::string text;
    std::size_t faults;
  };
  const std::vector<Case> cases = {
      {"good", "cli/a.h", licence + "#pragma once\n", 0},
      {"no licence", "cli/a.cc", "int x;\n", 1},
      {"no pragma", "cli/a.h", licence, 1},
      {"500 lines", "cli/a.cc", licence + std::string(499, '\n'), 0},
      {"501 lines", "cli/a.cc", licence + std::string(500, '\n'), 1},
      {"banned name", "cli/a.cc", licence + "int x = std::stoi(s);\n", 1},
      {"longer name", "cli/a.cc", licence + "snprintf(a); stoic();\n", 0},
      {"cast", "analyzer/a.cc", licence + "reinterpret_cast<char*>(p);\n", 1},
      {"cast at home", "decoders/core/bytes.h",
       licence + "#pragma once\nreinterpret_cast<char*>(p);\n", 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(file_faults(c.path, c.text).size(), c.faults);
  }
}

TEST(SourceRules, AnotherHeaderBeforeItsOwnIsFound) {
  EXPECT_TRUE(own_header_faults("cli/a.cc", "#include \"cli/a.h\"\n").empty());
  EXPECT_FALSE(
      own_header_faults("cli/a.cc", "#include <map>\n#include \"cli/a.h\"\n").empty());
  EXPECT_FALSE(own_header_faults("cli/a.cc", "int x;\n").empty());
}

}  // namespace
}  // namespace capaudit
