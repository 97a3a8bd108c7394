// SPDX-License-Identifier: Apache-2.0
// RecentPayload: the last few MiB of delivered TCP payload of all connections in one
// ring, so that a retransmission can be compared with what was kept. Bounded whatever the
// number of connections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoders/core/bytes.h"

namespace capaudit {

/// Where a side's recent chunks stand in the ring. One per side; small, empty until data
/// flows.
struct RecentIndex {
  struct Entry {
    std::uint64_t offset;    ///< in the stream
    std::uint64_t position;  ///< in the ring's endless numbering
    std::uint32_t length;
  };
  std::vector<Entry>
      entries;  ///< a ring of at most kEntries, `next` is the oldest once full
  std::size_t next = 0;

  static constexpr std::size_t kEntries = 64;
};

enum class Comparison : std::uint8_t { same, different, unknown };

class RecentPayload {
 public:
  explicit RecentPayload(std::size_t capacity = std::size_t{4} << 20);

  void remember(RecentIndex& index, std::uint64_t offset, Bytes data);

  /// Compares `data` with what was delivered at `offset`; `unknown` when none of it is
  /// held any more.
  Comparison compare(const RecentIndex& index, std::uint64_t offset, Bytes data) const;

 private:
  std::vector<std::uint8_t> ring_;
  std::uint64_t written_ = 0;
};

}  // namespace capaudit
