// SPDX-License-Identifier: Apache-2.0
#include "reports/page/html.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "reports/page/build.h"
#include "reports/page/data.h"
#include "reports/page/html_policy.h"
#include "reports/text.h"
#include "tests/reports/page/markup.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string page_of(const Analysis& analysis, const ReportOptions& options = {},
                    const HtmlOptions& html = {}) {
  const auto templates = load_templates("");
  EXPECT_TRUE(templates.ok());
  const Selected selected = select(analysis, Selection());
  const Report report = build_report(selected, options, {});
  HtmlOptions with_data = html;
  with_data.data = [&](Output& to) {
    write_data(report, selected, options, kPageData, JsonPlace::script, to);
  };
  StringOutput out;
  EXPECT_TRUE(write_html(report, *templates, with_data, out).ok());
  return out.text();
}

std::vector<std::string> hostile_texts() {
  return {
      "</script><script id=canary>x()</script>",
      "</style></title></textarea></noscript></svg><img id=canary src=x>",
      "\"><img src=x onerror=canary()>",
      "' onmouseover='canary()' id='canary",
      "--><b id=canary>x</b>",
      "<!--<script>",
      "]]><b id=canary>",
      "javascript:canary()",
      "&lt;script&gt;&#60;b&#62;",
      "\\u003cscript\\u003e",
      "{{title}}{{{title}}}{{#a}}{{>/etc/passwd}}{{/a}}{{=<% %>=}}",
      "<capaudit-content>",
      "\x1b[31m\x07\x9b",
      "\xe2\x80\xae"
      "gnp.exe",
      "\xff\xfe\xed\xa0\x80",
      std::string("a\0b", 3),
      "line\nbreak\r\nX: y",
      std::string(1 << 16, '<'),
  };
}

TEST(Html, CapturedTextIsOnlyEverText) {
  for (const std::string& text : hostile_texts()) {
    SCOPED_TRACE(visible(text).substr(0, 40));
    ReportOptions options;
    options.title = text;
    options.command = text;
    options.selection = text;
    const std::string page = page_of(hostile_analysis(text), options);
    const Markup markup = read_markup(page);
    EXPECT_THAT(markup.faults, IsEmpty());
    EXPECT_EQ(markup.scripts.size(), 1u);
    EXPECT_EQ(markup.styles.size(), 1u);
    ASSERT_EQ(markup.data.size(), 1u);
    EXPECT_THAT(markup.data[0], Not(HasSubstr("<")));
    simdjson::dom::parser parser;
    simdjson::dom::element data;
    EXPECT_EQ(parser.parse(markup.data[0]).get(data), simdjson::SUCCESS);
    EXPECT_THAT(markup.scripts[0] + markup.styles[0], Not(HasSubstr("canary")));
    for (std::string_view rest = page; !rest.empty();) {
      const CodePoint point = first_code_point(rest);
      ASSERT_TRUE(point.valid);
      ASSERT_TRUE(point.value == '\n' || !is_hidden(point.value));
      rest.remove_prefix(point.size);
    }
  }
}

TEST(Html, OnlyItsOwnStyleAndScriptMayRun) {
  const Markup markup = read_markup(page_of(mixed_analysis()));
  ASSERT_EQ(markup.scripts.size(), 1u);
  ASSERT_EQ(markup.styles.size(), 1u);
  EXPECT_EQ(markup.policy, content_security_policy(markup.styles[0], markup.scripts[0]));
  EXPECT_THAT(markup.policy, HasSubstr("default-src 'none'"));
  EXPECT_LT(markup.scripts[0].size(), 30'000u);
}

// `printf abc | openssl dgst -sha256 -binary | base64`, and the same of nothing.
TEST(Html, PolicyHashesAreSha256InBase64) {
  EXPECT_EQ(content_security_policy("abc", ""),
            "default-src 'none'; style-src "
            "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='; script-src "
            "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; base-uri 'none'; "
            "form-action 'none'");
}

// RFC 4648 10.
TEST(Html, Base64OfTheSpecification) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Html, TheSameAnalysisGivesTheSameBytes) {
  EXPECT_EQ(page_of(mixed_analysis()), page_of(mixed_analysis()));
}

TEST(Html, AllSectionsStandInOrderAndAreLinked) {
  const std::string page = page_of(mixed_analysis());
  std::size_t at = 0;
  for (const char* id :
       {"summary", "quality", "sizes", "times", "connections", "requests", "ledger",
        "findings", "method", "inputs", "raw-data"}) {
    const std::size_t section = page.find("<section id=\"" + std::string(id) + "\"", at);
    ASSERT_NE(section, std::string::npos) << id;
    at = section;
    EXPECT_THAT(page, HasSubstr("<a href=\"#" + std::string(id) + "\">"));
  }
}

TEST(Html, WhatIsUnknownIsSaidToBe) {
  const Markup markup = read_markup(page_of(mixed_analysis()));
  EXPECT_THAT(markup.text, HasSubstr("unknown"));
  // One of the responses has no known size: the sum is a lower bound and says so.
  EXPECT_THAT(markup.text, HasSubstr("\xe2\x89\xa5 1,500"));
  EXPECT_THAT(markup.text, HasSubstr("1 of 6 unknown"));
}

TEST(Html, FindingsComeWithTheirRemedies) {
  const Markup markup = read_markup(page_of(mixed_analysis()));
  EXPECT_THAT(markup.text, HasSubstr("1,460 bytes are missing in 1 connection"));
  EXPECT_THAT(markup.text,
              HasSubstr("capture closer to the client or with a larger buffer"));
  EXPECT_THAT(markup.text, HasSubstr("coding_damaged"));
}

TEST(Html, LongTablesAreCutAndSaySo) {
  const Markup markup = read_markup(page_of(sample_analysis(2100)));
  EXPECT_THAT(markup.faults, IsEmpty());
  EXPECT_THAT(markup.text, HasSubstr("100 more rows are not shown, of 2,100 in all"));
  simdjson::dom::parser parser;
  simdjson::dom::element data;
  ASSERT_EQ(parser.parse(markup.data.at(0)).get(data), simdjson::SUCCESS);
  EXPECT_GT(data["exchanges"].get_array().size(), 1000u);
  EXPECT_LE(data["exchanges"].get_array().size(), kMostRows);
  EXPECT_EQ(std::uint64_t(data["exchanges_selected"]), 2100u);
}

TEST(Html, WithoutExchangesThePageSaysThatThereIsNothing) {
  const Markup markup = read_markup(page_of(sample_analysis(0)));
  EXPECT_THAT(markup.faults, IsEmpty());
  EXPECT_THAT(markup.text, HasSubstr("nothing to measure or to chart"));
}

TEST(Html, WithoutChartsThePageSaysWhy) {
  HtmlOptions html;
  html.no_charts = "gnuplot is not installed";
  const std::string page = page_of(mixed_analysis(), {}, html);
  EXPECT_THAT(page, HasSubstr("No chart: gnuplot is not installed. The table has the "
                              "numbers."));
  EXPECT_THAT(read_markup(page).faults, IsEmpty());
}

TEST(Html, AChartStandsWhereItBelongs) {
  HtmlOptions html;
  html.charts["chart-parts"] = "<svg class=\"plot\"></svg>";
  EXPECT_THAT(page_of(mixed_analysis(), {}, html),
              HasSubstr("<svg class=\"plot\"></svg>"));
}

TEST(Html, ThemesAreSetOnTheRoot) {
  HtmlOptions html;
  EXPECT_THAT(page_of(sample_analysis(1)), HasSubstr("<html lang=\"en\">"));
  html.theme = Theme::dark;
  EXPECT_THAT(page_of(sample_analysis(1), {}, html),
              HasSubstr("<html lang=\"en\" data-theme=\"dark\">"));
}

TEST(Html, SecretsAreHiddenUnlessAsked) {
  Analysis analysis = sample_analysis(1);
  analysis.exchanges[0].url = "http://u:TOPSECRET1@h/?access_token=TOPSECRET2";
  analysis.exchanges[0].request->head =
      "GET /?access_token=TOPSECRET2 HTTP/1.1\r\nX-Api-Key: TOPSECRET3\r\n\r\n";
  EXPECT_THAT(page_of(analysis), Not(HasSubstr("TOPSECRET")));
  ReportOptions options;
  options.redactor = Redactor(RedactMode::off);
  EXPECT_THAT(page_of(analysis, options), HasSubstr("TOPSECRET3"));
}

TEST(Html, ADateIsGivenOnlyWhenItWasAsked) {
  EXPECT_THAT(page_of(sample_analysis(1)), Not(HasSubstr("on 1970-")));
  ReportOptions options;
  options.made_ns = 86'400'000'000'000;
  EXPECT_THAT(page_of(sample_analysis(1), options),
              HasSubstr("on 1970-01-02 00:00:00.000000 UTC"));
}

class TemplateFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "templates-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const char* name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::filesystem::path folder_;
};

TEST_F(TemplateFolder, ItsFilesReplaceTheBuiltInOnes) {
  write("style.css", "p{}");
  const auto templates = load_templates(folder_.string());
  ASSERT_TRUE(templates.ok());
  EXPECT_EQ(templates->style, "p{}");
  EXPECT_EQ(templates->script, load_templates("")->script);
}

TEST_F(TemplateFolder, FaultsAreErrors) {
  EXPECT_FALSE(load_templates((folder_ / "none").string()).ok());
  const Report report = build_report(select(sample_analysis(1), Selection()), {}, {});
  for (const char* page : {"no content", "{{#open}}{{{content}}}"}) {
    write("page.mustache", page);
    const auto templates = load_templates(folder_.string());
    ASSERT_TRUE(templates.ok());
    StringOutput out;
    EXPECT_FALSE(write_html(report, *templates, {}, out).ok()) << page;
  }
}

}  // namespace
}  // namespace capaudit
