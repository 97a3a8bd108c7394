// SPDX-License-Identifier: Apache-2.0
// Reassembler: the two byte streams of one TCP connection, in order, each byte once (RFC
// 9293 3.4, 3.10).
//
// Policy, where a passive reader has a choice:
// - The first captured copy of a byte wins; later copies are repeats, and differing ones
//   conflicts.
// - Bytes are delivered in causal order: a segment waits until what its ACK says its
//   sender had received has been delivered. So a response is never seen before its
//   request, however the capture is ordered.
// - A hole is given up only by evidence and never by clock: when the connection ends, or
//   when too much waits behind it. Until then a late segment may still fill it.
// - A stream whose SYN was not captured starts at the lowest segment seen before the
//   first such decision.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>

#include "analyzer/flow/held_pieces.h"
#include "analyzer/flow/recent_payload.h"
#include "analyzer/flow/strays.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

class Reassembler;

/// Shared by all connections of a capture.
struct ReassemblyContext {
  RecentPayload recent;
  std::uint64_t max_held_bytes = std::uint64_t{4} << 20;     ///< of one connection
  std::uint64_t max_total_bytes = std::uint64_t{256} << 20;  ///< of all
  std::uint64_t held_bytes = 0;                              ///< of all, with overhead
  std::list<Reassembler*> holding;  ///< who holds bytes; who began first stands first
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

  /// Does it lie so far from the side's stream that no segment of this connection has it?
  /// False where nothing is known of the stream.
  bool is_far(StreamSide side, std::uint32_t sequence) const;

  /// Payload and ACK of a segment; `sequence` is that of the first payload byte. May
  /// deliver what other connections of the context hold, when all together hold too much.
  PayloadFate add(StreamSide side, const Segment& segment, std::uint32_t sequence);

  void fin(StreamSide side, std::uint32_t sequence);
  /// False when the reset lies outside the window and was ignored (RFC 5961 3.2).
  bool reset(StreamSide side, std::uint32_t sequence, std::uint64_t frame);

  /// Is a byte of this payload known to differ from the copy that was kept?
  bool contradicts(StreamSide side, std::uint32_t sequence, Bytes payload) const;

  /// Delivers what waits, gives up every hole, ends both streams.
  void finish();

  /// A reset was seen, or both FINs: only what is late is still to come.
  bool closing() const;
  /// Or the side has sent its FIN, and nothing of the other side was ever captured.
  bool closed_for(StreamSide side) const;
  /// Bytes of the side's stream delivered or given up so far.
  std::uint64_t length(StreamSide side) const;
  std::uint64_t missing(StreamSide side) const { return sides_[side].missing; }
  std::uint64_t delivered(StreamSide side) const { return sides_[side].delivered; }
  /// The part of missing(), of both sides, that was given up to bound memory: it may have
  /// been captured after that.
  std::uint64_t given_up_for_room() const { return given_up_for_room_; }

 private:
  struct Stream {
    bool anchored = false;  ///< base_sequence is set
    bool started = false;   ///< `next` is final: SYN seen, or the wait for it given up
    bool captured = false;  ///< a byte of it was
    bool ended = false;     ///< on_end() was called
    bool reset = false;
    bool syn_seen = false;
    std::uint32_t base_sequence = 0;  ///< sequence number of offset kBase
    std::uint64_t first = 0;          ///< offset of the stream's first byte, once started
    std::uint64_t next = 0;           ///< next offset to deliver
    std::uint64_t acked = 0;          ///< furthest byte the peer acknowledged
    std::optional<std::uint64_t> fin;
    std::optional<std::uint64_t> doubtful_fin;  ///< one behind the window
    std::optional<std::uint64_t> unseen_fin;    ///< acknowledged, but not captured
    std::optional<std::uint8_t> window_scale;   ///< of its SYN
    std::uint32_t window = 0;                   ///< largest it advertised, not scaled
    HeldPieces held;
    Strays strays;
    RecentIndex recent;
    std::uint64_t missing = 0, delivered = 0;
  };

  static void anchor(Stream& stream, std::uint32_t sequence);
  static std::uint64_t unwrap(const Stream& stream, std::uint32_t sequence,
                              std::uint64_t reference);
  static std::uint64_t lowest(const Stream& stream);
  static std::uint64_t known_until(const Stream& stream);
  std::uint64_t window_end(StreamSide side) const;
  void note_ack(StreamSide side, const Segment& segment, Origin& origin);
  void insert(StreamSide side, Piece piece, Origin origin, PayloadFate& fate);
  void admit_strays(StreamSide side);
  static bool is_probe(const Stream& stream, const Segment& segment);
  Piece cut_old(StreamSide side, const Piece& piece, const Origin& origin,
                PayloadFate& fate);
  void tell_repeat(StreamSide side, const Repeat& repeat);
  void deliver(StreamSide side, const Piece& piece, const Origin& origin);
  bool may_deliver(StreamSide side, const Origin& origin) const;
  bool step(StreamSide side);
  void drain();
  bool force();
  bool make_room();  ///< as force(), for want of memory
  void unblock(StreamSide side);
  void give_up(StreamSide side, std::uint64_t until);
  void discard(StreamSide side, const HeldPiece& piece);
  void end_if_complete(StreamSide side);
  void end_by_evidence(StreamSide side);
  void account();
  void respect_limits();
  bool reset_seen() const { return sides_[0].reset || sides_[1].reset; }

  ReassemblyContext& context_;
  StreamConsumer& consumer_;
  std::array<Stream, 2> sides_;
  std::uint64_t given_up_for_room_ = 0;
  std::uint64_t held_bytes_ = 0;             ///< as counted in the context
  std::list<Reassembler*>::iterator place_;  ///< in context_.holding
};

}  // namespace capaudit
