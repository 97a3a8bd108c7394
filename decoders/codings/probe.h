// SPDX-License-Identifier: Apache-2.0
// For codings without a magic number (deflate, br): holds back the first bytes of a body
// and tells plain text that only carries the label from coded bytes.
#pragma once

#include "decoders/codings/coding.h"

namespace capaudit {

class ProbingDecoder : public CodingDecoder {
 protected:
  /// Looks at the first bytes (the whole body if it is short) before any of them is
  /// decoded. False: they cannot be the start of the coding.
  virtual bool plausible(Bytes start) = 0;
  virtual bool decode_coded(Bytes input, ByteSink& out) = 0;
  virtual bool end_coded(ByteSink& out) = 0;

  /// Bytes that went into decode_coded() before the present piece.
  std::uint64_t coded_bytes() const { return coded_bytes_; }

  bool decode(Bytes input, ByteSink& out) final;
  bool end(ByteSink& out) final;

 private:
  enum class State { probing, coded, text };

  bool decide(ByteSink& out);
  bool pass_on(Bytes input, ByteSink& out);

  State state_ = State::probing;
  Buffer held_;
  std::uint64_t coded_bytes_ = 0;
};

}  // namespace capaudit
