// SPDX-License-Identifier: Apache-2.0
// `compare` as users run it.
#include <gmock/gmock.h>

#include "tests/cli/program_folder.h"

namespace capaudit {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Compare : public ProgramFolder {};

TEST_F(Compare, ACaptureEqualsItself) {
  write("b.pcap", capture_);
  const ProgramOutcome text = run({"compare", "a.pcap", "b.pcap"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("A is a.pcap, B is b.pcap"),
                              HasSubstr("GET /rows, the same rows"),
                              HasSubstr("POST /form"), HasSubstr("too few runs"),
                              Not(HasSubstr("TOPSECRET")), Not(HasSubstr("Only in"))));
  // 21 bytes of body on either side.
  EXPECT_THAT(run({"compare", "a.pcap", "b.pcap", "--json"}).out,
              HasSubstr(R"("name":"content_bytes","unit":"B","a":{"low":21,"middle":21,)"
                        R"("high":21,"n":1,"interval":"constant"})"));
}

TEST_F(Compare, OneFileCanBeBothSides) {
  const ProgramOutcome text = run({"compare", "a.pcap", "a.pcap", "--select-a",
                                   "method=GET", "--select-b", "method=POST"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("GET /rows against POST /form"));
}

TEST_F(Compare, GlobsMeanAllTheirFiles) {
  write("b1.pcap", capture_);
  write("b2.pcap", capture_);
  const ProgramOutcome text = run({"compare", "a.pcap", "b?.pcap"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("A: 1 operation. B: 2 operations."));
}

TEST_F(Compare, TheExtensionChoosesTheForm) {
  EXPECT_EQ(run({"compare", "a.pcap", "a.pcap", "-o", "x.md"}).code, 0);
  EXPECT_THAT(read("x.md"), AllOf(HasSubstr("## GET /rows"), HasSubstr("|:---|")));
  ASSERT_EQ(
      run({"list", "a.pcap", "--format", "har", "-o", "a.har", "--redact", "off"}).code,
      0);
  const ProgramOutcome same =
      run({"compare", "a.har", "a.pcap", "--same", "-o", "same.md"});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_THAT(read("same.md"),
              AllOf(HasSubstr("2 pairs"), HasSubstr("0 differences not explained"),
                    HasSubstr("| response encoded\\_bytes |")));
}

}  // namespace
}  // namespace capaudit
