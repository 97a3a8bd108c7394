// SPDX-License-Identifier: Apache-2.0
// The Internet checksum (RFC 1071).
#pragma once

#include <cstddef>
#include <cstdint>

#include "decoders/core/bytes.h"

namespace capaudit {

/// Ones' complement sum of 16-bit words, the last byte padded with zero, on top of
/// `start`. 0xffff over data that holds its own right checksum.
inline std::uint16_t internet_sum(Bytes data, std::uint64_t start = 0) {
  std::uint64_t sum = start;
  std::size_t i = 0;
  for (; i + 1 < data.size(); i += 2) {
    sum += static_cast<std::uint32_t>(data[i] << 8 | data[i + 1]);
  }
  if (i < data.size()) {
    sum += static_cast<std::uint32_t>(data[i] << 8);
  }
  while (sum > 0xffff) {
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(sum);
}

}  // namespace capaudit
