// SPDX-License-Identifier: Apache-2.0
// Coders: content codings put on a body, at the levels that servers use, to know what a
// body would have cost on the wire.
#pragma once

#include <span>
#include <string_view>

#include "decoders/core/bytes.h"
#include "decoders/core/result.h"

namespace capaudit {

struct BodyCoder {
  std::string_view name;    ///< "identity", "gzip-6", "br", ...
  std::string_view coding;  ///< as Content-Encoding names it; empty: none
  std::string_view who;     ///< whose level it is
  int level;
  Result<Buffer> (*encode)(Bytes content, int level);
};

std::span<const BodyCoder> body_coders();
/// Also by the coding's name alone ("gzip" is "gzip-6") and "" for identity. Null:
/// unknown.
const BodyCoder* find_body_coder(std::string_view name);

/// `level` on the library's own scale.
Result<Buffer> encode_identity(Bytes content, int level);
Result<Buffer> encode_gzip(Bytes content, int level);
Result<Buffer> encode_deflate(Bytes content, int level);
Result<Buffer> encode_brotli(Bytes content, int level);
Result<Buffer> encode_zstd(Bytes content, int level);

}  // namespace capaudit
