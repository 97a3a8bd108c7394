// SPDX-License-Identifier: Apache-2.0
#include "reports/list/list.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "reports/text.h"
#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string list(const Analysis& analysis, std::string_view name,
                 const Terminal& terminal = {}, RedactMode mode = RedactMode::standard) {
  StringOutput out;
  for (const ListFormat& format : list_formats()) {
    if (format.name == name) {
      format.write(select(analysis, Selection()), Redactor(mode), terminal, out);
      return out.text();
    }
  }
  ADD_FAILURE() << "no format " << name;
  return {};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Keys of an object in their order.
std::vector<std::string> keys_of(simdjson::dom::element value) {
  std::vector<std::string> keys;
  const simdjson::dom::object object = value.get_object();
  for (const auto& field : object) {
    keys.emplace_back(field.key);
  }
  return keys;
}

simdjson::dom::element parse(simdjson::dom::parser& parser, const std::string& text) {
  simdjson::dom::element value;
  const auto error = parser.parse(text).get(value);
  EXPECT_EQ(error, simdjson::SUCCESS) << text.substr(0, 200);
  return value;
}

// RFC 4180, strictly: cells of each record.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\r') {
      EXPECT_EQ(text.at(i + 1), '\n');
      ++i;
      rows.emplace_back(1);
    } else {
      rows.back().back() += c;
    }
  }
  EXPECT_FALSE(quoted);
  rows.pop_back();
  return rows;
}

// What the record's description lists, in its order.
const std::vector<std::string> kKeys = {
    "id",        "capture", "connection", "stream", "client", "server",
    "protocol",  "method",  "url",        "status", "reason", "state",
    "operation", "request", "response",   "wire",   "time",   "findings"};
const std::vector<std::string> kHalfKeys = {
    "head_bytes",   "framing_bytes", "encoded_bytes", "content_bytes", "codings",
    "content_type", "format",        "missing_bytes", "messages",      "names",
    "rows",         "columns",       "digest",        "frames"};
const std::vector<std::string> kTimeKeys = {"start", "blocked", "dns",  "connect",
                                            "ssl",   "send",    "wait", "receive",
                                            "total", "server",  "rtt"};

TEST(ListNdjson, EveryRecordHasEveryKeyInOrder) {
  const auto lines = lines_of(list(mixed_analysis(), "ndjson"));
  ASSERT_EQ(lines.size(), 9u);
  for (const std::string& line : lines) {
    simdjson::dom::parser parser;
    const auto record = parse(parser, line);
    EXPECT_EQ(keys_of(record), kKeys);
    EXPECT_EQ(keys_of(record["request"].value()), kHalfKeys);
    EXPECT_EQ(keys_of(record["response"].value()), kHalfKeys);
    EXPECT_EQ(keys_of(record["time"].value()), kTimeKeys);
    EXPECT_THAT(keys_of(record["wire"].value()),
                ElementsAre("packets", "frame_bytes", "retransmitted_bytes"));
  }
}

TEST(ListNdjson, AKnownExchangeIsWrittenAsItIs) {
  EXPECT_EQ(
      list(sample_analysis(1), "ndjson"),
      "{\"id\":\"a.pcap#1\",\"capture\":\"a.pcap\",\"connection\":1,\"stream\":null,"
      "\"client\":\"192.0.2.1:50000\",\"server\":\"192.0.2.2:80\","
      "\"protocol\":\"HTTP/1.1\",\"method\":\"GET\","
      "\"url\":\"http://example.com/rows?n=1\",\"status\":200,\"reason\":\"OK\","
      "\"state\":\"complete\",\"operation\":null,"
      "\"request\":{\"head_bytes\":65,\"framing_bytes\":0,\"encoded_bytes\":0,"
      "\"content_bytes\":0,\"codings\":[],\"content_type\":null,\"format\":\"empty\","
      "\"missing_bytes\":0,\"messages\":0,\"names\":[],\"rows\":null,\"columns\":null,"
      "\"digest\":null,\"frames\":[4,4]},"
      "\"response\":{\"head_bytes\":120,\"framing_bytes\":12,\"encoded_bytes\":300,"
      "\"content_bytes\":1000,\"codings\":[\"gzip\"],"
      "\"content_type\":\"application/json\",\"format\":\"json\",\"missing_bytes\":0,"
      "\"messages\":1,\"names\":[],\"rows\":5,\"columns\":3,"
      "\"digest\":\"00112233445566778899aabbccddeeff\",\"frames\":[6,8]},"
      "\"wire\":{\"packets\":3,\"frame_bytes\":900,\"retransmitted_bytes\":0},"
      "\"time\":{\"start\":\"2026-11-30T15:25:00.010000000Z\",\"blocked\":null,"
      "\"dns\":null,\"connect\":null,\"ssl\":null,\"send\":0,\"wait\":2.25,"
      "\"receive\":10,\"total\":12.25,\"server\":1.5,\"rtt\":1},\"findings\":[]}\n");
}

TEST(ListNdjson, WhatIsUnknownIsNull) {
  const auto lines = lines_of(list(mixed_analysis(), "ndjson"));
  simdjson::dom::parser parser;
  const auto unanswered = parse(parser, lines[1]);
  EXPECT_TRUE(unanswered["status"].is_null());
  EXPECT_TRUE(unanswered["reason"].is_null());
  for (const std::string& key : kHalfKeys) {
    EXPECT_TRUE(unanswered["response"][key].is_null()) << key;
  }
  const auto response_only = parse(parser, lines[2]);
  EXPECT_TRUE(response_only["method"].is_null());
  EXPECT_TRUE(response_only["url"].is_null());
  const auto cut = parse(parser, lines[3]);
  EXPECT_TRUE(cut["response"]["encoded_bytes"].is_null());
  EXPECT_TRUE(cut["response"]["content_bytes"].is_null());
}

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "</script><script id=canary>x()</script>",
      "\"><img src=x onerror=canary()>",
      "=cmd|' /C calc'!A0",
      "+1+1",
      "-2+3",
      "@SUM(A1)",
      "\t=1+1",
      "\r=1",
      "\xef\xbc\x9d"
      "1+1",
      "\x1b]0;owned\x07",
      "\xe2\x80\xae"
      "cod.exe",
      "\xff\xfe\xed\xa0\x80",
      std::string("nul\0here", 8),
      "line\nbreak\r\nX: y",
      "a,\"b\",c",
      "`touch PWNED`$(touch PWNED)",
      "{{title}}{{{title}}}",
      "| pipe | [link](javascript:canary()) ![i](http://h/) *b* <u>",
      "\xed\xa0\xbd\xed\xb8\x80",
      std::string(1 << 16, 'A'),
  };
  return texts;
}

TEST(List, NoFormatLetsCapturedTextSteerATerminal) {
  for (const std::string& text : hostile_texts()) {
    const Analysis analysis = hostile_analysis(text);
    for (const ListFormat& format : list_formats()) {
      SCOPED_TRACE(std::string(format.name) + " " + visible(text).substr(0, 40));
      const std::string out = list(analysis, format.name);
      for (std::string_view rest = out; !rest.empty();) {
        const CodePoint point = first_code_point(rest);
        ASSERT_TRUE(point.valid);
        const bool line_end = point.value == '\n' || point.value == '\r';
        ASSERT_TRUE(line_end || !is_hidden(point.value)) << std::uint32_t{point.value};
        rest.remove_prefix(point.size);
      }
    }
  }
}

TEST(List, JsonFormatsParseWhateverWasCaptured) {
  for (const std::string& text : hostile_texts()) {
    SCOPED_TRACE(visible(text).substr(0, 40));
    const Analysis analysis = hostile_analysis(text);
    simdjson::dom::parser parser;
    parse(parser, list(analysis, "json"));
    parse(parser, list(analysis, "har"));
    const auto lines = lines_of(list(analysis, "ndjson"));
    ASSERT_EQ(lines.size(), 2u);
    parse(parser, lines[0]);
  }
}

TEST(ListCsv, RecordsAreRectangularAndRunNothing) {
  for (const std::string& text : hostile_texts()) {
    SCOPED_TRACE(visible(text).substr(0, 40));
    const auto rows = parse_csv(list(hostile_analysis(text), "csv"));
    ASSERT_EQ(rows.size(), 3u);
    for (const auto& row : rows) {
      EXPECT_EQ(row.size(), rows[0].size());
      for (const std::string& cell : row) {
        const bool runs = !cell.empty() && (std::string_view("=+-@\t\r").find(cell[0]) !=
                                                std::string_view::npos ||
                                            cell.starts_with("\xef\xbc\x9d"));
        EXPECT_FALSE(runs) << cell.substr(0, 40);
      }
    }
  }
}

TEST(ListCsv, CellsCarryTheRecord) {
  const auto rows = parse_csv(list(mixed_analysis(), "csv"));
  ASSERT_EQ(rows.size(), 10u);
  const auto cell = [&rows](std::size_t row, const std::string& name) {
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
      if (rows[0][i] == name) {
        return rows[row].at(i);
      }
    }
    ADD_FAILURE() << "no column " << name;
    return std::string();
  };
  EXPECT_EQ(cell(1, "id"), "a.pcap#1");
  EXPECT_EQ(cell(1, "response_encoded_bytes"), "300");
  EXPECT_EQ(cell(1, "response_codings"), "gzip");
  EXPECT_EQ(cell(1, "server_ms"), "1.5");
  EXPECT_EQ(cell(1, "connect_ms"), "1");
  EXPECT_EQ(cell(2, "status"), "");
  EXPECT_EQ(cell(2, "response_missing_bytes"), "");
  EXPECT_EQ(cell(4, "response_encoded_bytes"), "");
  EXPECT_EQ(cell(4, "findings"), "coding_damaged");
  EXPECT_EQ(cell(8, "request_names"), "census.getRows");
}

TEST(ListHar, IsHar12WithMinusOneForUnknown) {
  simdjson::dom::parser parser;
  const auto log = parse(parser, list(mixed_analysis(), "har"))["log"];
  EXPECT_EQ(std::string_view(log["version"]), "1.2");
  EXPECT_EQ(std::string_view(log["creator"]["name"]), "capaudit");
  ASSERT_EQ(log["entries"].get_array().size(), 9u);
  const simdjson::dom::array entries = log["entries"].get_array();
  for (const auto entry : entries) {
    for (const char* key :
         {"startedDateTime", "time", "request", "response", "cache", "timings"}) {
      EXPECT_EQ(entry[key].error(), simdjson::SUCCESS) << key;
    }
    for (const char* key : {"method", "url", "httpVersion", "cookies", "headers",
                            "queryString", "headersSize", "bodySize"}) {
      EXPECT_EQ(entry["request"][key].error(), simdjson::SUCCESS) << key;
    }
    for (const char* key : {"status", "statusText", "httpVersion", "cookies", "headers",
                            "content", "redirectURL", "headersSize", "bodySize"}) {
      EXPECT_EQ(entry["response"][key].error(), simdjson::SUCCESS) << key;
    }
  }
  const auto first = log["entries"].at(0);
  EXPECT_EQ(double(first["time"]), 1.0 + 2.25 + 10.0);
  EXPECT_EQ(double(first["timings"]["dns"]), -1);
  EXPECT_EQ(std::int64_t(first["response"]["content"]["compression"]), 700);
  EXPECT_EQ(std::string_view(first["request"]["queryString"].at(0)["name"]), "n");
  EXPECT_EQ(std::string_view(first["request"]["headers"].at(1)["name"]), "Cookie");
  EXPECT_EQ(std::string_view(first["request"]["headers"].at(1)["value"]), "sid=******");
  const auto unanswered = log["entries"].at(1);
  EXPECT_EQ(std::int64_t(unanswered["response"]["status"]), 0);
  EXPECT_EQ(std::int64_t(unanswered["response"]["bodySize"]), -1);
}

TEST(ListTable, FitsTheTerminal) {
  for (const std::size_t width : {40u, 60u, 80u, 100u, 132u, 200u}) {
    const auto lines = lines_of(list(mixed_analysis(), "table", {width, false}));
    ASSERT_EQ(lines.size(), 11u);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      EXPECT_LE(display_width(lines[i]), width) << lines[i];
    }
  }
}

TEST(ListTable, ShowsWhatIsThereAndSumsItUp) {
  const auto lines = lines_of(list(mixed_analysis(), "table"));
  EXPECT_THAT(lines[1], HasSubstr("http://example.com/rows?n=1"));
  EXPECT_THAT(lines[2], HasSubstr("unanswered"));
  EXPECT_THAT(lines[9], HasSubstr(std::string(300, 'x'))) << "uncut without a terminal";
  EXPECT_EQ(lines[10],
            "9 exchanges (3 complete, 1 unanswered, 1 response_only, 1 cut_short, 1 "
            "closed_early, 1 gap, 1 reset); responses: 2,100 B (2.10 kB) encoded (1 "
            "unknown), 7,000 B (7.00 kB) decoded (1 unknown)");
}

TEST(ListTable, ColorsOnlyWhenAsked) {
  EXPECT_THAT(list(mixed_analysis(), "table"), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(list(mixed_analysis(), "table", {std::nullopt, true}), HasSubstr("\x1b["));
}

TEST(ListTable, NothingIsAlsoAnAnswer) {
  EXPECT_EQ(list(sample_analysis(0), "table"),
            "0 exchanges; responses: 0 B encoded, 0 B decoded\n");
}

TEST(ListMarkdown, CapturedTextIsNoMarkup) {
  const std::string out = list(hostile_analysis("|[x](http://h)`<img src=x>*_"), "md");
  EXPECT_THAT(out, HasSubstr("\\|\\[x\\](http://h)\\`\\<img src=x\\>\\*\\_"));
}

TEST(List, SecretsStayHiddenInEveryFormat) {
  Analysis analysis = sample_analysis(1);
  analysis.exchanges[0].url = "http://u:TOPSECRET1@h/?access_token=TOPSECRET2";
  analysis.exchanges[0].request->head =
      "GET /?access_token=TOPSECRET2 HTTP/1.1\r\nAuthorization: Basic TOPSECRET3\r\n\r\n";
  for (const ListFormat& format : list_formats()) {
    SCOPED_TRACE(format.name);
    EXPECT_THAT(list(analysis, format.name), Not(HasSubstr("TOPSECRET")));
    EXPECT_THAT(list(analysis, format.name, {}, RedactMode::off),
                HasSubstr("TOPSECRET2"));
  }
}

}  // namespace
}  // namespace capaudit
