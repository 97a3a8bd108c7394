// SPDX-License-Identifier: Apache-2.0
// Where bodies end by RFC 9112 6.3, and what a hole hides of them.
#include "analyzer/http/body_reader.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

BodyReader reader(BodyMode mode, std::uint64_t length = 0) {
  BodyPlan plan;
  plan.mode = mode;
  plan.length = length;
  return BodyReader(plan);
}

TEST(BodyReader, ALengthEndsTheBodyAndNotAByteLater) {
  BodyReader body = reader(BodyMode::length, 5);
  EXPECT_FALSE(body.ends_with_connection());
  BodyReader::Step step = body.read(as_bytes("hel"));
  EXPECT_EQ(as_text(step.data), "hel");
  EXPECT_EQ(step.status, BodyReader::Status::more);
  step = body.read(as_bytes("loHTTP/1.1"));
  EXPECT_EQ(as_text(step.data), "lo");
  EXPECT_EQ(step.framing, 0u);
  EXPECT_EQ(step.status, BodyReader::Status::done);
}

TEST(BodyReader, UpToTheCloseEverythingIsContent) {
  BodyReader body = reader(BodyMode::until_close);
  EXPECT_TRUE(body.ends_with_connection());
  const BodyReader::Step step = body.read(as_bytes("HTTP/1.1 200 OK"));
  EXPECT_EQ(step.data.size(), 15u);
  EXPECT_EQ(step.status, BodyReader::Status::more);
}

TEST(BodyReader, ChunksAreReadAsChunks) {
  BodyReader body = reader(BodyMode::chunked);
  const BodyReader::Step step = body.read(as_bytes("5\r\nhello"));
  EXPECT_EQ(as_text(step.data), "hello");
  EXPECT_EQ(step.framing, 3u);
  EXPECT_EQ(body.read(as_bytes("\r\n0\r\n\r\n")).status, BodyReader::Status::done);
}

struct HoleCase {
  const char* name;
  BodyMode mode;
  std::uint64_t length;   ///< of the body
  std::string_view read;  ///< before the hole
  std::uint64_t hole;
  BodyReader::Hole expected;
};

const HoleCase kHoles[] = {
    {"inside a length", BodyMode::length, 10, "abc", 4, {4, 4, false, false, false}},
    {"up to its end", BodyMode::length, 10, "abc", 7, {7, 7, true, false, false}},
    {"beyond its end", BodyMode::length, 10, "abc", 9, {7, 7, true, true, false}},
    {"inside a chunk", BodyMode::chunked, 0, "a\r\nabc", 4, {4, 4, false, false, false}},
    {"up to a chunk's end",
     BodyMode::chunked,
     0,
     "a\r\nabc",
     7,
     {7, 7, false, false, false}},
    {"over a chunk's end", BodyMode::chunked, 0, "a\r\nabc", 8, {8, 0, true, true, true}},
    {"in a chunk size", BodyMode::chunked, 0, "a", 1, {1, 0, true, true, true}},
    {"before the close", BodyMode::until_close, 0, "abc", 9, {9, 9, false, false, false}},
};

TEST(BodyReader, AHoleHidesWhatItHides) {
  for (const HoleCase& c : kHoles) {
    SCOPED_TRACE(c.name);
    BodyReader body = reader(c.mode, c.length);
    body.read(as_bytes(c.read));
    const BodyReader::Hole hole = body.skip(c.hole);
    EXPECT_EQ(hole.missing, c.expected.missing);
    EXPECT_EQ(hole.content, c.expected.content);
    EXPECT_EQ(hole.over, c.expected.over);
    EXPECT_EQ(hole.hides, c.expected.hides);
    EXPECT_EQ(hole.end_unknown, c.expected.end_unknown);
  }
}

TEST(BodyReader, BehindAHoleTheBodyGoesOn) {
  BodyReader body = reader(BodyMode::chunked);
  body.read(as_bytes("a\r\nabc"));
  body.skip(7);
  EXPECT_EQ(body.read(as_bytes("\r\n0\r\n\r\n")).status, BodyReader::Status::done);
}

}  // namespace
}  // namespace capaudit
