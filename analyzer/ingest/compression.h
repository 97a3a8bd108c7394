// SPDX-License-Identifier: Apache-2.0
// Compressed capture files, known by content: gzip (RFC 1952, several members), zlib,
// zstd (RFC 8878, several frames) and xz (several streams), all of them as streams:
// memory does not depend on what the file declares. One line in compression.cc for each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "analyzer/ingest/byte_source.h"
#include "analyzer/ingest/window.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// One format's decoder.
class Decompressor {
 public:
  virtual ~Decompressor() = default;

  struct Step {
    std::size_t consumed = 0, produced = 0;
  };
  /// Decodes some of `in` into `out`; an empty `in` says that there is no more. Makes
  /// progress or fails, but for an empty `in`. Error::offset is not set.
  virtual Result<Step> step(Bytes in, std::span<std::uint8_t> out) = 0;

  /// All that was begun is complete.
  virtual bool complete() const = 0;
};

std::unique_ptr<Decompressor> make_gzip_decompressor();
std::unique_ptr<Decompressor> make_zlib_decompressor();
std::unique_ptr<Decompressor> make_zstd_decompressor();
std::unique_ptr<Decompressor> make_xz_decompressor();

struct Compression {
  std::string_view name;
  std::string_view magic;
  std::unique_ptr<Decompressor> (*make)();
};

/// The compression whose magic `head` begins with; nullptr when there is none.
const Compression* find_compression(Bytes head);

/// What `input` (which must outlive the result) decompresses to. Fails as truncated or
/// malformed after all bytes before the damage, at an offset in the decompressed bytes.
std::unique_ptr<ByteSource> decompress(const Compression& compression, Window& input);

}  // namespace capaudit
