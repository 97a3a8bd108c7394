// SPDX-License-Identifier: Apache-2.0
#include "reports/info.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "tests/reports/sample.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const Analysis& analysis) {
  StringOutput out;
  write_info_text(analysis, Redactor(RedactMode::standard), TimeZone(), Terminal(),
                  LedgerDetail::file, out);
  return out.text();
}

TEST(Info, SaysWhatIsInTheFile) {
  const std::string text = text_of(mixed_analysis());
  for (const char* part :
       {"a.pcap\n", "  container      pcap\n", "  size           1,504 B (1.50 kB)\n",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "Ethernet, at most 262,144 bytes of a packet", "drops not recorded",
        "  first packet   2026-11-30 15:25:00.000000 UTC\n", "  duration       900 ms\n",
        "  connections    1 TCP, 1 with HTTP, 1 with handshake\n",
        "3 complete, 1 unanswered, 1 response_only, 1 cut_short, 1 closed_early, 1 gap, "
        "1 reset",
        "    residual                           0\n",
        "    damage truncated_file, connection 1, frame 17\n",
        "      what to do: capture closer to the client or with a larger buffer\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(Info, TellsTheLedgerOfEachConnectionOnRequest) {
  const Analysis analysis = mixed_analysis();
  StringOutput text;
  write_info_text(analysis, Redactor(RedactMode::standard), TimeZone(), Terminal(),
                  LedgerDetail::connections, text);
  EXPECT_THAT(text.text(), HasSubstr("  ledger by connection\n       1  "));
  EXPECT_THAT(text.text(),
              HasSubstr(": 500 exchange, 200 tcp_control, 600 layer_headers\n"));
  EXPECT_THAT(text.text(), HasSubstr("    none  frames of no connection: 0\n"));
  EXPECT_THAT(text_of(analysis), Not(HasSubstr("ledger by connection")));

  StringOutput out;
  write_info_json(analysis, Redactor(RedactMode::standard), LedgerDetail::connections,
                  out);
  simdjson::dom::parser parser;
  simdjson::dom::element info;
  ASSERT_EQ(parser.parse(out.text()).get(info), simdjson::SUCCESS);
  std::uint64_t sum = 0;
  for (const auto one : info["captures"].at(0)["connection_ledgers"].get_array()) {
    sum += std::uint64_t(one["ledger"]["sum"]);
  }
  EXPECT_EQ(sum, std::uint64_t(info["captures"].at(0)["ledger"]["sum"]));
}

TEST(Info, CapturedTextDoesNotSteer) {
  const std::string text = text_of(hostile_analysis("\x1b[2J\xe2\x80\xae\r"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
}

TEST(Info, JsonHoldsTheSame) {
  StringOutput out;
  write_info_json(mixed_analysis(), Redactor(RedactMode::standard), LedgerDetail::file,
                  out);
  simdjson::dom::parser parser;
  simdjson::dom::element info;
  ASSERT_EQ(parser.parse(out.text()).get(info), simdjson::SUCCESS);
  const auto capture = info["captures"].at(0);
  EXPECT_EQ(std::uint64_t(capture["file_bytes"]), 1504u);
  EXPECT_EQ(std::uint64_t(capture["ledger"]["fates"]["exchange"]), 500u);
  EXPECT_EQ(std::uint64_t(capture["ledger"]["sum"]), 1300u);
  EXPECT_EQ(std::int64_t(capture["ledger"]["residual"]), 0);
  EXPECT_TRUE(capture["interfaces"].at(0)["dropped"].is_null());
  EXPECT_EQ(std::uint64_t(info["states"]["complete"]), 3u);
  EXPECT_EQ(std::string_view(info["findings"].at(1)["code"]), "truncated_file");
}

}  // namespace
}  // namespace capaudit
