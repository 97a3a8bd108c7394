// SPDX-License-Identifier: Apache-2.0
#include "reports/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/page/data.h"
#include "reports/page/html.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;

std::vector<std::string> told(const Result<Differences>& differences) {
  std::vector<std::string> out;
  EXPECT_TRUE(differences.ok());
  for (const Difference& one : differences->list) {
    out.push_back(one.where + ": " + one.reported + " / " + one.derived);
  }
  return out;
}

TEST(CompareData, TellsEachValueThatDiffersAndWhere) {
  struct Case {
    const char* name;
    std::string reported, derived;
    std::vector<std::string> expected;
  };
  const std::string cell = R"({"rows":[["json",{"text":"12","value":12}]]})";
  for (const Case& c : {
           Case{"same", R"({"a":[1,{"b":"x"}]})", R"({"a":[1,{"b":"x"}]})", {}},
           Case{"white space apart", R"({ "a": [1, 2] })", R"({"a":[1,2]})", {}},
           Case{"number", R"({"a":1})", R"({"a":2})", {"a: 1 / 2"}},
           Case{"kind", R"({"a":1})", R"({"a":"1"})", {"a: 1 / \"1\""}},
           Case{"as written", R"({"a":1.0})", R"({"a":1})", {"a: 1.0 / 1"}},
           Case{"more", R"({"a":1,"z":2})", R"({"a":1})", {"z: 2 / not there"}},
           Case{"less", R"({"a":1})", R"({"a":1,"z":2})", {"z: not there / 2"}},
           Case{"longer", R"({"a":[1,2]})", R"({"a":[1]})", {"a[2]: 2 / not there"}},
           Case{"in a table",
                R"({"rows":[["json",{"text":"13","value":12}]]})",
                cell,
                {"rows[json][12].text: \"13\" / \"12\""}},
           Case{"measured",
                R"({"sections":[{"id":"parse","measured":true,"blocks":[1]}]})",
                R"({"sections":[{"id":"parse","measured":true,"blocks":[2]}]})",
                {}},
           Case{"a measured row",
                R"({"rows":[{"measured":true,"cells":["1 ms"]}]})",
                R"({"rows":[{"measured":true,"cells":["2 ms"]}]})",
                {}},
           Case{"a measured answer",
                R"({"answers":[{"measured":true,"question":"q","answer":"1 ms"}]})",
                R"({"answers":[{"measured":true,"question":"q","answer":""}]})",
                {}},
           Case{"said to be measured",
                R"({"sections":[{"id":"sizes","measured":true,"blocks":[1]}]})",
                R"({"sections":[{"id":"sizes","measured":false,"blocks":[2]}]})",
                {"sections[sizes].measured: true / false",
                 "sections[sizes].blocks[1]: 1 / 2"}},
       }) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(told(compare_data(c.reported, c.derived)), c.expected);
  }
}

TEST(CompareData, WhatIsNoJsonIsAnError) {
  for (const char* text :
       {"", "{", "[1]", "{} {}", "{a:1}", "callback({})", R"({"a":1,"a":1})"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(compare_data(text, "{}").ok());
  }
  std::string deep = R"({"a":)" + std::string(100'000, '[');
  EXPECT_FALSE(compare_data(deep, "{}").ok());
}

TEST(CompareData, CountsWhatItDoesNotTell) {
  std::string left = "{\"a\":[0";
  std::string right = left;
  for (int i = 0; i < 500; ++i) {
    left += ",1";
    right += ",2";
  }
  const Result<Differences> differences = compare_data(left + "]}", right + "]}");
  ASSERT_TRUE(differences.ok());
  EXPECT_EQ(differences->count, 500u);
  EXPECT_EQ(differences->list.size(), kMostDifferences);
}

TEST(ReportSource, IsReadFromWhatTheReportWrites) {
  const Analysis analysis = sample_analysis(2);
  const Selected selected = select(analysis, Selection());
  ReportOptions options;
  options.words = {"report", "a b.pcap", "--title", "</script>"};
  options.made_ns = 86'400'000'000'000;
  const Report report = build_report(selected, options, {});
  HtmlOptions html;
  html.data = [&](Output& to) {
    write_data(report, selected, options, kPageData, JsonPlace::script, to);
  };
  StringOutput page;
  ASSERT_TRUE(write_html(report, *load_templates(""), html, page).ok());
  const auto data = find_report_data(page.text());
  ASSERT_TRUE(data.ok());
  EXPECT_TRUE(data->page);
  const auto source = read_report_source(data->data);
  ASSERT_TRUE(source.ok());
  EXPECT_EQ(source->words, options.words);
  EXPECT_EQ(source->made_ns, options.made_ns);
  ASSERT_EQ(source->inputs.size(), 1u);
  EXPECT_EQ(source->inputs[0].path, "captures/a.pcap");
  EXPECT_EQ(source->inputs[0].sha256, analysis.captures[0].source.sha256);
}

TEST(ReportSource, PagesWithoutDataAreErrors) {
  EXPECT_FALSE(find_report_data("<!DOCTYPE html><p>no data</p>").ok());
  EXPECT_FALSE(find_report_data("").ok());
  EXPECT_FALSE(read_report_source(R"({"capaudit":"1"})").ok());
  EXPECT_FALSE(
      read_report_source(R"({"capaudit":1,"command":[2],"captures":["x"]})").ok());
}

TEST(ComparePages, TellsTheLineThatWasChanged) {
  Report report;
  report.sections.resize(1);
  report.sections[0].id = "parse";
  report.sections[0].measured = true;
  const std::string page =
      "<h1>a</h1>\n<tr><td>12</td></tr>\n<section id=\"parse\">\n1 ms\n</section>\n<p>";
  EXPECT_EQ(compare_pages(page, page, report).count, 0u);
  std::string other = page;
  other.replace(other.find("1 ms"), 4, "9 ms");
  EXPECT_EQ(compare_pages(other, page, report).count, 0u);
  other.replace(other.find("12"), 2, "13");
  const Differences differences = compare_pages(other, page, report);
  ASSERT_EQ(differences.count, 1u);
  EXPECT_THAT(differences.list[0].reported, HasSubstr("13"));
  EXPECT_THAT(differences.list[0].derived, HasSubstr("12"));
}

TEST(ComparePages, OfMeasuredRowsOnlyTheWordsCount) {
  const auto page = [](const std::string& row) { return "<p>\n" + row + "</tr>\n</p>"; };
  const std::string row = "<tbody><tr id=\"a\" data-measured><td>1.25 ms supported</td>";
  EXPECT_EQ(compare_pages(page(row),
                          page("<tbody><tr id=\"a\" data-measured><td>13 ms "
                               "supported</td>"),
                          {})
                .count,
            0u);
  EXPECT_EQ(compare_pages(page(row),
                          page("<tbody><tr id=\"a\" data-measured><td>1.25 ms "
                               "contradicted</td>"),
                          {})
                .count,
            1u);
  EXPECT_EQ(
      compare_pages(page(row), page("<tbody><tr id=\"a\"><td>1.25 ms supported</td>"), {})
          .count,
      1u)
      << "what is said to be measured but is not";
}

TEST(ComparePages, AMeasuredSectionEndsWhereTheNextBegins) {
  Report report;
  report.sections.resize(1);
  report.sections[0].id = "parse";
  report.sections[0].measured = true;
  const auto page = [](const std::string& inside, const std::string& behind) {
    return "<p>\n<section id=\"parse\">\n" + inside + "</section>\n<section id=\"b\">\n" +
           behind + "\n</section>\n<footer>";
  };
  const std::string table =
      "<section class=\"scroll\">\n1 ms\n</section>\n</div>\n"
      "<svg class=\"plot\" aria-labelledby=\"c-t c-d\"></svg>\n";
  EXPECT_EQ(compare_pages(page(table, "x"), page("", "x"), report).count, 0u);
  EXPECT_EQ(compare_pages(page(table, "x"), page("", "y"), report).count, 1u);
  EXPECT_TRUE(charts_that_differ(page(table, "x"), page("", "x"), report).empty());
}

TEST(ComparePages, OfMeasuredAnswersOnlyTheQuestionCounts) {
  const auto page = [](const std::string& mark, const std::string& answer) {
    return "<dl>\n<div class=\"plain\"" + mark + "><dt>q</dt><dd>" + answer +
           "</dd></div>\n</dl>";
  };
  const std::string mark = " data-measured";
  EXPECT_EQ(compare_pages(page(mark, "slower"), page(mark, ""), {}).count, 0u);
  EXPECT_EQ(compare_pages(page(mark, "slower"), page("", ""), {}).count, 1u)
      << "what is said to be measured but is not";
}

TEST(ComparePages, ChartsAreComparedApart) {
  const auto page = [](const std::string& path) {
    return "<p>x</p>\n<svg class=\"plot\" aria-labelledby=\"chart-a-t chart-a-d\">" +
           path + "</svg>\n";
  };
  EXPECT_EQ(compare_pages(page("1"), page("2"), {}).count, 0u);
  EXPECT_EQ(charts_that_differ(page("1"), page("2"), {}),
            std::vector<std::string>{"chart-a"});
  EXPECT_TRUE(charts_that_differ(page("1"), page("1"), {}).empty());
}

}  // namespace
}  // namespace capaudit
