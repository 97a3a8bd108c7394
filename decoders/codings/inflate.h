// SPDX-License-Identifier: Apache-2.0
// Raw DEFLATE (RFC 1951) over zlib, without the wrappers: gzip and zlib heads and checks
// are read by gzip.cc and deflate.cc, so that a wrong checksum is known from a damaged
// stream.
#pragma once

#include <cstdint>
#include <memory>

#include "decoders/codings/coding.h"
#include "decoders/core/bytes.h"

namespace capaudit {

enum class Inflated {
  more,     ///< all input taken, the stream goes on
  ended,    ///< the last block ended; input may be left
  damaged,  ///< no DEFLATE from here on
  stopped,  ///< the sink had enough
};

class RawInflater {
 public:
  RawInflater();
  ~RawInflater();
  RawInflater(RawInflater&&) noexcept;
  RawInflater& operator=(RawInflater&&) noexcept;

  /// Starts a new stream.
  void reset();
  /// Inflates from the front of `input` and cuts off what it took.
  Inflated run(Bytes& input, ByteSink& out);
  /// Bytes handed out since reset().
  std::uint64_t output_bytes() const;
  /// zlib's words for the damage, a literal.
  const char* reason() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace capaudit
