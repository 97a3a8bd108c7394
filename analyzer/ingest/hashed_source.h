// SPDX-License-Identifier: Apache-2.0
// HashedSource: counts and hashes (SHA-256, FIPS 180-4) everything that is read through
// it, on a thread of its own once there is more than one block, since hashing costs more
// than reading a capture does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "analyzer/ingest/byte_source.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// Lower-case hexadecimal; empty where it cannot be computed.
std::string sha256_of(Bytes bytes);

class HashedSource final : public ByteSource {
 public:
  explicit HashedSource(std::unique_ptr<ByteSource> source);
  ~HashedSource() override;
  HashedSource(const HashedSource&) = delete;
  HashedSource& operator=(const HashedSource&) = delete;

  Result<std::size_t> read(std::span<std::uint8_t> into) override;

  /// Reads what is left, so that count and hash cover the whole source.
  void drain();

  /// Bytes taken from the source so far.
  std::uint64_t bytes_read() const { return bytes_read_; }

  /// Of all bytes read so far, lower-case hexadecimal; empty when the library fails.
  /// Nothing may be read afterwards.
  std::string sha256();

 private:
  class Hasher;

  /// Makes the next block the current one; false at the end or on an error.
  bool fill();

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<Hasher> hasher_;
  Bytes block_;  ///< what is left of the current block
  std::uint64_t bytes_read_ = 0;
  bool ended_ = false;
  std::optional<Error> failure_;
};

}  // namespace capaudit
