// SPDX-License-Identifier: Apache-2.0
// DuplicateFilter: tells a frame that the capture holds twice (taken on `any`, a bond or
// a mirror port) from a true retransmission. A copy is the same IP packet: same
// identification, TCP header and payload, within a few milliseconds; link header and TTL
// may differ. A retransmission is a new IP packet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "analyzer/flow/segment.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

class DuplicateFilter {
 public:
  /// Is this segment, by its headers, a copy of a recent one of its connection? The
  /// caller compares payload. Remembers the segment when it is not.
  bool copy_of_recent(StreamSide side, const Segment& segment);

 private:
  struct Print {
    std::uint64_t payload_bytes = 0;
    std::optional<std::int64_t> time_ns;
    std::optional<std::uint32_t> timestamp;
    std::uint32_t sequence = 0, acknowledgment = 0;
    std::uint16_t ip_id = 0, window = 0;
    std::uint8_t flags = 0;
    std::uint8_t side = 2;

    bool same_packet(const Print& later) const;
  };

  std::array<Print, 8> recent_{};
  std::size_t next_ = 0;
  std::array<std::uint16_t, 2> last_id_{};
  std::array<bool, 2> id_varies_{};
  std::array<bool, 2> any_seen_{};
};

}  // namespace capaudit
