// SPDX-License-Identifier: Apache-2.0
// Chains of codings (RFC 9110 8.4) and the limits on them.
#include "decoders/codings/codings.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/decoders/codings/pieces.h"
#include "tests/decoders/codings/vectors.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using Names = std::vector<std::string>;

/// gzip by zlib itself.
Buffer gzip(Bytes data) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
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

Content decode(Bytes encoded, const Names& codings, const CodingLimits& limits = {},
               bool complete = true) {
  return remove_codings(encoded, complete, codings, limits);
}

TEST(Codings, TheVectorsDecodeToTheTextTheyWereMadeFrom) {
  struct Case {
    const char* coding;
    std::string_view hex;
    std::vector<std::string_view> notes;
  };
  for (const Case& c : {
           Case{"gzip", kGzipHex, {}},
           Case{"x-gzip", kGzipHex, {}},
           Case{"deflate", kZlibHex, {}},
           Case{"deflate", kRawHex, {"deflate_raw"}},
           Case{"br", kBrotliHex, {}},
           Case{"zstd", kZstdHex, {}},
           Case{"compress", kCompress10Hex, {}},
           Case{"x-compress", kCompress16Hex, {}},
       }) {
    SCOPED_TRACE(c.coding);
    const Content content = decode(from_hex(c.hex), {c.coding});
    EXPECT_FALSE(content.error);
    EXPECT_EQ(as_text(content.data), sample_text());
    EXPECT_EQ(content.bytes, 1009u);
    EXPECT_TRUE(content.kept_whole());
    EXPECT_EQ(content.notes, c.notes);
  }
}

TEST(Codings, NoCutChangesTheOutcomeAndNoPrefixIsWhole) {
  struct Case {
    const char* coding;
    std::string_view hex;
    bool has_end;  ///< compress has no end mark
  };
  for (const Case& c : {
           Case{"gzip", kGzipHex, true},
           Case{"deflate", kZlibHex, true},
           Case{"deflate", kRawHex, true},
           Case{"br", kBrotliHex, true},
           Case{"zstd", kZstdHex, true},
           Case{"compress", kCompress16Hex, false},
       }) {
    SCOPED_TRACE(c.coding);
    const Buffer input = from_hex(c.hex);
    expect_cuts_do_not_matter(c.coding, input);
    if (c.has_end) {
      expect_prefixes_truncated(c.coding, input);
    }
  }
}

TEST(Codings, TheLastCodingOfTheListIsTakenOffFirst) {
  const Buffer twice = gzip(from_hex(kBrotliHex));
  const Content content = decode(twice, {"br", "gzip"});
  EXPECT_EQ(as_text(content.data), sample_text());
  EXPECT_FALSE(content.error);
  EXPECT_TRUE(decode(twice, {"gzip", "br"}).error);
}

TEST(Codings, SixteenCodingsAreTakenOffAndSeventeenAreRefused) {
  Buffer body = to_buffer(sample_text());
  for (int i = 0; i < 16; ++i) {
    body = gzip(body);
  }
  EXPECT_EQ(as_text(decode(body, Names(16, "gzip")).data), sample_text());
  const Content refused = decode(gzip(body), Names(17, "gzip"));
  ASSERT_TRUE(refused.error);
  EXPECT_EQ(refused.error->code, ErrorCode::limit);
}

TEST(Codings, ALabelWithoutItsCodingIsIdentityAndNoted) {
  const Buffer text = to_buffer(sample_text());
  for (const char* coding : {"gzip", "deflate", "br", "zstd", "compress"}) {
    SCOPED_TRACE(coding);
    const Content content = decode(text, {coding});
    EXPECT_FALSE(content.error);
    EXPECT_EQ(as_text(content.data), sample_text());
    EXPECT_EQ(content.notes, std::vector<std::string_view>{"coding_mislabelled"});
    expect_cuts_do_not_matter(coding, text);
  }
  // Labelled twice, coded once.
  const Content once = decode(from_hex(kGzipHex), {"gzip", "gzip"});
  EXPECT_EQ(once.bytes, 1009u);
  EXPECT_EQ(once.notes, std::vector<std::string_view>{"coding_mislabelled"});
}

TEST(Codings, AnUnknownCodingHasNoContent) {
  const Content content = decode(from_hex(kGzipHex), {"gzip", "sdch"});
  ASSERT_TRUE(content.error);
  EXPECT_EQ(content.error->code, ErrorCode::unsupported);
  EXPECT_EQ(content.error->what, "coding \"sdch\" is not known");
  EXPECT_TRUE(content.data.empty());
}

TEST(Codings, AnEmptyBodyIsEmptyInAnyCoding) {
  for (const char* coding : {"gzip", "br", "sdch"}) {
    const Content content = decode({}, {coding});
    EXPECT_FALSE(content.error) << coding;
    EXPECT_EQ(content.bytes, 0u);
  }
}

TEST(Codings, AnIncompleteBodyIsAlwaysTruncated) {
  const Buffer text = to_buffer(sample_text());
  const Buffer coded = from_hex(kGzipHex);
  for (const bool labelled : {false, true}) {
    const Content content =
        decode(labelled ? coded : text, labelled ? Names{"gzip"} : Names{}, {}, false);
    ASSERT_TRUE(content.error);
    EXPECT_EQ(content.error->code, ErrorCode::truncated);
    // What is there can still be looked at.
    EXPECT_EQ(as_text(content.data), sample_text());
  }
}

TEST(Codings, TheTotalIsCapped) {
  CodingLimits limits;
  limits.max_content_bytes = 1008;
  for (const auto& [coding, hex] :
       {std::pair("gzip", kGzipHex), std::pair("deflate", kRawHex),
        std::pair("br", kBrotliHex), std::pair("zstd", kZstdHex),
        std::pair("compress", kCompress16Hex)}) {
    SCOPED_TRACE(coding);
    const Content content = decode(from_hex(hex), {coding}, limits);
    ASSERT_TRUE(content.error);
    EXPECT_EQ(content.error->code, ErrorCode::limit);
  }
  limits.max_content_bytes = 1009;
  EXPECT_FALSE(decode(from_hex(kGzipHex), {"gzip"}, limits).error);
}

TEST(Codings, DeflateNeverReachesTheRatioButAStackOfCodingsDoes) {
  // 1032:1 is the most that DEFLATE can do (zlib's technical details).
  const Buffer zeros(std::size_t{8} << 20, 0);
  const Buffer once = gzip(zeros);
  EXPECT_GT(zeros.size() / once.size(), 1000u);
  EXPECT_EQ(decode(once, {"gzip"}).bytes, zeros.size());
  const Content twice = decode(gzip(once), {"gzip", "gzip"});
  ASSERT_TRUE(twice.error);
  EXPECT_EQ(twice.error->code, ErrorCode::limit);
}

TEST(Codings, OtherCodingsMayExceedTheRatioUntilTheOutputIsLarge) {
  CodingLimits limits;
  limits.max_ratio = 2;
  EXPECT_FALSE(decode(from_hex(kBrotliHex), {"br"}, limits).error);
  EXPECT_TRUE(decode(from_hex(kGzipHex), {"gzip"}, limits).error);
  limits.free_content_bytes = 1000;
  EXPECT_TRUE(decode(from_hex(kBrotliHex), {"br"}, limits).error);
}

TEST(Codings, ContentBeyondWhatIsKeptIsCounted) {
  CodingLimits limits;
  limits.max_kept_bytes = 100;
  const Content content = decode(from_hex(kGzipHex), {"gzip"}, limits);
  EXPECT_FALSE(content.error);
  EXPECT_EQ(content.bytes, 1009u);
  EXPECT_EQ(as_text(content.data), sample_text().substr(0, 100));
  EXPECT_FALSE(content.kept_whole());
}

}  // namespace
}  // namespace capaudit
