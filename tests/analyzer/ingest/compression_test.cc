// SPDX-License-Identifier: Apache-2.0
// Compressed captures: the reference libraries compress, the readers must find the same
// packets as in the plain file. SHA-256 by the vectors of FIPS 180-4.
#include <string>

#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "analyzer/ingest/hashed_source.h"
#include "tests/analyzer/ingest/read_all.h"
#include "tests/support/capture_files.h"

namespace capaudit {
namespace {

Buffer gzip(Bytes plain) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  Buffer out(deflateBound(&stream, static_cast<uLong>(plain.size())) + 32);
  stream.next_in = const_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

Buffer zstd(Bytes plain) {
  Buffer out(ZSTD_compressBound(plain.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), plain.data(), plain.size(), 3));
  return out;
}

Buffer xz(Bytes plain) {
  Buffer out(lzma_stream_buffer_bound(plain.size()));
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr, plain.data(),
                                    plain.size(), out.data(), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

struct Coding {
  const char* name;
  Buffer (*compress)(Bytes);
};
constexpr Coding kCodings[] = {{"gzip", gzip}, {"zstd", zstd}, {"xz", xz}};

// Bytes that do not compress to nothing, always the same.
Buffer noise(std::size_t size) {
  Buffer out(size);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : out) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return out;
}

Buffer sample(std::size_t frames) {
  PcapFile file;
  const Buffer bytes = noise(700);
  for (std::size_t i = 0; i < frames; ++i) {
    file.add(bytes, static_cast<std::uint32_t>(i));
  }
  return file.bytes();
}

TEST(Compression, ACompressedCaptureHoldsThePlainOnesPackets) {
  const Buffer plain = sample(2000);
  const ReadCapture expected = read_all(plain);
  ASSERT_EQ(expected.packets.size(), 2000u);
  for (const Coding& coding : kCodings) {
    SCOPED_TRACE(coding.name);
    const Buffer stored = coding.compress(plain);
    const ReadCapture got = read_all(stored);
    ASSERT_FALSE(got.error);
    EXPECT_EQ(got.packets, expected.packets);
    EXPECT_EQ(got.info.compression, coding.name);
    EXPECT_EQ(got.info.file_bytes, stored.size());
    EXPECT_EQ(got.info.content_bytes, plain.size());
    EXPECT_FALSE(got.info.damaged);
    EXPECT_EQ(read_all(stored, {}, 1).packets.size(), 2000u);
  }
}

TEST(Compression, SeveralMembersAreOneFile) {
  const Buffer plain = sample(10);
  const Bytes view(plain);
  for (const Coding& coding : kCodings) {
    SCOPED_TRACE(coding.name);
    for (const std::size_t cut : {std::size_t{3}, std::size_t{24}, std::size_t{1000}}) {
      const Buffer stored = coding.compress(view.first(cut)) + coding.compress({}) +
                            coding.compress(view.subspan(cut));
      for (const std::size_t at_most : {std::size_t{1}, SIZE_MAX}) {
        const ReadCapture got = read_all(stored, {}, at_most);
        ASSERT_FALSE(got.error);
        EXPECT_EQ(got.packets.size(), 10u);
        EXPECT_FALSE(got.info.damaged);
      }
    }
  }
}

TEST(Compression, ACutFileGivesWhatStandsBeforeTheCut) {
  const Buffer plain = sample(300);
  for (const Coding& coding : kCodings) {
    SCOPED_TRACE(coding.name);
    const Buffer stored = coding.compress(plain);
    for (std::size_t size = 0; size < stored.size(); size += 1 + stored.size() / 50) {
      SCOPED_TRACE(size);
      const ReadCapture got = read_all(
          Buffer(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(size)));
      if (got.error) {
        continue;  // not even the head of the capture
      }
      EXPECT_TRUE(got.info.damaged);
      ASSERT_NE(got.find("damaged_compression"), nullptr);
      EXPECT_LE(got.packets.size(), 300u);
    }
  }
}

TEST(Compression, DamageInTheMiddleIsToldAndKeepsWhatStandsBefore) {
  const Buffer plain = PcapFile().add(noise(200'000)).add(noise(200'000)).bytes();
  for (const Coding& coding : kCodings) {
    SCOPED_TRACE(coding.name);
    Buffer stored = coding.compress(plain) + coding.compress(plain);
    for (std::size_t i = 0; i < 40; ++i) {
      stored[stored.size() - 60'000 + i] ^= 0xa5;
    }
    const ReadCapture got = read_all(stored);
    ASSERT_FALSE(got.error);
    EXPECT_GE(got.packets.size(), 2u);
    EXPECT_TRUE(got.info.damaged);
  }
}

TEST(Compression, ZerosMayFillUpAGzipFileAndAnythingElseIsDamage) {
  const Buffer stored = gzip(sample(5));
  ReadCapture got = read_all(stored + Buffer(1000, 0));
  EXPECT_EQ(got.packets.size(), 5u);
  EXPECT_FALSE(got.info.damaged);
  got = read_all(stored + Buffer(20, 'x'));
  EXPECT_EQ(got.packets.size(), 5u);
  EXPECT_TRUE(got.info.damaged);
}

TEST(Compression, AWindowAboveTheBoundIsRefusedAndNotAllocated) {
  // zstd frame: magic, descriptor 0 (window descriptor follows), windows of 2^(10+31).
  const ReadCapture got =
      read_all(ByteWriter().u32(0x28b52ffd).u8(0).u8(31 << 3).zeros(20).out);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, ErrorCode::limit);
}

TEST(HashedSource, HashesAsTheStandardsVectors) {
  struct Case {
    std::string text;
    const char* digest;
  };
  const Case cases[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {std::string(1'000'000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
      // sha256sum of 10,000,000 times "a": many blocks, so the thread runs.
      {std::string(10'000'000, 'a'),
       "01f4a87c04b40af59aadc0e812293509709c9a8763a60b7f9e19303322f8b03c"},
  };
  for (const Case& c : cases) {
    HashedSource source(
        std::make_unique<MemorySource>(Buffer(c.text.begin(), c.text.end())));
    source.drain();
    EXPECT_EQ(source.bytes_read(), c.text.size());
    EXPECT_EQ(source.sha256(), c.digest);
  }
}

TEST(HashedSource, MayBeLeftBeforeTheEnd) {
  HashedSource source(std::make_unique<MemorySource>(Buffer(8'000'000, 1)));
  Buffer into(3'000'000);
  EXPECT_TRUE(source.read(into).ok());
}

}  // namespace
}  // namespace capaudit
