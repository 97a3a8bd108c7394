// SPDX-License-Identifier: Apache-2.0
// Window: looks ahead into a ByteSource, so that a record can be read as one contiguous
// view. Memory grows with the bytes that really arrive, never with what a length field
// declares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "analyzer/ingest/byte_source.h"
#include "decoders/core/bytes.h"

namespace capaudit {

class Window {
 public:
  /// `source` must outlive the window.
  explicit Window(ByteSource& source) : source_(source) {}

  /// Bytes behind those of any view that may be read without being part of it: parsers
  /// that read in blocks need no copy.
  static constexpr std::size_t kReadableBehind = 64;

  /// The next `count` bytes, fewer only at the end of the source. Valid until the next
  /// call of peek(), available() or skip_far().
  Bytes peek(std::size_t count) {
    if (count > end_ - begin_) {
      fill(count);
    }
    const std::size_t have = end_ - begin_;
    return Bytes(buffer_).subspan(begin_, count < have ? count : have);
  }

  /// Whatever can be had without waiting for more; empty only at the end. Valid as
  /// peek()'s.
  Bytes available() {
    if (begin_ == end_) {
      fill(1);
    }
    return Bytes(buffer_).subspan(begin_, end_ - begin_);
  }

  /// Passes over `count` bytes that were seen by peek() or available().
  void skip(std::size_t count) {
    begin_ += count;
    offset_ += count;
  }

  /// Passes over `count` bytes without holding them; returns how many there were.
  std::uint64_t skip_far(std::uint64_t count);

  /// Of the next byte, from the start of the source.
  std::uint64_t offset() const { return offset_; }

  /// Why the source ended, when it was not its end.
  const std::optional<Error>& failure() const { return failure_; }

 private:
  void fill(std::size_t count);

  ByteSource& source_;
  Buffer buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
  std::optional<Error> failure_;
};

}  // namespace capaudit
