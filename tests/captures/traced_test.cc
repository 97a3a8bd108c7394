// SPDX-License-Identifier: Apache-2.0
// The figures of docs/TRACED.md, which tshark gave, against those of the program, and
// that the document says the same.
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyzer/analysis.h"
#include "reports/numbers.h"

namespace capaudit {
namespace {

const std::string kRoot = CAPAUDIT_SOURCE_ROOT;

class Traced : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(kRoot + "/docs/TRACED.md");
    document_.assign(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(document_.empty());
    analysis_ = analyze({kRoot + "/captures/census/methods.pcapng"}, {});
    ASSERT_TRUE(analysis_.ok());
  }
  const Exchange& exchange(std::uint32_t number) const {
    return analysis_->exchanges.at(number - 1);
  }
  /// As sent: head, framing and encoded body.
  static std::string sent(const Half& half) {
    return grouped(half.head_bytes.value_or(0)) + " + " +
           grouped(half.framing_bytes.value_or(0)) + " + " +
           grouped(half.encoded_bytes.value_or(0)) + " B";
  }
  void expect_written(const std::string& text) const {
    EXPECT_THAT(document_, testing::HasSubstr("| " + text + " |"));
  }

  std::string document_;
  Result<Analysis> analysis_ = Error{ErrorCode::io, 0, "not read"};
};

TEST_F(Traced, SizesAreThoseOfTheSegments) {
  EXPECT_EQ(exchange(1).request->head_bytes, 436u);  // tcp.len of frame 6
  expect_written("436 B");
  struct Case {
    std::uint32_t number;
    std::uint64_t tcp_len;  // sum over the frames
    std::uint64_t first_frame, last_frame;
  };
  for (const Case& one :
       {Case{1, 1316, 8, 8}, Case{2, 42'184, 11, 45}, Case{9, 28'483, 292, 315}}) {
    SCOPED_TRACE(one.number);
    const Half& half = *exchange(one.number).response;
    EXPECT_EQ(half.head_bytes.value_or(0) + half.framing_bytes.value_or(0) +
                  half.encoded_bytes.value_or(0),
              one.tcp_len);
    EXPECT_EQ(half.first_frame, one.first_frame);
    EXPECT_EQ(half.last_frame, one.last_frame);
    expect_written(sent(half));
  }
  EXPECT_EQ(exchange(2).wire.packets, 31u);
  EXPECT_EQ(exchange(2).wire.frame_bytes, 44'603u);
  expect_written("31 packets, 44,603 B");
}

TEST_F(Traced, TimesAreThoseOfTheFrames) {
  // frame.time_epoch of 5 less 3, of 8 less 6, of that less 4 less 3, of 275 less 135.
  EXPECT_EQ(exact_ms(exchange(1).time.connect.value_or(-1)), "0.029814");
  EXPECT_EQ(exact_ms(exchange(1).time.wait.value_or(-1)), "2.601959");
  EXPECT_EQ(exact_ms(exchange(1).time.server.value_or(-1)), "2.583851");
  EXPECT_EQ(exact_ms(exchange(6).time.total.value_or(-1)), "166.353296");
  EXPECT_EQ(exchange(6).request->first_frame, 135u);
  EXPECT_EQ(exchange(6).response->last_frame, 275u);
  for (const char* time :
       {"0.029814 ms", "2.601959 ms", "2.583851 ms", "166.353296 ms"}) {
    expect_written(time);
  }
}

TEST_F(Traced, RequestsOfAnAmfLoadAreThoseOfItsConnection) {
  // http.request in tcp.stream 1: frames 283, 289, 291 and 317.
  const std::uint64_t frames[] = {283, 289, 291, 317};
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(exchange(7 + i).connection, 2u);
    EXPECT_EQ(exchange(7 + i).request->first_frame, frames[i]);
  }
  EXPECT_NE(exchange(11).connection, 2u);
  EXPECT_THAT(document_, testing::HasSubstr("frames 283, 289, 291, 317"));
  // capinfos: data size and number of packets.
  EXPECT_EQ(analysis_->captures[0].ledger.sum(), 2'117'142u);
  EXPECT_EQ(analysis_->captures[0].source.packets, 1932u);
  EXPECT_THAT(document_, testing::HasSubstr("2,117,142 B in 1,932 packets"));
}

}  // namespace
}  // namespace capaudit
