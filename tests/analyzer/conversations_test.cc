// SPDX-License-Identifier: Apache-2.0
// Every conversation in tests/data/http gives the exchanges that stand below it, worked
// out from the RFC it names: over a calm network, and cut to pieces.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/conversation.h"
#include "tests/support/corpus.h"
#include "tests/support/expectation.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

std::filesystem::path data_folder() {
  return source_root() / "tests/data/http";
}

std::vector<std::filesystem::path> conversation_files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder())) {
    if (entry.path().extension() == ".conv") {
      out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

class ConversationFile : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    const Result<std::string> text = read_text(GetParam().string());
    ASSERT_TRUE(text.ok()) << text.error().what;
    Result<Conversation> parsed = parse_conversation(*text);
    ASSERT_TRUE(parsed.ok()) << "line " << parsed.error().offset << ": "
                             << parsed.error().what;
    conversation_ = *std::move(parsed);
    ASSERT_FALSE(conversation_.expected.empty());
  }

  void expect_exchanges(const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    const Analysis analysis = analyzed(capture_of(conversation_, shape, random));
    for (const std::string& difference : differences(conversation_.expected, analysis)) {
      ADD_FAILURE() << difference << "\nabout:\n" << conversation_.about;
    }
  }

  Conversation conversation_;
};

TEST_P(ConversationFile, GivesItsExchanges) {
  expect_exchanges(Shape(), 1);
}

TEST_P(ConversationFile, GivesItsExchangesByteByByte) {
  Shape shape;
  shape.max_segment = 1;
  expect_exchanges(shape, 1);
}

TEST_P(ConversationFile, GivesItsExchangesHoweverItIsCut) {
  Shape shape;
  shape.random_cuts = true;
  shape.max_segment = 40;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    expect_exchanges(shape, seed);
  }
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; },
      '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Http, ConversationFile, testing::ValuesIn(conversation_files()),
                         name_of);

}  // namespace
}  // namespace capaudit
