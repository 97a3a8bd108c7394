// SPDX-License-Identifier: Apache-2.0
// `sizes` as users run it, on a recorded capture.
#include <cstdlib>

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
  EXPECT_THAT(text.out, AllOf(HasSubstr("1,000 rows of 7 columns"),
                              HasSubstr("19,842 bytes, byte for byte"),
                              HasSubstr("soap-encoded"), HasSubstr("off by")));
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

}  // namespace
}  // namespace capaudit
