// SPDX-License-Identifier: Apache-2.0
// A body inflated at once against the same body streamed through zlib, which also made
// it.
#include "decoders/codings/whole_inflate.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/decoders/codings/pieces.h"
#include "tests/decoders/codings/vectors.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 30;

struct Settings {
  int level = Z_DEFAULT_COMPRESSION;
  int strategy = Z_DEFAULT_STRATEGY;
  bool name = false;
};

Buffer compress(Bytes data, std::string_view coding, const Settings& settings) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, settings.level, Z_DEFLATED,
                         MAX_WBITS + (coding == "gzip" ? 16 : 0), 8, settings.strategy),
            Z_OK);
  gz_header head{};
  Buffer name = to_buffer(std::string_view("rows.json\0", 10));
  head.name = name.data();
  if (settings.name && coding == "gzip") {
    EXPECT_EQ(deflateSetHeader(&stream, &head), Z_OK);
  }
  Buffer in(data.begin(), data.end());
  Buffer out(deflateBound(&stream, in.size()));
  stream.next_in = in.data();
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::vector<Buffer> texts() {
  std::mt19937 random(1);
  std::vector<Buffer> out = {{}, to_buffer("a"), to_buffer(sample_text())};
  Buffer& rows = out.emplace_back();
  Buffer& noise = out.emplace_back();
  for (int i = 0; i < 20000; ++i) {
    const Buffer row = to_buffer("{\"id\":" + std::to_string(random() % 100000) + "},\n");
    rows.insert(rows.end(), row.begin(), row.end());
    noise.push_back(static_cast<std::uint8_t>(random()));
  }
  out.emplace_back(std::size_t{5} << 20, std::uint8_t{0});  // far beyond the usual ratio
  return out;
}

void expect_as_streamed(std::string_view coding, Bytes encoded) {
  const Outcome streamed = decode_whole(coding, encoded);
  const std::string name(coding);
  const Content content = remove_codings(encoded, true, std::span(&name, 1), {});
  EXPECT_EQ(content.error.has_value(), streamed.error.has_value());
  if (content.error && streamed.error) {
    EXPECT_EQ(content.error->code, *streamed.error);
    EXPECT_EQ(content.error->offset, *streamed.offset);
  }
  EXPECT_EQ(as_text(content.data), streamed.text);
  EXPECT_EQ(content.notes, streamed.notes);
}

TEST(WholeInflate, EveryBodyThatZlibMakesIsInflatedToWhatItWasMadeFrom) {
  for (const Buffer& text : texts()) {
    for (const std::string_view coding : {"gzip", "deflate"}) {
      for (const Settings& settings :
           {Settings{0, Z_DEFAULT_STRATEGY, false}, Settings{1, Z_DEFAULT_STRATEGY, true},
            Settings{6, Z_FIXED, false}, Settings{6, Z_HUFFMAN_ONLY, false},
            Settings{6, Z_RLE, true}, Settings{9, Z_DEFAULT_STRATEGY, false}}) {
        SCOPED_TRACE(std::string(coding) + " of " + std::to_string(text.size()) +
                     " bytes, level " + std::to_string(settings.level));
        const Buffer encoded = compress(text, coding, settings);
        const auto whole = inflate_whole(encoded, coding, kNoLimit);
        ASSERT_TRUE(whole);
        EXPECT_TRUE(std::equal(text.begin(), text.end(), whole->storage.get(),
                               whole->storage.get() + whole->size));
        EXPECT_EQ(whole->size, text.size());
        expect_as_streamed(coding, encoded);
      }
    }
  }
}

TEST(WholeInflate, WhatIsNotExactlyOneRightStreamIsLeftToTheStreamingDecoders) {
  for (const std::string_view coding : {"gzip", "deflate"}) {
    const Buffer good = compress(to_buffer(sample_text()), coding, {});
    const auto refused = [&](const char* what, const Buffer& encoded) {
      SCOPED_TRACE(std::string(coding) + " " + what);
      EXPECT_FALSE(inflate_whole(encoded, coding, kNoLimit));
      expect_as_streamed(coding, encoded);
    };
    Buffer two = good;
    two.insert(two.end(), good.begin(), good.end());
    refused("twice", two);
    Buffer trailing = good;
    trailing.push_back(0);
    refused("with a byte behind it", trailing);
    for (std::size_t length = 1; length < good.size(); ++length) {
      refused("cut",
              Buffer(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
    }
  }
  EXPECT_FALSE(inflate_whole(from_hex(kRawHex), "deflate", kNoLimit));
  EXPECT_FALSE(inflate_whole(from_hex(kBrotliHex), "br", kNoLimit));
}

TEST(WholeInflate, AFlippedBitEndsAsItDoesInPieces) {
  for (const std::string_view coding : {"gzip", "deflate"}) {
    const Buffer good = compress(to_buffer(sample_text()), coding, {});
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
      SCOPED_TRACE(std::string(coding) + " bit " + std::to_string(bit));
      Buffer flipped = good;
      flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ 1u << bit % 8);
      expect_as_streamed(coding, flipped);
    }
  }
}

TEST(WholeInflate, AContentBeyondTheLimitIsNone) {
  const Buffer zeros(std::size_t{5} << 20, 0);
  for (const std::string_view coding : {"gzip", "deflate"}) {
    const Buffer encoded = compress(zeros, coding, {});
    EXPECT_FALSE(inflate_whole(encoded, coding, zeros.size() - 1));
    EXPECT_TRUE(inflate_whole(encoded, coding, zeros.size()));
  }
}

}  // namespace
}  // namespace capaudit
