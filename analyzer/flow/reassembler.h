// SPDX-License-Identifier: Apache-2.0
// Reassembler: the two byte streams of one TCP connection, in order, each byte once (RFC
// 9293 3.4, 3.10).
//
// Policy, where a passive reader has a choice:
// - The first captured copy of a byte wins; later copies are repeats, and differing ones
// conflicts.
// - Bytes are delivered in causal order: a segment waits until what its ACK says its
// sender had received
//   has been delivered. So a response is never seen before its request, however the
//   capture is ordered.
// - A hole is given up only by evidence and never by clock: when the connection ends, or
// when more than
//   `max_held_bytes` wait behind it. Until then a late segment may still fill it.
// - A stream whose SYN was not captured starts at the lowest segment seen before the
// first such decision.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/flow/recent_payload.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

/// Shared by all connections of a capture.
struct ReassemblyContext {
  RecentPayload recent;
  std::uint64_t max_held_bytes = std::uint64_t{4} << 20;  ///< of one connection
  std::uint64_t max_total_bytes = std::uint64_t{256}
                                  << 20;  ///< of all; beyond it 64 KiB each
  std::uint64_t held_bytes = 0;           ///< of all, with overhead
};

/// What became at once of a segment's captured payload; the rest is delivered now or
/// later, or discarded.
struct PayloadFate {
  std::uint64_t repeat = 0;   ///< seen before
  std::uint64_t outside = 0;  ///< fits no stream
};

class Reassembler {
 public:
  Reassembler(ReassemblyContext& context, StreamConsumer& consumer);
  ~Reassembler();
  Reassembler(const Reassembler&) = delete;
  Reassembler& operator=(const Reassembler&) = delete;

  /// A SYN of `side`; its payload, if any, is given to add() with sequence + 1.
  void syn(StreamSide side, std::uint32_t sequence,
           std::optional<std::uint8_t> window_scale);
  /// Could a SYN with this sequence number belong to this connection's stream of `side`?
  bool syn_fits(StreamSide side, std::uint32_t sequence) const;

  /// Payload and ACK of a segment; `sequence` is that of the first payload byte.
  PayloadFate add(StreamSide side, const Segment& segment, std::uint32_t sequence);

  void fin(StreamSide side, std::uint32_t sequence);
  /// False when the reset lies outside the window and was ignored (RFC 5961 3.2).
  bool reset(StreamSide side, std::uint32_t sequence, std::uint64_t frame);

  /// Is a byte of this payload known to differ from the copy that was kept?
  bool contradicts(StreamSide side, std::uint32_t sequence, Bytes payload) const;

  /// Delivers what waits, gives up every hole, ends both streams.
  void finish();

  /// Both streams have ended and nothing waits.
  bool done() const;
  bool reset_seen() const { return sides_[0].reset || sides_[1].reset; }
  /// Bytes of the side's stream delivered or given up so far.
  std::uint64_t length(StreamSide side) const;
  std::uint64_t missing(StreamSide side) const { return sides_[side].missing; }
  std::uint64_t delivered(StreamSide side) const { return sides_[side].delivered; }

 private:
  struct Held {
    std::uint64_t length =
        0;  ///< on the wire; more than data.size() where the snapshot length cut
    Buffer data;
    FrameRef frame;
    std::uint64_t ack = 0;
    bool has_ack = false;
    bool starts_segment = true;
    std::uint64_t previous_piece_end = 0;
  };
  struct Stream {
    bool anchored = false;  ///< base_sequence is set
    bool started = false;   ///< `next` is final: SYN seen, or the wait for it given up
    bool ended = false;     ///< on_end() was called
    bool reset = false;
    std::uint32_t base_sequence = 0;  ///< sequence number of offset kBase
    std::uint64_t first = 0;          ///< offset of the stream's first byte, once started
    std::uint64_t next = 0;           ///< next offset to deliver
    std::uint64_t highest = 0;        ///< end of the furthest byte seen
    std::uint64_t acked = 0;          ///< furthest byte the peer acknowledged
    std::optional<std::uint64_t> fin;
    bool syn_seen = false;
    std::optional<std::uint8_t> window_scale;  ///< of its SYN
    std::uint32_t window = 0;                  ///< largest it advertised, not scaled
    std::map<std::uint64_t, Held> held;
    /// Beyond what the receiver allowed: forged, or first signs of life after a loss,
    /// which an ACK will tell.
    std::vector<std::pair<std::uint64_t, Held>> strays;
    RecentIndex recent;
    std::uint64_t missing = 0, delivered = 0;
  };

  struct Piece {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  ///< on the wire
    Bytes data;                ///< captured part
    Piece part(std::uint64_t begin, std::uint64_t end) const;
  };

  static void anchor(Stream& stream, std::uint32_t sequence);
  static std::uint64_t unwrap(const Stream& stream, std::uint32_t sequence);
  static std::uint64_t known_until(const Stream& stream);
  std::uint64_t window_end(StreamSide side) const;
  void note_ack(StreamSide side, const Segment& segment, Held& held);
  void insert(StreamSide side, const Piece& piece, Held& like, PayloadFate& fate);
  void repeat(StreamSide side, const Piece& piece, Comparison comparison,
              std::uint64_t frame, PayloadFate& fate);
  void readmit_strays(StreamSide side);
  void hold(Stream& stream, const Piece& piece, const Held& like);
  void deliver(StreamSide side, const Piece& piece, const Held& held);
  bool may_deliver(StreamSide side, const Held& held) const;
  bool step(StreamSide side);
  void drain();
  bool force();
  void unblock(StreamSide side);
  void start(StreamSide side);
  void give_up(StreamSide side, std::uint64_t until);
  void discard_head(StreamSide side);
  void end_if_complete(StreamSide side);
  void release(std::uint64_t bytes);
  void respect_limits();

  ReassemblyContext& context_;
  StreamConsumer& consumer_;
  std::array<Stream, 2> sides_;
  std::uint64_t held_bytes_ = 0;
};

}  // namespace capaudit
