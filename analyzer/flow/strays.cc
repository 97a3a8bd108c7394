// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/strays.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace capaudit {
namespace {

constexpr std::size_t kMostStrays = 64;

}  // namespace

bool Strays::keep(const Piece& piece, const Origin& origin) {
  if (strays_.size() == kMostStrays) {
    return false;
  }
  HeldPiece stray;
  stray.length = piece.length;
  stray.data.assign(piece.data.begin(), piece.data.end());
  stray.origin = origin;
  cost_ += stray.cost();
  strays_.emplace_back(piece.offset, std::move(stray));
  return true;
}

std::vector<Strays::Stray> Strays::take_until(std::uint64_t acked) {
  const auto vouched = std::stable_partition(
      strays_.begin(), strays_.end(),
      [acked](const Stray& stray) { return stray.first + stray.second.length > acked; });
  std::vector<Stray> out(std::make_move_iterator(vouched),
                         std::make_move_iterator(strays_.end()));
  strays_.erase(vouched, strays_.end());
  for (const Stray& stray : out) {
    cost_ -= stray.second.cost();
  }
  return out;
}

std::optional<Strays::Stray> Strays::take_last() {
  if (strays_.empty()) {
    return std::nullopt;
  }
  Stray out = std::move(strays_.back());
  strays_.pop_back();
  cost_ -= out.second.cost();
  return out;
}

}  // namespace capaudit
