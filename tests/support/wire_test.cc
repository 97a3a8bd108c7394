// SPDX-License-Identifier: Apache-2.0
// The generator of captures is itself held to what it promises: whatever the shape, the
// captured segments hold each byte of both streams, no other, and acknowledge nothing
// that has not travelled yet.
#include "tests/support/wire.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/frames.h"

namespace capaudit {
namespace {

Conversation sample() {
  Conversation out;
  for (int i = 0; i < 4; ++i) {
    out.turns.push_back({Side::client, Turn::Kind::data, "GET /" + std::to_string(i)});
    std::string body;
    for (int j = 0; j < 3000; ++j) {
      body += static_cast<char>('a' + (i * 7 + j) % 26);
    }
    out.turns.push_back({Side::server, Turn::Kind::data, body});
  }
  return out;
}

Shape rough() {
  Shape shape;
  shape.max_segment = 700;
  shape.random_cuts = true;
  shape.reorder_window = 5;
  shape.repeat_percent = 20;
  shape.resend_percent = 20;
  shape.lost_percent = 20;
  shape.copy_percent = 10;
  return shape;
}

// Which bytes of both streams have arrived.
class Arrivals {
 public:
  explicit Arrivals(const Conversation& conversation) {
    for (const Side side : {Side::client, Side::server}) {
      of(side).resize(conversation.stream(side).size());
    }
  }
  std::vector<bool>& of(Side side) { return bytes_[side == Side::client ? 0 : 1]; }
  void add(const WireSegment& segment) {
    std::fill_n(of(segment.side).begin() + static_cast<std::ptrdiff_t>(segment.offset),
                segment.bytes.size(), true);
  }
  std::size_t prefix(Side side) {
    const std::vector<bool>& bytes = of(side);
    return static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), false) -
                                    bytes.begin());
  }

 private:
  std::array<std::vector<bool>, 2> bytes_;
};

TEST(Travel, HoldsEveryByteOfBothStreamsAndNoOther) {
  const Conversation conversation = sample();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Arrivals arrivals(conversation);
    for (const WireSegment& segment : travel(conversation, rough(), random)) {
      if (!segment.bytes.empty()) {
        ASSERT_EQ(conversation.stream(segment.side)
                      .substr(segment.offset, segment.bytes.size()),
                  segment.bytes);
        arrivals.add(segment);
      }
    }
    for (const Side side : {Side::client, Side::server}) {
      EXPECT_EQ(arrivals.prefix(side), conversation.stream(side).size());
    }
  }
}

TEST(Travel, AcknowledgesOnlyWhatHasArrivedWithoutAHole) {
  const Conversation conversation = sample();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Arrivals arrivals(conversation);
    for (const WireSegment& segment : travel(conversation, rough(), random)) {
      ASSERT_LE(segment.acknowledged, arrivals.prefix(other(segment.side)));
      if (!segment.bytes.empty()) {
        arrivals.add(segment);
      }
    }
  }
}

TEST(Travel, MissingBytesTravelButAreNotCaptured) {
  Conversation conversation;
  conversation.turns = {{Side::client, Turn::Kind::data, "abc"},
                        {Side::client, Turn::Kind::missing, "defg"},
                        {Side::client, Turn::Kind::data, "hi"}};
  Random random(1);
  std::string captured;
  std::uint64_t acknowledged = 0;
  for (const WireSegment& segment : travel(conversation, Shape{}, random)) {
    captured += segment.captured ? segment.bytes : "";
    if (segment.side == Side::server) {
      acknowledged = std::max(acknowledged, segment.acknowledged);
    }
  }
  EXPECT_EQ(captured, "abchi");
  EXPECT_EQ(acknowledged, 9u);
}

TEST(Frames, EqualSeedsGiveEqualCaptures) {
  Random first(7);
  Random second(7);
  EXPECT_EQ(capture_of(sample(), rough(), first), capture_of(sample(), rough(), second));
}

}  // namespace
}  // namespace capaudit
