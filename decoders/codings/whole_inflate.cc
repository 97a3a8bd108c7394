// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952) and zlib (RFC 1950) wrappers as in gzip.cc and deflate.cc, read in one
// piece. libdeflate reads what zlib reads; of the code sets that RFC 1951 leaves
// undefined (lengths 286 and 287, a lone code's other bit) it takes some that zlib calls
// damaged. A body in which one stands counts as whole here, if its checksum holds.
#include "decoders/codings/whole_inflate.h"

#include <algorithm>
#include <new>

#include <libdeflate.h>

namespace capaudit {
namespace {

constexpr std::size_t kGzipHead = 10, kGzipTrailer = 8;
constexpr std::size_t kZlibHead = 2, kZlibTrailer = 4;
constexpr unsigned kNameFlag = 0x08;
constexpr std::size_t kSmallest = std::size_t{64} << 10;
// Room by what came, not by what is declared: text shrinks 5 to 20 times.
constexpr std::size_t kUsualRatio = 24;
constexpr std::size_t kGrowth = 8;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

std::uint32_t little_endian(Bytes at) {
  return static_cast<std::uint32_t>(at[0]) | static_cast<std::uint32_t>(at[1]) << 8 |
         static_cast<std::uint32_t>(at[2]) << 16 |
         static_cast<std::uint32_t>(at[3]) << 24;
}

std::uint32_t big_endian(Bytes at) {
  return static_cast<std::uint32_t>(at[0]) << 24 |
         static_cast<std::uint32_t>(at[1]) << 16 |
         static_cast<std::uint32_t>(at[2]) << 8 | static_cast<std::uint32_t>(at[3]);
}

/// The raw stream of all of `data`, of `most` bytes at most; none: it is no such stream.
std::optional<Inflation> inflate(Bytes data, std::size_t most) {
  const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
      libdeflate_alloc_decompressor());
  if (!decompressor) {
    throw std::bad_alloc();
  }
  std::size_t room = std::min(most, std::max(kSmallest, data.size() * kUsualRatio));
  while (true) {
    Inflation out;
    out.storage = std::make_unique_for_overwrite<std::uint8_t[]>(room);
    std::size_t taken = 0;
    const libdeflate_result result =
        libdeflate_deflate_decompress_ex(decompressor.get(), data.data(), data.size(),
                                         out.storage.get(), room, &taken, &out.size);
    if (result == LIBDEFLATE_SUCCESS && taken == data.size()) {
      return out;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE || room == most) {
      return std::nullopt;
    }
    room = room > most / kGrowth ? most : room * kGrowth;
  }
}

std::optional<Inflation> inflate_gzip(Bytes encoded, std::uint64_t most_bytes) {
  if (encoded.size() < kGzipHead + kGzipTrailer || encoded[0] != 0x1f ||
      encoded[1] != 0x8b || encoded[2] != 0x08 || (encoded[3] & ~kNameFlag) != 0) {
    return std::nullopt;
  }
  std::size_t head = kGzipHead;
  const std::size_t end = encoded.size() - kGzipTrailer;
  if ((encoded[3] & kNameFlag) != 0) {
    while (head < end && encoded[head] != 0) {
      ++head;
    }
    if (head == end) {
      return std::nullopt;
    }
    ++head;
  }
  const std::uint32_t size = little_endian(encoded.subspan(end + 4));
  if (size > most_bytes) {
    return std::nullopt;
  }
  std::optional<Inflation> out = inflate(encoded.subspan(head, end - head), size);
  if (!out || out->size != size ||
      libdeflate_crc32(0, out->storage.get(), out->size) !=
          little_endian(encoded.subspan(end))) {
    return std::nullopt;
  }
  return out;
}

std::optional<Inflation> inflate_zlib(Bytes encoded, std::uint64_t most_bytes) {
  if (encoded.size() < kZlibHead + kZlibTrailer) {
    return std::nullopt;
  }
  const unsigned cmf = encoded[0], flags = encoded[1];
  if ((cmf & 0x0f) != 8 || cmf >> 4 > 7 || (cmf * 256 + flags) % 31 != 0 ||
      (flags & 0x20) != 0) {
    return std::nullopt;
  }
  const std::size_t end = encoded.size() - kZlibTrailer;
  const std::size_t most =
      static_cast<std::size_t>(std::min<std::uint64_t>(most_bytes, SIZE_MAX));
  std::optional<Inflation> out =
      inflate(encoded.subspan(kZlibHead, end - kZlibHead), most);
  if (!out || libdeflate_adler32(1, out->storage.get(), out->size) !=
                  big_endian(encoded.subspan(end))) {
    return std::nullopt;
  }
  return out;
}

}  // namespace

std::optional<Inflation> inflate_whole(Bytes encoded, std::string_view coding,
                                       std::uint64_t most_bytes) {
  if (coding == "gzip" || coding == "x-gzip") {
    return inflate_gzip(encoded, most_bytes);
  }
  return coding == "deflate" ? inflate_zlib(encoded, most_bytes) : std::nullopt;
}

}  // namespace capaudit
