// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/marks.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string mark(int kind, const std::string& at, const std::string& colour) {
  return "<use href='#p1-gpPt" + std::to_string(kind) + "' transform='translate(" + at +
         ") scale(2.92)' color='" + colour + "'/>";
}

TEST(Marks, ThoseThatFollowEachOtherAreOnePath) {
  const std::string out = draw_marks("<g>" + mark(6, "10.04,20.00", "#111111") +
                                     mark(6, "30.00,-5.26", "#111111") + "</g>");
  EXPECT_EQ(out,
            "<g><path color=\"#111111\" stroke-linecap=\"round\" stroke-width=\"5.8\" "
            "d=\"M10 20h0M30-5.3h0\"/></g>");
}

TEST(Marks, OfAnotherColourOrShapeAreAPathOfTheirOwn) {
  const std::string out = draw_marks(
      mark(6, "1,2", "#111111") + mark(6, "3,4", "#222222") + mark(4, "5,6", "#222222") +
      "<text>a</text>" + mark(4, "7,8", "#222222"));
  std::size_t paths = 0;
  for (std::size_t at = out.find("<path"); at != std::string::npos;
       at = out.find("<path", at + 1)) {
    ++paths;
  }
  EXPECT_EQ(paths, 4u) << out;
}

TEST(Marks, FilledOnesAreFilledAndOthersAreNot) {
  EXPECT_THAT(draw_marks(mark(8, "1,2", "#111111")), HasSubstr("fill=\"currentColor\""));
  EXPECT_THAT(draw_marks(mark(7, "1,2", "#111111")), Not(HasSubstr("fill=")));
  // A square of 2.92 to each side of (10, 10).
  EXPECT_THAT(draw_marks(mark(4, "10,10", "#111111")),
              HasSubstr("d=\"M7.1 7.1l5.8 0l0 5.8l-5.8 0z\""));
}

TEST(Marks, WhatIsNotKnownStaysWithItsDefinitions) {
  const std::string body = "<defs><path id='p1-gpPt0' d='M0,0'/></defs>" +
                           mark(0, "1,2", "#111111") + "<use href='#p1-other'/>";
  EXPECT_EQ(draw_marks(body), body);
}

TEST(Marks, DefinitionsGoWithTheLastThatUsedThem) {
  EXPECT_THAT(draw_marks("<defs><circle id='p1-gpPt5'/><use href='#p1-gpPt5' "
                         "id='p1-gpPt6'/></defs>" +
                         mark(6, "1,2", "#111111")),
              Not(HasSubstr("defs")));
}

TEST(Paths, AreStepsInTenths) {
  EXPECT_EQ(shorter_path("M68.25,261.04 L70.04,261.00 L70.04,200.00  L60.00,190.00 z"),
            "M68.3 261h1.7v-61l-10-10z");
  // Rounded to where they are, not to where the last rounding led.
  EXPECT_EQ(shorter_path("M0,0 L0.04,1 L0.08,2 L0.12,3"), "M0 0v1l0.1 1v1");
}

TEST(Paths, WithOtherCommandsStay) {
  for (const char* data :
       {"M1,2 C3,4 5,6 7,8", "M1,2 L", "M1", "M1,2 Lx,y", "nonsense"}) {
    EXPECT_EQ(shorter_path(data), data);
  }
  EXPECT_EQ(shorter_path(""), "");
}

TEST(Marks, AnyCutIsReadWithoutFailing) {
  const std::string body = "<g>" + mark(12, "10.04,20.00", "#111111") + "</g>";
  for (std::size_t size = 0; size <= body.size(); ++size) {
    (void)draw_marks(std::string_view(body).substr(0, size));
    (void)draw_marks(std::string_view(body).substr(size));
  }
}

}  // namespace
}  // namespace capaudit
