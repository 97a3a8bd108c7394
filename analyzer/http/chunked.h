// SPDX-License-Identifier: Apache-2.0
// ChunkedReader: takes chunked transfer framing apart as bytes come (RFC 9112 7.1):
//   chunked-body = *chunk last-chunk trailer-section CRLF
//   chunk        = chunk-size [ chunk-ext ] CRLF chunk-data CRLF
// Lenient like common receivers: bare LF as line end, blanks before it. The grammar sets
// no limit to the leading zeros of a size, so neither does this.
#pragma once

#include <cstdint>

#include "decoders/core/bytes.h"

namespace capaudit {

class ChunkedReader {
 public:
  enum class Status : std::uint8_t { more, done, malformed };

  struct Step {
    std::uint64_t framing = 0;  ///< bytes of framing at the front of the input
    Bytes data;                 ///< chunk data right behind them
    Status status = Status::more;
  };

  /// Consumes framing, then at most one stretch of data; call again with what is left.
  Step read(Bytes input);

  /// A hole of `length` bytes: true when it lies inside the data of the current chunk.
  bool skip(std::uint64_t length);

 private:
  enum class State : std::uint8_t {
    size_start,
    size,
    extension,
    data,
    data_end,
    trailer_start,
    trailer,
    done,
    malformed,
  };

  void take(std::uint8_t byte);
  void take_size(std::uint8_t byte);
  void end_size_line();

  State state_ = State::size_start;
  std::uint64_t size_ = 0;  ///< of the chunk, counting down while its data is read
  bool blank_seen_ = false;
  bool cr_seen_ = false;
};

}  // namespace capaudit
