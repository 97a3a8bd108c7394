// SPDX-License-Identifier: Apache-2.0
// ByteWriter: numbers and bytes put one after the other, in either byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "decoders/core/bytes.h"

namespace capaudit {

class ByteWriter {
 public:
  explicit ByteWriter(bool big_endian = true) : big_(big_endian) {}

  ByteWriter& u8(std::uint64_t value) { return number(value, 1); }
  ByteWriter& u16(std::uint64_t value) { return number(value, 2); }
  ByteWriter& u24(std::uint64_t value) { return number(value, 3); }
  ByteWriter& u32(std::uint64_t value) { return number(value, 4); }
  ByteWriter& u64(std::uint64_t value) { return number(value, 8); }
  ByteWriter& bytes(Bytes data) {
    out.insert(out.end(), data.begin(), data.end());
    return *this;
  }
  ByteWriter& text(std::string_view data) { return bytes(as_bytes(data)); }
  ByteWriter& zeros(std::size_t count) {
    out.insert(out.end(), count, 0);
    return *this;
  }

  Buffer out;

 private:
  ByteWriter& number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) {
      const unsigned shift = 8 * (big_ ? size - 1 - i : i);
      out.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    return *this;
  }

  bool big_;
};

inline Buffer operator+(Buffer a, Bytes b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace capaudit
