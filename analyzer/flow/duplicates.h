// SPDX-License-Identifier: Apache-2.0
// DuplicateFilter: tells a frame that the capture holds twice (taken on `any`, a bond or
// a mirror port) from a true retransmission. A copy is the same IP packet: same
// identification, TCP header and payload, within a few milliseconds; link header and TTL
// may differ. A retransmission is a new IP packet. The packets of all connections are
// remembered in one ring, so that copies that come in bulk are found too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/flow/segment.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

/// What tells one packet of a capture from another, and when it came.
struct PacketPrint {
  std::int64_t time_ns = 0;
  std::uint64_t payload_bytes = 0;
  std::uint32_t connection = 0;
  std::uint32_t sequence = 0, acknowledgment = 0;
  std::uint32_t timestamp = 0;  ///< 0 without one
  /// Duplicate ACKs of the other side until then; no part of the packet's identity.
  std::uint32_t asked_again = 0;
  std::uint16_t ip_id = 0, window = 0;
  std::uint8_t flags = 0;
  std::uint8_t side = 0;
  bool has_timestamp = false;

  bool same_packet(const PacketPrint& later) const;
};

/// The last few thousand packets: at ten gigabits a second, what five milliseconds hold.
class RecentPackets {
 public:
  static constexpr std::size_t kKept = 8192;

  /// The last remembered packet that this one may be a copy of; null: none. Valid until
  /// the next remember().
  const PacketPrint* find(const PacketPrint& print) const;
  void remember(const PacketPrint& print);

 private:
  struct Entry {
    PacketPrint print;
    std::uint64_t previous = 0;  ///< of its bucket, numbered like written_; 0: none
  };

  static std::size_t bucket(const PacketPrint& print);
  bool kept(std::uint64_t number) const {
    return number != 0 && written_ - number < kKept;
  }

  std::vector<Entry> ring_;            ///< empty until the first packet
  std::vector<std::uint64_t> newest_;  ///< of each bucket
  std::uint64_t written_ = 0;
};

/// Of one connection.
class DuplicateFilter {
 public:
  /// `recent` is shared by all connections and outlives this object.
  DuplicateFilter(RecentPackets& recent, std::uint32_t connection)
      : recent_(recent), connection_(connection) {}

  /// Is this segment, by its headers, a copy of a recent one of its connection? The
  /// caller compares payload. Remembers the segment when it is not.
  bool copy_of_recent(StreamSide side, const Segment& segment);

  /// The last segment asked for is like an earlier one to the identification, but that
  /// has not changed yet: it may be a constant of the sender, which proves nothing.
  bool in_doubt() const { return in_doubt_; }
  /// Has it changed since?
  bool id_varies(StreamSide side) const { return sides_[side].id_varies; }

 private:
  struct Side {
    std::uint16_t last_id = 0;
    bool seen = false;
    bool id_varies = false;
    bool acked = false;           ///< last_ack is set
    std::uint32_t last_ack = 0;   ///< furthest it has acknowledged
    std::uint32_t ack_again = 0;  ///< how often that came again without data
  };

  void note(Side& side, const Segment& segment);

  RecentPackets& recent_;
  std::uint32_t connection_;
  std::array<Side, 2> sides_;
  bool in_doubt_ = false;
};

}  // namespace capaudit
