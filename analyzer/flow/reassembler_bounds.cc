// SPDX-License-Identifier: Apache-2.0
// Reassembler: what may belong to its streams and what cannot.
#include <algorithm>

#include "analyzer/flow/reassembler.h"

namespace capaudit {
namespace {

// How far before the first data seen a late SYN may stand and still belong to it.
constexpr std::uint64_t kLateSyn = std::uint64_t{4} << 20;
// Closer than this to a stream even a later connection's numbers tell nothing: initial
// sequence numbers of the same four values grow with the time (RFC 6528 3).
constexpr std::uint64_t kNear = std::uint64_t{1} << 20;

}  // namespace

bool Reassembler::syn_fits(StreamSide side, std::uint32_t sequence) const {
  const Stream& stream = sides_[side];
  if (!stream.anchored) {
    return true;
  }
  if (stream.started) {
    return unwrap(stream, sequence + 1, stream.first) == stream.first;
  }
  const std::uint64_t begin = lowest(stream);
  const std::uint64_t first = unwrap(stream, sequence + 1, begin);
  return first <= begin && begin - first <= kLateSyn;
}

bool Reassembler::is_far(StreamSide side, std::uint32_t sequence) const {
  const Stream& stream = sides_[side];
  const Stream& receiver = sides_[other(side)];
  if (!stream.anchored) {
    return false;  // nothing is known of its numbers
  }
  std::uint64_t room = kNear;
  if (stream.syn_seen && receiver.syn_seen) {
    room = std::max(room, window_end(side) - std::max(stream.acked, lowest(stream)));
  }
  const std::uint64_t begin = stream.started ? stream.first : lowest(stream);
  const std::uint64_t end = std::max(stream.acked, stream.next);
  const std::uint64_t offset = unwrap(stream, sequence, end);
  return offset > end + room || offset + room < begin;
}

bool Reassembler::contradicts(StreamSide side, std::uint32_t sequence,
                              Bytes payload) const {
  const Stream& stream = sides_[side];
  if (!stream.anchored) {
    return false;
  }
  const std::uint64_t offset = unwrap(stream, sequence, lowest(stream));
  return context_.recent.compare(stream.recent, offset, payload) ==
             Comparison::different ||
         stream.held.compare(offset, payload) == Comparison::different;
}

bool Reassembler::closing() const {
  return reset_seen() || (sides_[0].fin && sides_[1].fin);
}

bool Reassembler::closed_for(StreamSide side) const {
  const Stream& peer = sides_[other(side)];
  const bool silent = peer.window == 0 && !peer.syn_seen && !peer.captured && !peer.fin;
  return closing() || (sides_[side].fin && silent);
}

}  // namespace capaudit
