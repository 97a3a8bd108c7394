// SPDX-License-Identifier: Apache-2.0
#include "reports/finding_text.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

std::filesystem::path root() {
  const char* const path = std::getenv("CAPAUDIT_SOURCE");
  return path == nullptr ? "." : path;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Codes that rows of the document begin with, behind its heading `from`.
std::set<std::string> documented(const std::string& from) {
  const std::string text = read(root() / "docs/FINDINGS.md");
  std::set<std::string> codes;
  const std::size_t begin = text.find(from);
  EXPECT_NE(begin, std::string::npos);
  const std::size_t end = text.find("\n## ", begin + from.size());
  for (std::size_t at = text.find("\n| `", begin); at < end;
       at = text.find("\n| `", at + 1)) {
    codes.insert(text.substr(at + 4, text.find('`', at + 4) - at - 4));
  }
  return codes;
}

bool is_code(const std::string& text) {
  return text.find('_') != std::string::npos &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
             std::string::npos;
}

/// What is handed to a look-up is a name of something else: find_metric_info("...").
bool is_looked_up(const std::string& source, std::size_t quote) {
  if (quote == 0 || source[quote - 1] != '(') {
    return false;
  }
  std::size_t name = quote - 1;
  while (name > 0 && (std::isalnum(static_cast<unsigned char>(source[name - 1])) != 0 ||
                      source[name - 1] == '_')) {
    --name;
  }
  return source.compare(name, 5, "find_") == 0;
}

/// String literals that a source hands to something that records a finding.
std::set<std::string> codes_in(const std::string& source) {
  std::set<std::string> codes;
  for (const char* call :
       {"note(", "push_back(", "make(", "warn(", "damage(", "add_finding(", "HarRule k",
        "stop_message(", "lost_packet(", "code = ", "finding = "}) {
    for (std::size_t at = source.find(call); at != std::string::npos;
         at = source.find(call, at + 1)) {
      const std::size_t quote = source.find('"', at);
      const std::size_t stop = source.find(';', at);
      if (quote < stop && quote - at < 80) {
        const std::string text =
            source.substr(quote + 1, source.find('"', quote + 1) - quote - 1);
        if (is_code(text) && !is_looked_up(source, quote)) {
          codes.insert(text);
        }
      }
    }
  }
  return codes;
}

TEST(FindingText, EveryCodeInTheSourcesIsDocumented) {
  std::set<std::string> known = documented("## Of captures and connections");
  known.merge(documented("## Of exchanges"));
  std::size_t seen = 0;
  for (const char* folder : {"decoders", "analyzer"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(root() / folder)) {
      if (entry.path().extension() != ".cc") {
        continue;
      }
      for (const std::string& code : codes_in(read(entry.path()))) {
        EXPECT_EQ(known.count(code), 1u)
            << code << " of " << entry.path() << " is not in docs/FINDINGS.md";
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 30u);
}

TEST(FindingText, EveryFindingOfAnExchangeIsDescribedInTheReport) {
  for (const std::string& code : documented("## Of exchanges")) {
    EXPECT_NE(describe_finding(code), describe_finding("no such code")) << code;
  }
}

}  // namespace
}  // namespace capaudit
