// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/held_pieces.h"

#include <algorithm>
#include <cstddef>

namespace capaudit {
namespace {

constexpr std::uint64_t kPieceOverhead = 200;

// How two captured beginnings of the same stretch compare.
bool differ(Bytes a, Bytes b) {
  const std::size_t common = std::min(a.size(), b.size());
  return !std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common),
                     b.begin());
}

// The first piece that ends behind `offset`.
template <class Map>
auto reaching(Map& pieces, std::uint64_t offset) {
  auto next = pieces.upper_bound(offset);
  if (next != pieces.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second.length > offset) {
      next = before;
    }
  }
  return next;
}

}  // namespace

Piece Piece::part(std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t size = data.size();
  const std::uint64_t from = std::min(begin - offset, size);
  const std::uint64_t to = std::min(end - offset, size);
  return {
      begin, end - begin,
      data.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from))};
}

std::uint64_t HeldPiece::cost() const {
  return data.size() + kPieceOverhead + repeats.size() * sizeof(Repeat);
}

std::uint64_t HeldPieces::insert(const Piece& piece, Origin origin) {
  std::uint64_t repeated = 0;
  std::uint64_t position = piece.offset;
  const std::uint64_t captured_end = piece.offset + piece.data.size();
  do {
    const auto next = reaching(pieces_, position);
    const std::uint64_t taken = next == pieces_.end() ? piece.end() : next->first;
    if (position < taken) {
      const std::uint64_t free_until = std::min(piece.end(), taken);
      keep(piece.part(position, free_until), origin);
      origin.previous_piece_end = free_until;
      position = free_until;
    } else {
      const std::uint64_t until =
          std::min(piece.end(), next->first + next->second.length);
      const Piece copy = piece.part(position, until);
      note_repeat(next->second, next->first, copy, origin.frame.number);
      repeated += copy.data.size();
      position = until;
    }
    origin.starts_segment = false;
  } while (position < captured_end);
  return repeated;
}

void HeldPieces::keep(const Piece& piece, const Origin& origin) {
  HeldPiece held;
  held.length = piece.length;
  held.data.assign(piece.data.begin(), piece.data.end());
  held.origin = origin;
  cost_ += held.cost();
  pieces_.emplace(piece.offset, std::move(held));
}

void HeldPieces::note_repeat(HeldPiece& held, std::uint64_t offset, const Piece& copy,
                             std::uint64_t frame) {
  if (copy.data.empty()) {
    return;
  }
  const Piece kept{offset, held.length, held.data};
  const bool differs = differ(kept.part(copy.offset, copy.end()).data, copy.data);
  held.repeats.push_back({copy.offset, copy.data.size(), frame, differs});
  cost_ += sizeof(Repeat);
}

HeldPiece HeldPieces::take_front() {
  HeldPiece held = std::move(pieces_.begin()->second);
  cost_ -= held.cost();
  pieces_.erase(pieces_.begin());
  return held;
}

Comparison HeldPieces::compare(std::uint64_t offset, Bytes data) const {
  const Piece copy{offset, data.size(), data};
  Comparison result = Comparison::unknown;
  for (auto held = reaching(pieces_, offset);
       held != pieces_.end() && held->first < copy.end(); ++held) {
    const Piece kept{held->first, held->second.length, held->second.data};
    const std::uint64_t begin = std::max(offset, kept.offset);
    const std::uint64_t end = std::min(copy.end(), kept.end());
    if (differ(kept.part(begin, end).data, copy.part(begin, end).data)) {
      return Comparison::different;
    }
    result = Comparison::same;
  }
  return result;
}

}  // namespace capaudit
