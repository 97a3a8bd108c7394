// SPDX-License-Identifier: Apache-2.0
// BodyReader: where one message's body ends, by its plan (RFC 9112 6.3), as bytes and
// holes come.
#pragma once

#include <cstdint>

#include "analyzer/http/chunked.h"
#include "analyzer/http/head.h"
#include "decoders/core/bytes.h"

namespace capaudit {

class BodyReader {
 public:
  using Status = ChunkedReader::Status;
  using Step = ChunkedReader::Step;

  struct Hole {
    std::uint64_t missing = 0;  ///< bytes of the message that lie in it
    std::uint64_t content = 0;  ///< those known to be content
    bool over = false;          ///< the message ends in it
    bool hides = false;         ///< and what follows may begin in it
    bool end_unknown = false;   ///< how long the body is stood in it
  };

  /// A body of `plan`'s length, chunks, or up to the close.
  explicit BodyReader(const BodyPlan& plan);

  /// As ChunkedReader::read(): call again with what is left.
  Step read(Bytes input);
  Hole skip(std::uint64_t length);
  bool ends_with_connection() const { return mode_ == BodyMode::until_close; }

 private:
  BodyMode mode_;
  std::uint64_t left_ = 0;  ///< of a body with a length
  ChunkedReader chunked_;
};

}  // namespace capaudit
