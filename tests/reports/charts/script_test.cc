// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/script.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/charts/gnuplot.h"
#include "reports/charts/svg.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(GnuplotQuote, LeavesNothingThatGnuplotReads) {
  struct Case {
    const char* name;
    std::string text, expected;
  };
  for (const Case& c : {
           Case{"plain", "a.example:80/x_y-z, 1", "\"a.example:80/x_y-z, 1\""},
           Case{"quotes", "a\"b'c", "\"a\\042b\\047c\""},
           Case{"backticks", "`touch x`", "\"\\140touch x\\140\""},
           Case{"backslash", "\\n", "\"\\134n\""},
           Case{"line end", "a\n!cmd", "\"a \\041cmd\""},
           Case{"NUL", std::string("a\0b", 3), "\"a b\""},
           Case{"percent", "50%", "\"50\\045\""},
           Case{"digit after an escape", "%1a1", "\"\\045\\061a1\""},
           Case{"umlaut", "\xc3\xbc", "\"\\303\\274\""},
       }) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(gnuplot_quote(c.text), c.expected);
  }
  EXPECT_EQ(gnuplot_quote_tick("50%n"), "\"50\\045\\045n\"");
}

Chart bars(const std::string& text) {
  Chart chart;
  chart.id = "bars";
  chart.kind = Chart::Kind::stacked;
  chart.unit = "B";
  chart.categories = {text, "second"};
  chart.series = {{text, {1000, 20}}, {"other", {500, 3}}};
  return chart;
}

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "`touch PWNED`",
      "$(touch PWNED)",
      "\"; system(\"touch PWNED\"); #",
      "'; system('touch PWNED'); #",
      "\n!touch PWNED\n",
      "EOD\n!touch PWNED",
      "e",
      "|touch PWNED",
      "@PWNED",
      "\\\"; system(\"touch PWNED\"); \"",
      "%n%s%1000000d",
      "{/Symbol a}_{b}^{c}",
      "</text><script>x()</script>",
      std::string("a\0b", 3),
      "\xff\xfe",
      std::string(5000, '%'),
  };
  return texts;
}

TEST(GnuplotScript, CapturedTextIsShownAndNeverRun) {
  for (const std::string& text : hostile_texts()) {
    SCOPED_TRACE(text.substr(0, 40));
    const auto output = run_gnuplot(gnuplot_script(bars(text)));
    if (!output && output.error().what == "gnuplot is not installed") {
      GTEST_SKIP() << "skipped: no gnuplot";
    }
    ASSERT_TRUE(output.ok()) << output.error().what;
    EXPECT_EQ(split_svg(*output).size(), 1u);
    EXPECT_THAT(*output, Not(HasSubstr("<script")));
    EXPECT_FALSE(std::filesystem::exists("PWNED"));
  }
}

// gnuplot takes \0451 for one character: what is drawn is what was given.
TEST(GnuplotScript, DigitsAfterAnEscapeStayDigits) {
  const auto output = run_gnuplot(gnuplot_script(bars("a%1000000d \"7\" #1")));
  if (!output && output.error().what == "gnuplot is not installed") {
    GTEST_SKIP() << "skipped: no gnuplot";
  }
  ASSERT_TRUE(output.ok()) << output.error().what;
  EXPECT_THAT(*output, HasSubstr("<text>a%1000000d \"7\" #1</text>"));
}

TEST(GnuplotScript, EveryKindOfChartIsDrawn) {
  Chart points = bars("a");
  points.kind = Chart::Kind::distribution;
  points.unit = "ms";
  points.series = {{"few", {1.5, 2.5, 9}}};
  Chart curve = points;
  curve.series = {{"many", std::vector<double>(1000, 2.0)}, {"one", {3.0}}};
  Chart groups = bars("a");
  groups.kind = Chart::Kind::grouped;
  Chart strips = points;
  strips.kind = Chart::Kind::strips;
  strips.band = ChartBand{1, 2, "noise"};
  Chart lines = bars("a");
  lines.kind = Chart::Kind::lines;
  lines.x_name = "rows";
  lines.marks = {{100, "crossover"}};
  lines.series = {{"json", {50, 500, 5000}, {1, 100, 1000}},
                  {"amf", {90, 200}, {1, 900}}};
  Chart logarithmic = lines;
  logarithmic.log_x = logarithmic.log_y = true;
  Chart intervals = bars("a");
  intervals.kind = Chart::Kind::intervals;
  intervals.unit = "x";
  intervals.marks = {{1, "equal"}};
  intervals.series = {{"low", {0.5, 1}}, {"middle", {0.7, 2}}, {"high", {0.9, 3}}};
  for (const Chart& chart :
       {bars("a"), groups, points, curve, strips, lines, logarithmic, intervals}) {
    const auto output = run_gnuplot(gnuplot_script(chart));
    if (!output && output.error().what == "gnuplot is not installed") {
      GTEST_SKIP() << "skipped: no gnuplot";
    }
    ASSERT_TRUE(output.ok()) << output.error().what;
    EXPECT_EQ(split_svg(*output).size(), 1u);
  }
}

TEST(GnuplotScript, NothingToChartIsNoScript) {
  Chart chart = bars("a");
  chart.series = {{"a", {0, 0}}};
  EXPECT_EQ(gnuplot_script(chart), "");
  chart.kind = Chart::Kind::distribution;
  chart.series.clear();
  EXPECT_EQ(gnuplot_script(chart), "");
  chart.series = {{"a", {0, 0}}};
  EXPECT_EQ(gnuplot_script(chart), "");
}

TEST(Gnuplot, AFailingCommandIsAnError) {
  const auto output = run_gnuplot("no such command\n");
  EXPECT_FALSE(output.ok());
}

TEST(Gnuplot, AMissingProgramIsAnError) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const auto output = run_gnuplot("print 1\n");
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(output.ok());
  EXPECT_EQ(output.error().what, "gnuplot is not installed");
}

TEST(GnuplotScript, LogarithmicAxesLeaveOutWhatHasNoLogarithm) {
  Chart chart = bars("a");
  chart.kind = Chart::Kind::lines;
  chart.log_x = true;
  chart.series = {{"a", {5, 10}, {0, 10}}};
  EXPECT_THAT(gnuplot_script(chart), HasSubstr("$d0 << EOD\n10 10\nEOD\n"));
  chart.series = {{"a", {5}, {0}}};
  EXPECT_EQ(gnuplot_script(chart), "");
}

// A step of 1 in 100 is two to three pixels of the chart.
TEST(Thinned, KeepsQuantilesOfManyValues) {
  std::vector<double> values;
  for (int i = 10'000; i > 0; --i) {
    values.push_back(i);
  }
  const std::vector<double> few = thinned(values);
  ASSERT_EQ(few.size(), 100u);
  EXPECT_EQ(few.front(), 100);
  EXPECT_EQ(few[49], 5000);
  EXPECT_EQ(few.back(), 10'000);
  EXPECT_EQ(thinned({3, 1, 2}), (std::vector<double>{3, 1, 2}));
}

}  // namespace
}  // namespace capaudit
