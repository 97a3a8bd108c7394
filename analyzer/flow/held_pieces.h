// SPDX-License-Identifier: Apache-2.0
// HeldPieces: stretches of one side's stream that cannot be delivered yet, in order and
// without overlap. The first captured copy of a byte wins; later copies are noted with
// the piece they repeat.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analyzer/flow/recent_payload.h"
#include "analyzer/flow/segment.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// A stretch of a stream as a segment brought it.
struct Piece {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< on the wire
  Bytes data;                ///< captured part: the first bytes of it

  std::uint64_t end() const { return offset + length; }
  /// From `begin` to `end`, both inside or at its ends.
  Piece part(std::uint64_t begin, std::uint64_t end) const;
};

/// What is known of a piece beside its bytes.
struct Origin {
  FrameRef frame;
  std::uint64_t ack = 0;  ///< offset in the other side's stream
  bool has_ack = false;
  bool starts_segment = true;
  std::uint64_t previous_piece_end = 0;
};

/// Bytes that came again.
struct Repeat {
  std::uint64_t offset = 0, length = 0;
  std::uint64_t frame = 0;
  bool differs = false;
};

struct HeldPiece {
  std::uint64_t length = 0;  ///< on the wire
  Buffer data;
  Origin origin;
  std::vector<Repeat> repeats;

  /// What it takes in memory, about.
  std::uint64_t cost() const;
};

class HeldPieces {
 public:
  /// Keeps what is new of `piece`. Returns how many captured bytes were held already.
  /// Takes time in proportion to the captured bytes: behind them only the first stretch
  /// is kept, the next becomes a hole if nothing else brings it.
  std::uint64_t insert(const Piece& piece, Origin origin);

  bool empty() const { return pieces_.empty(); }
  /// Of the first piece; its end for the last. Not to be asked when empty.
  std::uint64_t begin() const { return pieces_.begin()->first; }
  std::uint64_t end() const {
    return pieces_.rbegin()->first + pieces_.rbegin()->second.length;
  }
  HeldPiece& front() { return pieces_.begin()->second; }
  const HeldPiece& front() const { return pieces_.begin()->second; }
  HeldPiece take_front();

  /// Compares `data` with the pieces held at `offset`.
  Comparison compare(std::uint64_t offset, Bytes data) const;

  /// Sum of the pieces' costs.
  std::uint64_t cost() const { return cost_; }

 private:
  using Map = std::map<std::uint64_t, HeldPiece>;

  void keep(const Piece& piece, const Origin& origin);
  void note_repeat(HeldPiece& held, std::uint64_t offset, const Piece& copy,
                   std::uint64_t frame);

  Map pieces_;
  std::uint64_t cost_ = 0;
};

}  // namespace capaudit
