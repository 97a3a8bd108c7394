// SPDX-License-Identifier: Apache-2.0
#include "reports/page/templates.h"

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/page/build.h"
#include "reports/page/html.h"
#include "tests/reports/page/markup.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Templates, TheExampleOfTheManualWorks) {
  const char* const root = std::getenv("CAPAUDIT_SOURCE");
  const auto templates = load_templates(std::string(root == nullptr ? "." : root) +
                                        "/docs/templates-example");
  ASSERT_TRUE(templates.ok()) << templates.error().what;
  StringOutput out;
  const Report report = build_report(select(mixed_analysis(), Selection()), {}, {});
  ASSERT_TRUE(write_html(report, *templates, {}, out).ok());
  const Markup markup = read_markup(out.text());
  EXPECT_THAT(markup.faults, IsEmpty());
  EXPECT_THAT(markup.text, HasSubstr("Example Ltd"));
  EXPECT_THAT(markup.text, HasSubstr("Evidence quality"));
}

}  // namespace
}  // namespace capaudit
