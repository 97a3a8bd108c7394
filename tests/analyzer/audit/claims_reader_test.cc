// SPDX-License-Identifier: Apache-2.0
// Claims files, good and bad: every error with its line and column, all at once, and the
// word that was meant.
#include "analyzer/audit/claims_reader.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

constexpr std::string_view kGood = R"(title = "Census, checked"
source = "a magazine, 2008"

[[scenario]]
id = "json"
name = "Ajax JSON"
captures = ["json-*.pcapng", "more.pcap"]
select = { url = "*command=getJSON*", status = 200, method = ["GET", "POST"] }
run = "operation"
rows = 5000

[[scenario]]
id = "amf"
captures = "amf.pcapng"
run = { seconds = 60 }
start = "cold"
exchanges = ["1-100", "120"]

[[claim]]
id = "parse"
says = "5,000 rows take 1.3 s to parse"
scenario = "json"
metric = "parse_time"
value = "1.3 s"
tolerance = "10%"
explain = true
engine = "simdjson"

[[claim]]
id = "size"
says = "AMF is 78% of JSON"
scenario = "amf"
metric = "encoded_bytes"
relative_to = { scenario = "json", as = "json-columns" }
value = "78%"

[[claim]]
id = "three"
says = "a call is three requests"
source = "the same, page 2"
scenario = "amf"
metric = "requests"
op = ">="
value = 3

[[claim]]
id = "memory"
says = "memory grows by 400%"
metric = "client_memory"
value = "400% more"
)";

TEST(ClaimsReader, ReadsEveryKey) {
  const ReadClaims read = parse_claims(kGood, "dir/claims.toml");
  for (const ClaimsError& error : read.errors) {
    ADD_FAILURE() << error_line("claims.toml", error);
  }
  const ClaimsFile& file = read.file;
  EXPECT_EQ(file.title, "Census, checked");
  EXPECT_EQ(file.folder, "dir/");
  ASSERT_EQ(file.scenarios.size(), 2u);
  EXPECT_EQ(file.scenarios[0].captures.size(), 2u);
  EXPECT_EQ(file.scenarios[0].rows, std::optional<std::uint64_t>(5000));
  EXPECT_FALSE(file.scenarios[0].select.selects_all());
  EXPECT_EQ(file.scenarios[1].name, "amf");
  EXPECT_EQ(file.scenarios[1].run.kind, RunRule::Kind::window);
  EXPECT_EQ(file.scenarios[1].run.seconds, 60);
  EXPECT_EQ(file.scenarios[1].start, StartFilter::cold);
  ASSERT_EQ(file.scenarios[1].exchanges.size(), 2u);
  EXPECT_EQ(file.scenarios[1].exchanges[0].last, 100u);
  EXPECT_EQ(file.scenarios[1].exchanges[1].first, 120u);
  ASSERT_EQ(file.claims.size(), 4u);
  EXPECT_TRUE(file.claims[0].explain);
  EXPECT_EQ(file.claims[0].engine, "simdjson");
  EXPECT_EQ(file.claims[0].tolerance.relative, std::optional<double>(0.1));
  EXPECT_EQ(file.claims[0].source, "a magazine, 2008");
  EXPECT_EQ(file.claims[1].relative_to->as, "json-columns");
  EXPECT_EQ(file.claims[2].op, Relation::at_least);
  EXPECT_EQ(file.claims[2].value.readings[0].value, 3);
  EXPECT_EQ(file.claims[2].source, "the same, page 2");
  EXPECT_EQ(file.claims[3].metric->observed, Observed::never);
}

struct Case {
  const char* name;
  const char* text;
  std::uint32_t line, column;
  const char* says;
};

TEST(ClaimsReader, EveryErrorHasItsPlaceAndWhatWasMeant) {
  const Case cases[] = {
      {"broken TOML", "title = \"a\nid = 1\n", 1, 0, ""},
      {"unknown key at the top", "titel = \"a\"\n", 1, 1, "did you mean 'title'"},
      {"unknown key in a scenario",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nselct = {}\n", 4, 1,
       "did you mean 'select'"},
      {"unknown key in select",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nselect = { urls = \"*\" }\n", 4, 12,
       "did you mean 'url'"},
      {"unknown metric", "[[claim]]\nid = \"a\"\nsays = \"b\"\nmetric = \"parse_tme\"\n",
       4, 10, "did you mean 'parse_time'"},
      {"unknown scenario",
       "[[scenario]]\nid = \"json\"\ncaptures = [\"a\"]\n[[claim]]\nid = \"c\"\n"
       "says = \"d\"\nscenario = \"jsn\"\nmetric = \"rows\"\nvalue = 1\n",
       7, 12, "did you mean 'json'"},
      {"two scenarios of one id",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\n[[scenario]]\nid = \"a\"\n"
       "captures = [\"a\"]\n",
       5, 6, "line 2"},
      {"no captures", "[[scenario]]\nid = \"a\"\n", 1, 1, "lacks 'captures'"},
      {"a bad run", "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nrun = \"operaton\"\n",
       4, 7, "did you mean 'operation'"},
      {"a window of nothing",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nrun = { seconds = 0 }\n", 4, 7,
       "seconds = 60"},
      {"a window that is no number",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nrun = { seconds = nan }\n", 4, 7,
       "seconds = 60"},
      {"a bad status",
       "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\nselect = { status = \"ok\" }\n", 4,
       21, "status is"},
      {"a value without unit",
       "[[claim]]\nid = \"a\"\nsays = \"b\"\nmetric = \"total_time\"\nvalue = \"5\"\n", 5,
       9, "a time"},
      {"a percentage of nothing",
       "[[scenario]]\nid = \"s\"\ncaptures = [\"a\"]\n[[claim]]\nid = \"a\"\n"
       "says = \"b\"\nscenario = \"s\"\nmetric = \"rows\"\nvalue = \"78%\"\n",
       9, 9, "relative_to is missing"},
      {"a ratio with 0 s",
       "[[scenario]]\nid = \"s\"\ncaptures = [\"a\"]\n[[claim]]\nid = \"a\"\n"
       "says = \"b\"\nscenario = \"s\"\nmetric = \"parse_time\"\n"
       "value = \"9 times faster than 0 s\"\n",
       9, 9, "there is no ratio"},
      {"a ratio that is 0",
       "[[scenario]]\nid = \"s\"\ncaptures = [\"a\"]\n[[claim]]\nid = \"a\"\n"
       "says = \"b\"\nscenario = \"s\"\nmetric = \"parse_time\"\n"
       "relative_to = \"s\"\nvalue = \"0%\"\n",
       10, 9, "takes part in no ratio"},
      {"a tolerance of another kind",
       "[[claim]]\nid = \"a\"\nsays = \"b\"\nmetric = \"total_time\"\nvalue = \"5 s\"\n"
       "tolerance = \"5 B\"\n",
       6, 13, "a time"},
      {"a scenario that is no table", "scenario = 5\n", 1, 12, "[[scenario]]"},
      {"nothing claimed", "title = \"a\"\n", 1, 1, "no [[claim]]"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const ReadClaims read = parse_claims(one.text, "c.toml");
    bool found = false;
    std::string all;
    for (const ClaimsError& error : read.errors) {
      all += error_line("c.toml", error) + "\n";
      found = found || (error.place.line == one.line &&
                        (one.column == 0 || error.place.column == one.column) &&
                        error.what.find(one.says) != std::string::npos);
    }
    EXPECT_TRUE(found) << all;
  }
}

TEST(ClaimsReader, ErrorsAreToldTogetherInTheOrderOfTheFile) {
  const ReadClaims read = parse_claims(
      "[[scenario]]\nid = \"a\"\nfoo = 1\n[[claim]]\nid = \"b\"\nmetric = \"x\"\n",
      "c.toml");
  ASSERT_GE(read.errors.size(), 4u);
  for (std::size_t i = 1; i < read.errors.size(); ++i) {
    EXPECT_LE(read.errors[i - 1].place.line, read.errors[i].place.line);
  }
  EXPECT_EQ(error_line("c.toml", {{3, 7}, "what"}), "c.toml:3:7: what");
}

TEST(ClaimsReader, AFigureKeepsTheDigitsItWasPrintedWith) {
  const ReadClaims read = parse_claims(
      "[[scenario]]\nid = \"a\"\ncaptures = [\"a\"]\n[[claim]]\nid = \"b\"\n"
      "says = \"c\"\nscenario = \"a\"\nmetric = \"requests_per_operation\"\n"
      "value = 3.0\n",
      "c.toml");
  ASSERT_TRUE(read.errors.empty()) << error_line("c.toml", read.errors[0]);
  EXPECT_NEAR(read.file.claims[0].value.readings[0].high, 3.05, 1e-12);
}

TEST(ClaimsReader, AFileThatCannotBeReadIsAnError) {
  EXPECT_FALSE(read_claims("/nonexistent/claims.toml").errors.empty());
  EXPECT_FALSE(read_claims("/").errors.empty());
}

TEST(ClaimsReader, DeepNestingEndsInAnError) {
  std::string text = "title = ";
  text.append(100000, '[');
  EXPECT_FALSE(parse_claims(text, "c.toml").errors.empty());
}

}  // namespace
}  // namespace capaudit
