// SPDX-License-Identifier: Apache-2.0
// ProtocolProbe: is what is no HTTP/1 the beginning of TLS (RFC 8446 5.1) or HTTP/2 (RFC
// 9113 3.4)? Told by its first bytes, in whatever pieces they come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "decoders/core/bytes.h"

namespace capaudit {

class ProtocolProbe {
 public:
  enum class Verdict : std::uint8_t { undecided, tls, http2, other };

  /// Takes the bytes behind those taken before, until there is a verdict.
  Verdict take(Bytes bytes);
  Verdict verdict() const { return verdict_; }
  /// What comes next stands at a place where a protocol may begin.
  void restart() { *this = {}; }

 private:
  Verdict judge() const;

  std::array<std::uint8_t, 14> first_{};
  std::size_t size_ = 0;
  Verdict verdict_ = Verdict::undecided;
};

}  // namespace capaudit
