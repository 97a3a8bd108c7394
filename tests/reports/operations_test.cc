// SPDX-License-Identifier: Apache-2.0
// Operations as every output tells them: the record's key, info, the report's section.
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "analyzer/operations/url.h"
#include "reports/info.h"
#include "reports/operation_record.h"
#include "reports/page/build.h"
#include "reports/record.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;

/// Three exchanges: a redirect, where it leads, and one more.
Analysis redirected_analysis() {
  Analysis analysis = sample_analysis(3);
  Exchange& first = analysis.exchanges[0];
  first.status = 302;
  first.response->head_facts.take("Location", "/there?token=secret");
  analysis.exchanges[1].url = resolve_url(first.url, "/there?token=secret");
  analysis.exchanges[2].url = "http://a.example/elsewhere";
  group_operations(analysis);
  return analysis;
}

simdjson::dom::element parsed(simdjson::dom::parser& parser, const std::string& text) {
  simdjson::dom::element out;
  EXPECT_EQ(parser.parse(text).get(out), simdjson::SUCCESS);
  return out;
}

TEST(OperationRecord, TheExchangeNamesItsOperation) {
  const Analysis analysis = redirected_analysis();
  for (const auto& [index, id] : {std::pair(0, "a.pcap#op1"), std::pair(1, "a.pcap#op1"),
                                  std::pair(2, "a.pcap#op2")}) {
    StringOutput out;
    JsonWriter json(out);
    write_record(analysis, analysis.exchanges[static_cast<std::size_t>(index)],
                 Redactor(RedactMode::standard), json);
    simdjson::dom::parser parser;
    EXPECT_EQ(std::string_view(parsed(parser, out.text())["operation"]), id);
  }
}

TEST(OperationRecord, InfoHasCountsAndThoseThatWereGrouped) {
  StringOutput out;
  write_info_json(redirected_analysis(), Redactor(RedactMode::standard),
                  LedgerDetail::file, out);
  simdjson::dom::parser parser;
  const simdjson::dom::element info = parsed(parser, out.text());
  EXPECT_EQ(std::uint64_t(info["operations"]["redirect"]), 1u);
  EXPECT_EQ(std::uint64_t(info["operations"]["single"]), 1u);
  EXPECT_EQ(simdjson::dom::array(info["grouped"]).size(), 1u);
  const auto operation = info["grouped"].at(0);
  EXPECT_EQ(std::string_view(operation["id"]), "a.pcap#op1");
  EXPECT_EQ(std::string_view(operation["kind"]), "redirect");
  EXPECT_THAT(std::string(std::string_view(operation["because"])), HasSubstr("Location"));
  EXPECT_EQ(std::string_view(operation["exchanges"].at(0)["role"]), "redirect");
  EXPECT_EQ(std::string_view(operation["exchanges"].at(1)["id"]), "a.pcap#2");
  EXPECT_EQ(std::uint64_t(operation["metrics"]["requests"]), 2u);
  EXPECT_EQ(std::uint64_t(operation["metrics"]["encoded_bytes"]), 600u);
  EXPECT_TRUE(operation["without_setup"].is_null());
}

TEST(OperationRecord, InfoTextCountsKinds) {
  StringOutput out;
  write_info_text(redirected_analysis(), Redactor(RedactMode::standard), TimeZone(),
                  Terminal(), LedgerDetail::file, out);
  EXPECT_THAT(out.text(), HasSubstr("  operations     1 single, 1 redirect\n"));
}

TEST(OperationsSection, SaysWhyAndLinksToEveryExchange) {
  const Analysis analysis = redirected_analysis();
  const Selected selected = select(analysis, Selection());
  const Section section =
      operations_section({analysis, selected.exchanges, ReportOptions(), ReportExtras()});
  ASSERT_EQ(section.blocks.size(), 3u);
  EXPECT_THAT(std::get<Paragraph>(section.blocks[0]).text,
              HasSubstr("3 exchanges in 2 operations; 1 operation of a single"));
  const PageTable& table = std::get<PageTable>(section.blocks[2]);
  ASSERT_EQ(table.rows.size(), 1u);
  ASSERT_EQ(table.rows[0].cells.size(), table.columns.size());
  EXPECT_THAT(table.rows[0].cells[3].text, HasSubstr("Location"));
  const std::vector<PageLink>& links = table.rows[0].cells.back().links;
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].id, exchange_anchor(analysis.exchanges[0]));
  EXPECT_EQ(links[0].text, "#1 redirect");
}

TEST(OperationsSection, OfNoExchangesThereIsNone) {
  const Analysis analysis = sample_analysis(0);
  const Selected selected = select(analysis, Selection());
  EXPECT_TRUE(
      operations_section({analysis, selected.exchanges, ReportOptions(), ReportExtras()})
          .blocks.empty());
}

}  // namespace
}  // namespace capaudit
