// SPDX-License-Identifier: Apache-2.0
// Brotli (RFC 7932), Zstandard (RFC 8878, RFC 9659), compress and aws-chunked. Brotli
// streams were made by node 20, Zstandard frames by zstd 1.5.4, .Z by ncompress.
#include <gtest/gtest.h>

#include "tests/decoders/codings/pieces.h"
#include "tests/decoders/codings/vectors.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

struct Case {
  const char* name;
  const char* coding;
  std::string hex;
  std::string text;
  std::optional<ErrorCode> error;
  std::vector<std::string_view> notes;
};

void expect(const Case& c) {
  SCOPED_TRACE(c.name);
  const Buffer input = from_hex(c.hex);
  const Outcome outcome = decode_whole(c.coding, input);
  EXPECT_EQ(outcome.text, c.text);
  EXPECT_EQ(outcome.error, c.error);
  EXPECT_EQ(outcome.notes, c.notes);
  expect_cuts_do_not_matter(c.coding, input);
}

TEST(Brotli, StreamsAreReadByTheirSpecification) {
  const Case cases[] = {
      {"hello", "br", "0b028068656c6c6f03", "hello", {}, {}},
      {"empty, RFC 7932 9.1: WBITS 16, ISLAST, ISLASTEMPTY", "br", "06", "", {}, {}},
      {"metadata block, 9.2: MNIBBLES 3, one byte skipped",
       "br",
       "2c0041 03",
       "",
       {},
       {}},
      {"bytes behind", "br", "0b028068656c6c6f03ffff", "hello", {}, {"trailing_bytes"}},
      {"reserved bit of a metadata block", "br", "1c", "", ErrorCode::malformed, {}},
      {"large window, no part of RFC 7932", "br", "11 1e", "", ErrorCode::malformed, {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(Brotli, ABombEndsAtTheLimitWithoutBeingUnrolled) {
  // 256 MiB of zeros by node's brotliCompressSync, window 24: 211 bytes.
  const Buffer bomb = from_hex(
      "cfffff7ff82700e2b14020f7fe9ffffffff04f00c4610180eefd3fffffffe19f0088c32200ddfb7f"
      "feffffc33f0110870500baf7fffcffff877f02200e0b0074effff9ffff0fff04401c1600e8defff3"
      "ffff1ffe0980382c00d0bdffe7ffff3ffc1300715800a07bffcfffff7ff82700e2b00040f7fe9fff"
      "fffff04f00c4610180eefd3fffffffe19f0088c30200ddfb7ffeffffc33f0110870500baf7fffcff"
      "ff877f02200e0b0074effff9ffff0fff04401c1600e8defff3ffff1ffe0980382c00d0bdffcfffff"
      "7ffc1300715800a07bff0f");
  ASSERT_EQ(bomb.size(), 211u);
  CodingLimits limits;
  limits.max_content_bytes = std::uint64_t{1} << 20;
  const std::vector<std::string> codings = {"br"};
  const Content content = remove_codings(bomb, true, codings, limits);
  ASSERT_TRUE(content.error);
  EXPECT_EQ(content.error->code, ErrorCode::limit);
  EXPECT_LE(content.data.size(), limits.max_content_bytes);
}

TEST(Zstd, FramesAreReadByTheirSpecification) {
  const std::string hello = "28b52ffd045829000068656c6c6fa36d9f88";
  const std::string skippable = "5a2a4d18 03000000 aabbcc";
  const Case cases[] = {
      {"hello", "zstd", hello, "hello", {}, {}},
      {"two frames, RFC 8878 3.1", "zstd", hello + hello, "hellohello", {}, {}},
      {"a skippable frame, 3.1.2",
       "zstd",
       skippable + hello + skippable,
       "hello",
       {},
       {}},
      {"bytes behind", "zstd", hello + "00112233", "hello", {}, {"trailing_bytes"}},
      {"wrong checksum, 3.1.1",
       "zstd",
       "28b52ffd045829000068656c6c6fa36d9f89",
       "",
       ErrorCode::malformed,
       {}},
      {"a window of 16 MiB, RFC 9659 3",
       "zstd",
       "28b52ffd 00 70",
       "",
       ErrorCode::limit,
       {}},
      {"a window of 8 MiB holding one raw block",
       "zstd",
       "28b52ffd 00 68 290000 68656c6c6f",
       "hello",
       {},
       {}},
      {"reserved block type, 3.1.1.2.2",
       "zstd",
       "28b52ffd 00 58 070000",
       "",
       ErrorCode::malformed,
       {}},
      {"plain text", "zstd", "28b52f68", "(\xb5/h", {}, {"coding_mislabelled"}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
  expect_prefixes_truncated("zstd", from_hex(skippable + hello), {11, 12, 13, 14});
}

TEST(Compress, ItsWidthsAndTableSizesAreRead) {
  const Buffer narrow = from_hex(kCompress10Hex);
  EXPECT_EQ(decode_whole("compress", narrow).text, sample_text());
  expect_cuts_do_not_matter("compress", narrow);
  const Case cases[] = {
      {"width 8", "compress", "1f9d88 00", "", ErrorCode::malformed, {}},
      {"width 17", "compress", "1f9d91 00", "", ErrorCode::malformed, {}},
      {"a code beyond the table",
       "compress",
       "1f9d90 61 fe 03",
       "a",
       ErrorCode::malformed,
       {}},
      {"cut inside a code", "compress", "1f9d90 61", "", ErrorCode::truncated, {}},
      {"nothing", "compress", "1f9d90", "", {}, {}},
      // 'a', then the code being defined: aaa (ncompress of "aaa")
      {"the string that is only now defined",
       "compress",
       "1f9d90 61 02 02",
       "aaa",
       {},
       {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(AwsChunked, FramingIsTakenOff) {
  const auto hex = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      out += kDigits[static_cast<unsigned char>(c) >> 4];
      out += kDigits[c & 0x0f];
    }
    return out;
  };
  const Case cases[] = {
      {"with signatures",
       "aws-chunked",
       hex("5;chunk-signature=ab\r\nhello\r\n0;chunk-signature=cd\r\n\r\n"),
       "hello",
       {},
       {}},
      {"with trailers",
       "aws-chunked",
       hex("5\r\nhello\r\n1\r\n!\r\n0\r\nx-amz-checksum-crc32:AA==\r\n\r\n"),
       "hello!",
       {},
       {}},
      {"bytes behind", "aws-chunked", hex("0\r\n\r\nx"), "", {}, {"trailing_bytes"}},
      {"data longer than its size",
       "aws-chunked",
       hex("3\r\nhello\r\n"),
       "hel",
       ErrorCode::malformed,
       {}},
      {"no last chunk",
       "aws-chunked",
       hex("5\r\nhello\r\n"),
       "hello",
       ErrorCode::truncated,
       {}},
      {"size of 16 digits",
       "aws-chunked",
       hex("1000000000000000\r\n"),
       "",
       ErrorCode::malformed,
       {}},
      {"not framed", "aws-chunked", hex("hello"), "hello", {}, {"coding_mislabelled"}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
  expect_prefixes_truncated("aws-chunked", to_buffer("5;a=b\r\nhello\r\n0\r\n\r\n"));
}

}  // namespace
}  // namespace capaudit
