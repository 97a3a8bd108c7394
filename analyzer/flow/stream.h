// SPDX-License-Identifier: Apache-2.0
// What the reassembler tells its consumer about one connection: bytes of each side in
// order, each byte once, and typed holes in between (RFC 9293 3.4). Offsets are 64-bit
// positions in the side's stream.
#pragma once

#include <cstdint>
#include <string_view>

#include "analyzer/flow/segment.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// Index of a side: 0 sent the connection's first captured packet, 1 is its peer.
using StreamSide = unsigned;

inline StreamSide other(StreamSide side) {
  return 1 - side;
}

/// In-order bytes of one side that one frame brought.
struct Chunk {
  std::uint64_t offset = 0;
  Bytes data;  ///< valid for the call
  FrameRef frame;
  /// What the sender had received of the other side's stream when it sent this; none
  /// without a usable ACK.
  std::uint64_t peer_offset = 0;
  bool has_peer_offset = false;
  bool starts_segment =
      true;  ///< the first byte stands at the start of a segment's payload
  /// Where the frame's previous piece of this stream ended, if an earlier copy splits it;
  /// 0: none.
  std::uint64_t previous_piece_end = 0;
};

enum class GapKind : std::uint8_t {
  lost,  ///< on the wire (the stream goes on behind it, or the peer acknowledged it), not
         ///< in the capture
  cut,   ///< cut off by the snapshot length
};

struct Gap {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  GapKind kind = GapKind::lost;
};

enum class StreamEnd : std::uint8_t {
  fin,
  reset,
  capture_end,  ///< or the connection's four values were used again
};

class StreamConsumer {
 public:
  virtual ~StreamConsumer() = default;
  virtual void on_data(StreamSide side, const Chunk& chunk) = 0;
  virtual void on_gap(StreamSide side, const Gap& gap) = 0;
  /// Bytes that came again: retransmitted and not delivered.
  virtual void on_repeat(StreamSide side, std::uint64_t offset, std::uint64_t length) = 0;
  /// Bytes that came again with another content; the first captured copy was kept.
  virtual void on_conflict(StreamSide side, std::uint64_t offset,
                           std::uint64_t frame) = 0;
  /// Captured bytes that were held back and then found to fit no stream.
  virtual void on_discard(StreamSide side, std::uint64_t length) = 0;
  /// The side sent a reset that counts. Its stream may still be completed by late
  /// segments.
  virtual void on_reset(StreamSide side, std::uint64_t frame) = 0;
  /// Once per side, after everything else of that side.
  virtual void on_end(StreamSide side, StreamEnd end) = 0;
};

}  // namespace capaudit
