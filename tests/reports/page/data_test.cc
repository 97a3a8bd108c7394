// SPDX-License-Identifier: Apache-2.0
#include "reports/page/data.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "reports/page/markdown.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string data_of(const Analysis& analysis, const DataLimits& limits = {}) {
  const ReportOptions options;
  const Selected selected = select(analysis, Selection());
  StringOutput out;
  write_data(build_report(selected, options, {}), selected, options, limits,
             JsonPlace::file, out);
  return out.text();
}

/// Text of every string and number of a JSON value.
void collect(simdjson::dom::element value, std::set<std::string>& out) {
  if (simdjson::dom::array array; value.get(array) == simdjson::SUCCESS) {
    for (const simdjson::dom::element child : array) {
      collect(child, out);
    }
  } else if (simdjson::dom::object object; value.get(object) == simdjson::SUCCESS) {
    for (const simdjson::dom::key_value_pair child : object) {
      collect(child.value, out);
    }
  } else if (std::string_view text; value.get(text) == simdjson::SUCCESS) {
    out.emplace(text);
  } else {
    out.insert(simdjson::minify(value));
  }
}

TEST(Data, HoldsEveryNumberOfTheTables) {
  const Analysis analysis = mixed_analysis();
  const Report report = build_report(select(analysis, Selection()), {}, {});
  const std::string text = data_of(analysis);
  simdjson::dom::parser parser;
  simdjson::dom::element data;
  ASSERT_EQ(parser.parse(text).get(data), simdjson::SUCCESS);
  std::set<std::string> values;
  collect(data, values);
  std::size_t checked = 0;
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      const auto* table = std::get_if<PageTable>(&block);
      if (table == nullptr || table->of_exchanges) {
        continue;
      }
      for (const PageRow& row : table->rows) {
        for (const PageCell& cell : row.cells) {
          EXPECT_TRUE(values.contains(cell.text)) << cell.text;
          EXPECT_TRUE(cell.note.empty() || values.contains(cell.note)) << cell.note;
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 200u);
}

TEST(Data, NamesAKeyOnlyOnce) {
  const std::string text = data_of(mixed_analysis());
  simdjson::dom::parser parser;
  simdjson::dom::object data;
  ASSERT_EQ(parser.parse(text).get(data), simdjson::SUCCESS);
  std::set<std::string> keys;
  for (const simdjson::dom::key_value_pair pair : data) {
    EXPECT_TRUE(keys.emplace(pair.key).second) << pair.key;
  }
}

TEST(Data, RecordsStopAtALimitAndSayHowManyThereAre) {
  const auto count = [](const DataLimits& limits) {
    const std::string text = data_of(sample_analysis(50), limits);
    simdjson::dom::parser parser;
    simdjson::dom::element data;
    EXPECT_EQ(parser.parse(text).get(data), simdjson::SUCCESS);
    EXPECT_EQ(std::uint64_t(data["exchanges_selected"]), 50u);
    EXPECT_EQ(data["exchanges"].get_array().size(),
              std::uint64_t(data["exchanges_embedded"]));
    return std::uint64_t(data["exchanges_embedded"]);
  };
  EXPECT_EQ(count({}), 50u);
  EXPECT_EQ(count({10, SIZE_MAX}), 10u);
  EXPECT_LT(count({SIZE_MAX, 20'000}), 50u);
}

TEST(Markdown, HasEverySectionAndItsTables) {
  const Report report = build_report(select(mixed_analysis(), Selection()), {}, {});
  StringOutput out;
  write_markdown(report, out);
  for (const Section& section : report.sections) {
    EXPECT_THAT(out.text(), HasSubstr("\n## " + section.title + "\n"));
  }
  EXPECT_THAT(out.text(),
              HasSubstr("| Fate | Bytes | Share | Which bytes |\n|:---|---:|"));
}

TEST(Markdown, CapturedTextIsOnlyText) {
  StringOutput out;
  write_markdown(build_report(select(hostile_analysis("a|b\n<script>x</script>[l](u)`c`"),
                                     Selection()),
                              {}, {}),
                 out);
  EXPECT_THAT(out.text(), Not(HasSubstr("<script>")));
  EXPECT_THAT(out.text(), Not(HasSubstr("[l](u)")));
  EXPECT_THAT(out.text(), Not(HasSubstr("a|b")));
}

}  // namespace
}  // namespace capaudit
