// SPDX-License-Identifier: Apache-2.0
// Whatever the network and the capture do to segments: bytes are delivered once, in
// order, and right; what is missing is told as a hole of exactly its size.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/reassembler.h"
#include "tests/analyzer/flow/tap.h"
#include "tests/support/segments.h"
#include "tests/support/wire.h"

namespace capaudit {
namespace {

struct Range {
  std::uint64_t begin = 0, end = 0;
};

std::string random_text(Random& random, std::uint64_t size) {
  std::string out;
  for (std::uint64_t i = 0; i < size; ++i) {
    out += static_cast<char>('a' + pick(random, 0, 25));
  }
  return out;
}

// Ranges that cover a stream of `size` bytes, and some more that overlap them, in any
// order.
std::vector<Range> random_ranges(Random& random, std::uint64_t size) {
  std::vector<Range> out;
  for (std::uint64_t at = 0; at < size;) {
    const std::uint64_t end = std::min(size, at + pick(random, 1, 50));
    out.push_back({at, end});
    at = end;
  }
  for (std::uint64_t extra = pick(random, 0, out.size()); extra > 0; --extra) {
    const std::uint64_t begin = pick(random, 0, size - 1);
    out.push_back({begin, std::min(size, begin + pick(random, 1, 120))});
  }
  for (std::size_t i = out.size(); i > 1; --i) {
    std::swap(out[i - 1], out[pick(random, 0, i - 1)]);
  }
  return out;
}

TEST(ReassemblerProperty, AnyCutsOrderAndRepeatsGiveTheStreamOnce) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string stream = random_text(random, pick(random, 1, 1500));
    Tap tap(static_cast<std::uint32_t>(0 - pick(random, 0, 2000)));
    tap.open();
    std::uint64_t sent = 0;
    std::uint64_t repeated = 0;
    const std::int64_t size = static_cast<std::int64_t>(stream.size());
    const bool early_fin = chance(random, 50);
    if (early_fin) {
      tap.fin(0, size);
    }
    for (const Range& range : random_ranges(random, stream.size())) {
      sent += range.end - range.begin;
      const PayloadFate fate =
          tap.data(0, static_cast<std::int64_t>(range.begin),
                   std::string_view(stream).substr(range.begin, range.end - range.begin));
      repeated += fate.repeat;
      ASSERT_EQ(fate.outside, 0u);
    }
    EXPECT_TRUE(tap.text(0) == stream + (early_fin ? " fin" : "")) << "waited";
    if (!early_fin) {
      tap.fin(0, size);
    }
    tap.finish();
    ASSERT_EQ(tap.text(0), stream + " fin");
    ASSERT_EQ(tap.seen.faults(), "");
    EXPECT_EQ(repeated + stream.size(), sent);
    EXPECT_TRUE(tap.seen.conflicts().empty());
    EXPECT_EQ(tap.context.held_bytes, 0u);
  }
}

// The stream as text, holes as the recorder writes them.
std::string with_holes(const std::string& stream, const std::vector<bool>& there) {
  std::string out;
  for (std::size_t at = 0; at < stream.size();) {
    std::size_t end = at;
    while (end < stream.size() && there[end] == there[at]) {
      ++end;
    }
    out += there[at] ? stream.substr(at, end - at)
                     : "[lost " + std::to_string(end - at) + "]";
    at = end;
  }
  return out;
}

TEST(ReassemblerProperty, WhateverIsDroppedIsAHoleOfItsSizeAndPlace) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string stream = random_text(random, pick(random, 1, 1500));
    Tap tap(static_cast<std::uint32_t>(0 - pick(random, 0, 2000)));
    tap.open();
    std::vector<bool> there(stream.size());
    for (const Range& range : random_ranges(random, stream.size())) {
      if (chance(random, 30)) {
        continue;
      }
      std::fill(there.begin() + static_cast<std::ptrdiff_t>(range.begin),
                there.begin() + static_cast<std::ptrdiff_t>(range.end), true);
      tap.data(0, static_cast<std::int64_t>(range.begin),
               std::string_view(stream).substr(range.begin, range.end - range.begin));
    }
    tap.fin(0, static_cast<std::int64_t>(stream.size()));
    tap.finish();
    ASSERT_EQ(tap.text(0), with_holes(stream, there) + " fin");
    ASSERT_EQ(tap.seen.faults(), "");
    EXPECT_EQ(tap.reassembler.length(0), stream.size());
    EXPECT_EQ(tap.reassembler.missing(0) + tap.reassembler.delivered(0), stream.size());
  }
}

// Held bytes forced out early must not change what is told, only when.
TEST(ReassemblerProperty, ATightLimitInventsNothing) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string stream = random_text(random, 1000);
    Tap tap;
    tap.context.max_held_bytes = pick(random, 0, 3000);
    tap.open();
    std::uint64_t sent = 0;
    std::uint64_t gone = 0;
    for (const Range& range : random_ranges(random, stream.size())) {
      sent += range.end - range.begin;
      const PayloadFate fate =
          tap.data(0, static_cast<std::int64_t>(range.begin),
                   std::string_view(stream).substr(range.begin, range.end - range.begin));
      gone += fate.repeat + fate.outside;
      ASSERT_LE(tap.context.held_bytes, tap.context.max_held_bytes);
    }
    tap.finish();
    ASSERT_EQ(tap.seen.faults(), "");
    for (const StreamRecorder::Piece& piece : tap.seen.pieces(0)) {
      ASSERT_EQ(piece.bytes, stream.substr(piece.offset, piece.bytes.size()));
    }
    EXPECT_EQ(tap.seen.delivered(0) + gone + tap.seen.discarded(), sent)
        << "each captured byte has one fate";
  }
}

Conversation sample(Random& random) {
  Conversation out;
  for (int i = 0; i < 4; ++i) {
    out.turns.push_back(
        {Side::client, Turn::Kind::data, random_text(random, pick(random, 1, 900))});
    out.turns.push_back(
        {Side::server, Turn::Kind::data, random_text(random, pick(random, 1, 3000))});
  }
  return out;
}

Shape rough(Random& random) {
  Shape shape;
  shape.max_segment = pick(random, 1, 700);
  shape.random_cuts = true;
  shape.reorder_window = pick(random, 0, 5);
  shape.repeat_percent = 20;
  shape.resend_percent = 20;
  shape.lost_percent = 20;
  shape.client_isn = static_cast<std::uint32_t>(0 - pick(random, 0, 4000));
  shape.server_isn = static_cast<std::uint32_t>(0 - pick(random, 0, 12000));
  return shape;
}

void feed(Reassembler& reassembler, const Segment& segment, const Endpoint& client) {
  const StreamSide side = segment.source == client ? 0 : 1;
  std::uint32_t sequence = segment.sequence;
  if (segment.has(kTcpSyn)) {
    reassembler.syn(side, sequence++, std::nullopt);
  }
  reassembler.add(side, segment, sequence);
  if (segment.has(kTcpFin)) {
    reassembler.fin(side, sequence + static_cast<std::uint32_t>(segment.payload_bytes));
  }
}

TEST(ReassemblerProperty, ConversationsComeOutInTurnsWhateverTheNetworkDid) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Conversation conversation = sample(random);
    const Shape shape = rough(random);
    std::vector<WireSegment> wire = travel(conversation, shape, random);
    for (std::size_t i = 0; seed % 3 == 0 && i < 3; ++i) {
      wire[i].captured = false;  // the capture began behind the handshake
    }
    ReassemblyContext context;
    StreamRecorder seen;
    Reassembler reassembler(context, seen);
    for (const Segment& segment : to_segments(wire, shape)) {
      feed(reassembler, segment, endpoint(Side::client, shape));
    }
    reassembler.finish();
    EXPECT_EQ(seen.faults(), "");
    EXPECT_EQ(seen.text(0), conversation.stream(Side::client) + " fin");
    EXPECT_EQ(seen.text(1), conversation.stream(Side::server) + " fin");
    // An end may be told before what the other side said last.
    std::string order = seen.order();
    order.erase(std::min(order.size(), order.find(" fin")), 4);
    std::string turns;
    for (const Turn& turn : conversation.turns) {
      turns += turn.side == Side::client ? '>' : '<';
      turns += turn.bytes;
    }
    EXPECT_TRUE(order.starts_with(turns)) << "not in turns";
  }
}

// The file lacks frames here and there, of both sides, and all was acknowledged.
TEST(ReassemblerProperty, AThinnedCaptureTilesBothStreams) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Conversation conversation = sample(random);
    const Shape shape = rough(random);
    std::vector<WireSegment> wire = travel(conversation, shape, random);
    std::array<std::vector<bool>, 2> there;
    there[0].resize(conversation.stream(Side::client).size());
    there[1].resize(conversation.stream(Side::server).size());
    for (WireSegment& segment : wire) {
      // Control frames stay: what they prove is tested elsewhere.
      segment.captured = segment.bytes.empty() || !chance(random, 25);
      if (segment.captured) {
        std::vector<bool>& bytes = there[segment.side == Side::client ? 0 : 1];
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(segment.offset),
                    segment.bytes.size(), true);
      }
    }
    ReassemblyContext context;
    StreamRecorder seen;
    Reassembler reassembler(context, seen);
    for (const Segment& segment : to_segments(wire, shape)) {
      feed(reassembler, segment, endpoint(Side::client, shape));
    }
    reassembler.finish();
    EXPECT_EQ(seen.faults(), "");
    // Neighbouring holes may be given up one after the other.
    for (const StreamSide side : {0u, 1u}) {
      const std::string stream =
          conversation.stream(side == 0 ? Side::client : Side::server);
      std::vector<bool> told(stream.size());
      for (const StreamRecorder::Piece& piece : seen.pieces(side)) {
        ASSERT_EQ(piece.bytes, stream.substr(piece.offset, piece.bytes.size()));
        std::fill_n(told.begin() + static_cast<std::ptrdiff_t>(piece.offset),
                    piece.bytes.size(), true);
      }
      EXPECT_EQ(told, there[side]);
      EXPECT_EQ(seen.missing(side) + seen.delivered(side), stream.size());
      EXPECT_TRUE(seen.text(side).ends_with(" fin"));
    }
  }
}

}  // namespace
}  // namespace capaudit
