// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952), deflate (RFC 1950, which is what the name means in HTTP), br (RFC
// 7932) and zstd (RFC 8878), by the libraries that servers use.
#include "decoders/writers/coders.h"

#include <array>
#include <limits>

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

namespace capaudit {
namespace {

constexpr std::array kCoders = std::to_array<BodyCoder>({
    {"identity", "", "as is", 0, encode_identity},
    {"gzip-1", "gzip", "the fastest", 1, encode_gzip},
    {"gzip-6", "gzip", "zlib's default; Apache, Jetty, Tomcat", 6, encode_gzip},
    {"gzip-9", "gzip", "the smallest", 9, encode_gzip},
    {"deflate", "deflate", "zlib's default", 6, encode_deflate},
    {"br", "br", "nginx's default", 6, encode_brotli},
    {"zstd", "zstd", "zstd's default; Caddy", 3, encode_zstd},
});

Error failed(std::string_view what) {
  return {ErrorCode::limit, 0, std::string(what) + " cannot encode the body"};
}

constexpr int kGzipWindow = 15 + 16;  // 16: with gzip's head and tail
constexpr int kZlibWindow = 15;

Result<Buffer> deflate_all(Bytes content, int level, int window) {
  constexpr int kMemory = 8;  // the default of zlib and of servers
  z_stream stream{};
  if (content.size() > std::numeric_limits<uInt>::max() ||
      deflateInit2(&stream, level, Z_DEFLATED, window, kMemory, Z_DEFAULT_STRATEGY) !=
          Z_OK) {
    return failed("deflate");
  }
  Buffer out(deflateBound(&stream, static_cast<uLong>(content.size())));
  // zlib does not write to its input, but older headers do not say so.
  Buffer input(content.begin(), content.end());
  stream.next_in = input.data();
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) {
    return failed("deflate");
  }
  return out;
}

}  // namespace

std::span<const BodyCoder> body_coders() {
  return kCoders;
}

const BodyCoder* find_body_coder(std::string_view name) {
  const std::string_view wanted = name.empty()     ? "identity"
                                  : name == "gzip" ? "gzip-6"
                                                   : name;
  for (const BodyCoder& coder : kCoders) {
    if (coder.name == wanted) {
      return &coder;
    }
  }
  return nullptr;
}

Result<Buffer> encode_identity(Bytes content, int /*level*/) {
  return Buffer(content.begin(), content.end());
}

Result<Buffer> encode_gzip(Bytes content, int level) {
  return deflate_all(content, level, kGzipWindow);
}

Result<Buffer> encode_deflate(Bytes content, int level) {
  return deflate_all(content, level, kZlibWindow);
}

Result<Buffer> encode_brotli(Bytes content, int level) {
  std::size_t size = BrotliEncoderMaxCompressedSize(content.size());
  if (size == 0) {
    return failed("brotli");
  }
  Buffer out(size);
  if (BrotliEncoderCompress(level, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC,
                            content.size(), content.data(), &size,
                            out.data()) == BROTLI_FALSE) {
    return failed("brotli");
  }
  out.resize(size);
  return out;
}

Result<Buffer> encode_zstd(Bytes content, int level) {
  Buffer out(ZSTD_compressBound(content.size()));
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), content.data(), content.size(), level);
  if (ZSTD_isError(size) != 0) {
    return failed("zstd");
  }
  out.resize(size);
  return out;
}

}  // namespace capaudit
