// SPDX-License-Identifier: Apache-2.0
// The usual compressed body, one gzip member or one zlib stream that is all there,
// inflated at once over libdeflate, which takes a third of the time of zlib's pieces.
// Everything else is none here and goes through the streaming decoders, which say what is
// wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "decoders/core/bytes.h"

namespace capaudit {

struct Inflation {
  std::unique_ptr<std::uint8_t[]> storage;
  std::size_t size = 0;
};

/// The content of `encoded` under `coding` ("gzip", "x-gzip", "deflate"). None unless it
/// is exactly one stream, with a right checksum and size, of at most `most_bytes`.
std::optional<Inflation> inflate_whole(Bytes encoded, std::string_view coding,
                                       std::uint64_t most_bytes);

}  // namespace capaudit
