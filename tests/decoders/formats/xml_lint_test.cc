// SPDX-License-Identifier: Apache-2.0
// XML against xmllint, which reads a folder of generated and changed documents in one
// run: what it takes we take without a remark, what it refuses we refuse or remark on.
// reports/tree_xml_test.cc compares contents by its canonical form.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "decoders/core/utf8.h"
#include "decoders/formats/xml.h"
#include "tests/support/hex.h"
#include "tests/support/program.h"
#include "tests/support/random.h"
#include "tests/support/xml_documents.h"

namespace capaudit {
namespace {

class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "capaudit_xml_XXXXXX";
    path_ = mkdtemp(name.data()) == nullptr ? "" : name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path_;
};

/// Numbers of the documents that xmllint refuses, and of those it has a word about.
struct Refused {
  std::set<std::size_t> refused, remarked;
};

Refused ask_xmllint(const std::vector<std::string>& documents) {
  const Folder folder;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::ofstream(folder.path_ + "/" + std::to_string(i), std::ios::binary)
        << documents[i];
  }
  const ProgramResult result = run_tool(
      {"sh", "-c", "cd \"$1\" && exec xmllint --noout --nonet *", "sh", folder.path_});
  Refused answer;
  for (std::string_view rest = result.err; !rest.empty();) {
    // "17:3: parser error : ...", and below it the place.
    const std::string line(rest.substr(0, rest.find('\n')));
    const bool refused = line.find(": parser error : ") != std::string::npos;
    if (refused || line.find(": namespace error : ") != std::string::npos) {
      const std::size_t document = std::stoul(line);
      answer.remarked.insert(document);
      if (refused) {
        answer.refused.insert(document);
      }
    }
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return answer;
}

/// What pugixml does not look at (xml_expat_test.cc has the places).
bool is_explained(const std::string& text) {
  return text.find("]]>") != std::string::npos ||
         text.find("<!--") != std::string::npos || text.find("<?") != std::string::npos ||
         !is_utf8(text);
}

TEST(XmlLint, DocumentsAreRefusedAlike) {
  if (run_tool({"xmllint", "--version"}).status == kNoSuchProgram) {
    GTEST_SKIP() << "skipped: xmllint is not installed";
  }
  constexpr std::string_view kBytes = "<>/=\"'&;:!-[]? \n\tax0#xmlnspq\x01\x7f";
  Random random(7);
  std::vector<std::string> documents;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const std::string whole = xml_document(seed, 1);
    documents.push_back(seed % 4 == 0 ? whole : changed(random, whole, kBytes));
  }
  const Refused answer = ask_xmllint(documents);
  ASSERT_GT(answer.refused.size(), 500u);
  ASSERT_LT(answer.refused.size(), 2250u);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string& text = documents[i];
    Tree tree(to_buffer(text));
    TreeBuilder builder(tree, {});
    const XmlResult result = parse_xml(builder, 0, text.size());
    const bool taken = !tree.error && result.findings.empty();
    if (answer.refused.count(i) != 0) {
      EXPECT_TRUE(!taken || is_explained(text)) << text;
    } else if (answer.remarked.count(i) == 0) {
      EXPECT_TRUE(taken) << text;
    }
  }
}

}  // namespace
}  // namespace capaudit
