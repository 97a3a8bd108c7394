// SPDX-License-Identifier: Apache-2.0
// Strays: segments beyond what the receiver had allowed when they came. They are forged,
// or the first signs of life after a loss; an ACK of them will tell. Kept apart, so that
// a forged one is not the first copy of what comes there later (RFC 9293 3.10.7.4).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/flow/held_pieces.h"

namespace capaudit {

class Strays {
 public:
  using Stray = std::pair<std::uint64_t, HeldPiece>;  ///< with its offset

  /// False when there are too many already.
  bool keep(const Piece& piece, const Origin& origin);
  /// Those that lie wholly before `acked`, in the order they came.
  std::vector<Stray> take_until(std::uint64_t acked);
  std::optional<Stray> take_last();
  /// What they take in memory, about.
  std::uint64_t cost() const { return cost_; }

 private:
  std::vector<Stray> strays_;
  std::uint64_t cost_ = 0;
};

}  // namespace capaudit
