// SPDX-License-Identifier: Apache-2.0
// `sizes` and `parse` as users run them, on a recorded capture. No times are asserted.
#include <cstdlib>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace capaudit {
namespace {

using testing::AllOf;
using testing::HasSubstr;

ProgramOutcome run(std::vector<std::string> arguments) {
  const char* const root = std::getenv("CAPAUDIT_SOURCE");
  return run_program(arguments, root == nullptr ? "." : root);
}

constexpr const char* kCapture = "captures/census/plain.pcapng";

TEST(SizesCommand, OneBodyInEveryFormat) {
  const ProgramOutcome text = run({"sizes", kCapture, "7"});
  EXPECT_EQ(text.code, 0) << text.err;
  // Lines break where the terminal's width has it.
  const std::string words = std::regex_replace(text.out, std::regex("\\s+"), " ");
  EXPECT_THAT(words, AllOf(HasSubstr("1,000 rows of 7 columns"),
                           HasSubstr("bytes, byte for byte."), HasSubstr("soap-encoded"),
                           HasSubstr("off by")));
  const ProgramOutcome json = run({"sizes", kCapture, "7", "--json"});
  EXPECT_THAT(json.out,
              AllOf(HasSubstr("\"identical\":true"), HasSubstr("\"encoding\":\"amf3\""),
                    HasSubstr("\"smaller_after\"")));
}

TEST(SizesCommand, WhatItCannotDoItSays) {
  EXPECT_THAT(run({"sizes", kCapture, "10"}).err, HasSubstr("holds no rows"));
  EXPECT_EQ(run({"sizes", kCapture, "10"}).code, 3);
  EXPECT_THAT(run({"sizes", kCapture, "99"}).err, HasSubstr("no exchange '#99'"));
  EXPECT_EQ(run({"sizes", kCapture, "7", "--format", "xml"}).code, 2);
  EXPECT_THAT(run({"sizes", kCapture, "7", "--up-to", "many"}).err,
              HasSubstr("--up-to takes a number"));
}

TEST(ParseCommand, EnginesAreCheckedTimedAndCompared) {
  const ProgramOutcome text =
      run({"parse", kCapture, "7", "--engine", "simdjson", "--engine", "rapidjson"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("not in the browser of any claim"),
                              HasSubstr("Noise floor"), HasSubstr("reference")));
  const ProgramOutcome json =
      run({"parse", kCapture, "11", "--engine", "capaudit", "--json"});
  EXPECT_THAT(json.out,
              AllOf(HasSubstr("\"kind\":\"amf\""), HasSubstr("\"digest_ok\":true"),
                    HasSubstr("\"work\":\"parse_bytes\"")));
}

TEST(ParseCommand, WhatItCannotDoItSays) {
  EXPECT_THAT(run({"parse", kCapture, "7", "--engine", "simdjsn"}).err,
              HasSubstr("no engine 'simdjsn'"));
  EXPECT_EQ(run({"parse", kCapture, "7", "--engine", "x="}).code, 2);
  EXPECT_EQ(run({"parse", kCapture, "1"}).code, 3);  // HTML
  const ProgramOutcome absent =
      run({"parse", kCapture, "7", "--engine", "x=no-such-program-anywhere"});
  EXPECT_EQ(absent.code, 0);
  EXPECT_THAT(absent.out, HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace capaudit
