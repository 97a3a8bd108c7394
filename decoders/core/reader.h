// SPDX-License-Identifier: Apache-2.0
// Reader: the only way to untrusted bytes. A read past the end fails and stays failed
// ("sticky"), so a record can be read field by field and ok() asked once. A failed read
// yields 0 or an empty view.
#pragma once

#include <cstddef>
#include <cstdint>

#include "decoders/core/bytes.h"

namespace capaudit {

class Reader {
 public:
  /// Views returned by bytes() live as long as `data` does.
  explicit Reader(Bytes data) : data_(data) {}

  bool ok() const { return ok_; }
  bool at_end() const { return position_ == data_.size(); }
  /// Bytes from the start of the data to the next unread one; where the failed read began
  /// once !ok().
  std::size_t offset() const { return position_; }
  std::size_t remaining() const { return data_.size() - position_; }
  Bytes rest() const { return data_.subspan(position_); }

  std::uint8_t u8() {
    if (!ok_ || position_ == data_.size()) {
      ok_ = false;
      return 0;
    }
    return data_[position_++];
  }
  std::uint16_t u16be() { return static_cast<std::uint16_t>(big(2)); }
  std::uint32_t u24be() { return static_cast<std::uint32_t>(big(3)); }
  std::uint32_t u32be() { return static_cast<std::uint32_t>(big(4)); }
  std::uint64_t u64be() { return big(8); }
  std::uint16_t u16le() { return static_cast<std::uint16_t>(little(2)); }
  std::uint32_t u32le() { return static_cast<std::uint32_t>(little(4)); }
  std::uint64_t u64le() { return little(8); }

  /// The next `count` bytes, or an empty view and a failure.
  Bytes bytes(std::uint64_t count) {
    if (!ok_ || count > remaining()) {
      ok_ = false;
      return {};
    }
    const Bytes out = data_.subspan(position_, static_cast<std::size_t>(count));
    position_ += static_cast<std::size_t>(count);
    return out;
  }
  void skip(std::uint64_t count) { bytes(count); }
  void fail() { ok_ = false; }

 private:
  std::uint64_t big(std::size_t size) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes(size)) {
      value = value << 8 | byte;
    }
    return value;
  }
  std::uint64_t little(std::size_t size) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::uint8_t byte : bytes(size)) {
      value |= std::uint64_t{byte} << shift;
      shift += 8;
    }
    return value;
  }

  Bytes data_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace capaudit
