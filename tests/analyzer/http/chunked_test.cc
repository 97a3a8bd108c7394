// SPDX-License-Identifier: Apache-2.0
// Chunked framing by RFC 9112 7.1, cut in every way a network cuts.
#include "analyzer/http/chunked.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

struct Outcome {
  std::string data;
  std::uint64_t framing = 0;
  std::size_t used = 0;
  ChunkedReader::Status status = ChunkedReader::Status::more;

  bool operator==(const Outcome&) const = default;
};

/// Reads all of `input`, in pieces that end at `cuts`.
Outcome read(std::string_view input, const std::vector<std::size_t>& cuts = {}) {
  ChunkedReader reader;
  Outcome out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const std::size_t end = i < cuts.size() ? cuts[i] : input.size();
    std::string_view piece = input.substr(begin, end - begin);
    while (!piece.empty() && out.status == ChunkedReader::Status::more) {
      const ChunkedReader::Step step = reader.read(as_bytes(piece));
      out.data += as_text(step.data);
      out.framing += step.framing;
      out.status = step.status;
      const std::size_t used = static_cast<std::size_t>(step.framing) + step.data.size();
      out.used += used;
      piece.remove_prefix(used);
      if (used == 0) {
        break;
      }
    }
    begin = end;
  }
  return out;
}

struct Case {
  const char* name;
  std::string_view input;
  std::string_view data;
};

const Case kGood[] = {
    {"one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello"},
    {"several", "5\r\nhello\r\n1\r\n \r\n6\r\nworld!\r\n0\r\n\r\n", "hello world!"},
    {"none", "0\r\n\r\n", ""},
    {"hexadecimal, either case", "a\r\n0123456789\r\nB\r\n0123456789-\r\n0\r\n\r\n",
     "01234567890123456789-"},
    {"leading zeros", "0000000000000000000005\r\nhello\r\n000\r\n\r\n", "hello"},
    {"extensions", "5;a=b;c=\"d;e\"\r\nhello\r\n0;last\r\n\r\n", "hello"},
    {"spaces before an extension", "5 \t;a\r\nhello\r\n0\r\n\r\n", "hello"},
    {"spaces before the line end", "5   \r\nhello\r\n0  \r\n\r\n", "hello"},
    {"trailers", "5\r\nhello\r\n0\r\nA: b\r\nC: d\r\n\r\n", "hello"},
    {"bare line feeds", "5\nhello\n0\nA: b\n\n", "hello"},
    {"line ends in the data", "4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n"},
};

TEST(Chunked, DataAndFramingAreTakenApart) {
  for (const Case& c : kGood) {
    SCOPED_TRACE(c.name);
    const std::string with_more = std::string(c.input) + "HTTP/1.1 200 OK";
    const Outcome out = read(with_more);
    EXPECT_EQ(out.data, c.data);
    EXPECT_EQ(out.status, ChunkedReader::Status::done);
    EXPECT_EQ(out.used, c.input.size()) << "and not a byte more";
    EXPECT_EQ(out.framing + c.data.size(), c.input.size());
  }
}

TEST(Chunked, EverySplitGivesTheSame) {
  for (const Case& c : kGood) {
    SCOPED_TRACE(c.name);
    const Outcome whole = read(c.input);
    std::vector<std::size_t> all;
    for (std::size_t cut = 1; cut < c.input.size(); ++cut) {
      EXPECT_EQ(read(c.input, {cut}), whole) << cut;
      all.push_back(cut);
    }
    EXPECT_EQ(read(c.input, all), whole) << "byte by byte";
  }
}

TEST(Chunked, EveryPrefixWantsMore) {
  for (const Case& c : kGood) {
    SCOPED_TRACE(c.name);
    for (std::size_t n = 0; n < c.input.size(); ++n) {
      EXPECT_EQ(read(c.input.substr(0, n)).status, ChunkedReader::Status::more) << n;
    }
  }
}

TEST(Chunked, WhatIsNoSizeStopsTheMessage) {
  struct Malformed {
    std::string_view input;
    std::size_t used;  ///< bytes before the one that is wrong
  };
  const Malformed cases[] = {
      {"x\r\n", 0},           {"\r\n", 0},
      {" 5\r\n", 0},          {"-5\r\n", 0},
      {"+5\r\n", 0},          {"0x5\r\n", 1},
      {"5g\r\n", 1},          {"5 5\r\n", 2},
      {"5\r5\r\n", 2},        {"5\r\nhello5\r\n", 8},
      {"5\r\nhello!\r\n", 8}, {";a\r\n", 0},
      {"<html>", 0},
  };
  for (const Malformed& c : cases) {
    SCOPED_TRACE(c.input);
    const Outcome out = read(c.input);
    EXPECT_EQ(out.status, ChunkedReader::Status::malformed);
    EXPECT_EQ(out.used, c.used);
  }
}

// DESIGN: sizes over 2^63 stop the message; RFC 9112 7.1: no overflow.
TEST(Chunked, SizesOver2To63StopTheMessage) {
  using Status = ChunkedReader::Status;
  EXPECT_EQ(read("7fffffffffffffff\r\nabc").status, Status::more);
  EXPECT_EQ(read("7fffffffffffffff\r\nabc").data, "abc");
  EXPECT_EQ(read("8000000000000000\r\nabc").status, Status::more);
  EXPECT_EQ(read("8000000000000001\r\n").status, Status::malformed);
  EXPECT_EQ(read("ffffffffffffffff\r\n").status, Status::malformed);
  EXPECT_EQ(read("10000000000000005\r\nhello").status, Status::malformed);
  EXPECT_EQ(read("00000000000000005\r\nhello\r\n0\r\n\r\n").data, "hello");
}

TEST(Chunked, AHoleIsSkippedOnlyInsideTheDataOfAChunk) {
  ChunkedReader reader;
  EXPECT_FALSE(reader.skip(1)) << "before the size";
  reader.read(as_bytes("a\r\n012"));
  EXPECT_FALSE(reader.skip(8)) << "longer than the rest of the chunk";
  EXPECT_TRUE(reader.skip(4));
  EXPECT_TRUE(reader.skip(3)) << "up to its end";
  EXPECT_FALSE(reader.skip(1)) << "the line end behind it";
  EXPECT_EQ(reader.read(as_bytes("\r\n0\r\n\r\n")).status, ChunkedReader::Status::done);
}

}  // namespace
}  // namespace capaudit
