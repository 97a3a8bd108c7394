// SPDX-License-Identifier: Apache-2.0
// A ByteSource over bytes in memory that hands out at most so many at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "analyzer/ingest/byte_source.h"
#include "decoders/core/bytes.h"

namespace capaudit {

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(Buffer bytes, std::size_t at_most = SIZE_MAX)
      : bytes_(std::move(bytes)), at_most_(at_most) {}

  Result<std::size_t> read(std::span<std::uint8_t> into) override {
    const std::size_t count = std::min({into.size(), bytes_.size() - at_, at_most_});
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), count, into.begin());
    at_ += count;
    return count;
  }

 private:
  Buffer bytes_;
  std::size_t at_most_;
  std::size_t at_ = 0;
};

inline OpenedFile memory_file(Buffer bytes, std::size_t at_most = SIZE_MAX) {
  return {std::make_unique<MemorySource>(std::move(bytes), at_most), 0};
}

}  // namespace capaudit
