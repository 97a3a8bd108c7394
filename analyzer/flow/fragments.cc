// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/fragments.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace capaudit {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLifetime = 60 * kSecond;
constexpr std::int64_t kCopyTime = kSecond;  // copies of a frame follow it closely
constexpr std::size_t kDoneKept = 64;
constexpr std::uint64_t kPieceOverhead = 160;  // memory of a piece besides its bytes
constexpr std::uint64_t kPartialOverhead = 320;

// Whether `later` comes more than `limit` after `earlier`; unknown times never do.
bool is_past(const std::optional<std::int64_t>& earlier,
             const std::optional<std::int64_t>& later, std::int64_t limit) {
  // Unsigned, since the difference of two 64-bit times may need 65 bits.
  return earlier && later && *later > *earlier &&
         static_cast<std::uint64_t>(*later) - static_cast<std::uint64_t>(*earlier) >
             static_cast<std::uint64_t>(limit);
}

}  // namespace

std::size_t Datagram::solid() const {
  for (const Piece& piece : pieces) {
    if (piece.captured < piece.end - piece.begin) {
      return piece.begin + piece.captured;
    }
  }
  return bytes.size();
}

std::optional<Datagram> FragmentStore::add(const Fragment& fragment) {
  const Partials::iterator partial = find(fragment);
  insert(*partial, fragment);
  if (partial->total && partial->covered == *partial->total && partial->protocol) {
    Datagram datagram = assemble(*partial);
    done_.push_back({partial->key, fragment.frame.time_ns});
    if (done_.size() > kDoneKept) {
      done_.pop_front();
    }
    held_ -= partial->held;
    by_key_.erase(partial->key);
    partials_.erase(partial);
    return datagram;
  }
  while (held_ > max_bytes_) {
    ++dropped_;
    give_up(partials_.begin());
  }
  return std::nullopt;
}

// Captures may hold each frame twice. The copy of a datagram's last fragment must not
// wait for another datagram of the same identification and spoil it.
bool FragmentStore::may_be_copy(const Fragment& fragment) const {
  return std::any_of(done_.begin(), done_.end(), [&fragment](const Done& done) {
    return done.key.id == fragment.key.id && done.key == fragment.key &&
           !is_past(done.time_ns, fragment.frame.time_ns, kCopyTime);
  });
}

FragmentStore::Partials::iterator FragmentStore::find(const Fragment& fragment) {
  const auto known = by_key_.find(fragment.key);
  if (known != by_key_.end()) {
    const std::int64_t lifetime = known->second->may_be_copy ? kCopyTime : kLifetime;
    if (!is_past(known->second->first_ns, fragment.frame.time_ns, lifetime)) {
      return known->second;
    }
    incomplete_ += known->second->may_be_copy ? 0U : 1U;
    give_up(known->second);
  }
  Partial partial;
  partial.key = fragment.key;
  partial.first_ns = fragment.frame.time_ns;
  partial.may_be_copy = may_be_copy(fragment);
  partial.held = kPartialOverhead;
  held_ += partial.held;
  partials_.push_back(std::move(partial));
  const Partials::iterator made = std::prev(partials_.end());
  by_key_[fragment.key] = made;
  return made;
}

void FragmentStore::insert(Partial& partial, const Fragment& fragment) {
  if (partial.abandoned) {
    ledger_.add(Fate::fragments, fragment.headers + fragment.data.size());
    return;
  }
  const auto begin = fragment.offset;
  const auto end = static_cast<std::uint32_t>(fragment.offset + fragment.wire);
  const auto exact = partial.pieces.find(begin);
  const bool copy = exact != partial.pieces.end() && exact->second.end == end;
  const std::uint32_t furthest =
      partial.pieces.empty() ? 0 : partial.pieces.rbegin()->second.end;
  const bool beyond = partial.total &&
                      (end > *partial.total || (!fragment.more && end != *partial.total));
  const bool short_total = !fragment.more && furthest > end;
  if (beyond || short_total) {
    ++overlaps_;
    ledger_.add(Fate::fragments, fragment.headers + fragment.data.size());
    if (fragment.key.source.v6) {
      abandon(partial);
    }
    return;
  }
  if (!fragment.more) {
    partial.total = end;
  }
  if (begin == 0 && !partial.protocol) {
    partial.protocol = fragment.protocol;
  }
  const std::uint32_t covered = partial.covered;
  if (copy) {
    ledger_.add(Fate::fragments, fragment.headers + fragment.data.size());
    return;
  }
  insert_piece(partial, fragment, begin, end);
  if (partial.covered - covered != fragment.wire) {
    ++overlaps_;
    if (fragment.key.source.v6) {
      abandon(partial);
    }
  }
}

// Adds what is not covered yet of [begin, end).
void FragmentStore::insert_piece(Partial& partial, const Fragment& fragment,
                                 std::uint32_t begin, std::uint32_t end) {
  std::uint64_t used = 0;
  auto next = partial.pieces.upper_bound(begin);
  if (next != partial.pieces.begin()) {
    begin = std::max(begin, std::prev(next)->second.end);
  }
  while (begin < end) {
    const std::uint32_t stop =
        next == partial.pieces.end() ? end : std::min(end, next->first);
    if (begin < stop) {
      const std::size_t from = begin - fragment.offset;
      const std::size_t have = fragment.data.size();
      const std::size_t to = std::min<std::size_t>(stop - fragment.offset, have);
      Piece piece;
      piece.end = stop;
      piece.frame = fragment.frame;
      if (from < to) {
        const Bytes part = fragment.data.subspan(from, to - from);
        piece.data.assign(part.begin(), part.end());
      }
      used += piece.data.size();
      const std::uint64_t memory = piece.data.size() + kPieceOverhead;
      partial.held += memory;
      held_ += memory;
      partial.covered += stop - begin;
      partial.pieces.emplace_hint(next, begin, std::move(piece));
    }
    if (next == partial.pieces.end()) {
      break;
    }
    begin = std::max(begin, next->second.end);
    ++next;
  }
  ledger_.add(Fate::fragments, fragment.data.size() - used);
  if (used == 0) {
    ledger_.add(Fate::fragments, fragment.headers);
  } else {
    partial.headers += fragment.headers;
  }
}

void FragmentStore::abandon(Partial& partial) {
  std::uint64_t bytes = partial.headers;
  for (const auto& [begin, piece] : partial.pieces) {
    bytes += piece.data.size();
  }
  ledger_.add(Fate::fragments, bytes);
  held_ -= partial.held - kPartialOverhead;
  partial.held = kPartialOverhead;
  partial.headers = 0;
  partial.pieces.clear();
  partial.covered = 0;
  partial.total.reset();
  partial.abandoned = true;
}

void FragmentStore::give_up(Partials::iterator partial) {
  abandon(*partial);
  held_ -= partial->held;
  by_key_.erase(partial->key);
  partials_.erase(partial);
}

Datagram FragmentStore::assemble(Partial& partial) {
  Datagram datagram;
  datagram.protocol = *partial.protocol;
  datagram.captured_bytes = partial.headers;
  datagram.bytes.resize(*partial.total);
  for (const auto& [begin, piece] : partial.pieces) {
    std::copy(piece.data.begin(), piece.data.end(),
              datagram.bytes.begin() + static_cast<std::ptrdiff_t>(begin));
    datagram.captured_bytes += piece.data.size();
    datagram.pieces.push_back({begin, piece.end, piece.data.size(), piece.frame});
  }
  return datagram;
}

void FragmentStore::finish() {
  while (!partials_.empty()) {
    // What repeats a datagram that is whole lacks nothing.
    incomplete_ += partials_.front().may_be_copy ? 0U : 1U;
    give_up(partials_.begin());
  }
}

}  // namespace capaudit
