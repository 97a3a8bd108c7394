// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/reassembler.h"

#include <algorithm>
#include <utility>

namespace capaudit {
namespace {

// Offsets start far above zero, so that bytes before the first one seen have offsets too.
constexpr std::uint64_t kBase = std::uint64_t{1} << 40;
// The largest window TCP can have (RFC 7323 2.3): nothing real lies further away.
constexpr std::uint64_t kLargestWindow = std::uint64_t{1} << 30;
// How far before the first data seen a late SYN may stand and still belong to it.
constexpr std::uint64_t kLateSyn = std::uint64_t{4} << 20;
constexpr std::uint64_t kHeldOverhead = 200;
constexpr std::uint64_t kTightHeldBytes = std::uint64_t{64} << 10;
constexpr unsigned kLargestScale = 14;
constexpr std::size_t kMostStrays = 64;

}  // namespace

Reassembler::Reassembler(ReassemblyContext& context, StreamConsumer& consumer)
    : context_(context), consumer_(consumer) {}

Reassembler::~Reassembler() {
  context_.held_bytes -= held_bytes_;
}

Reassembler::Piece Reassembler::Piece::part(std::uint64_t begin,
                                            std::uint64_t end) const {
  const std::uint64_t size = data.size();
  const std::uint64_t from = std::min(begin - offset, size);
  const std::uint64_t to = std::min(end - offset, size);
  return {
      begin, end - begin,
      data.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from))};
}

void Reassembler::anchor(Stream& stream, std::uint32_t sequence) {
  stream.anchored = true;
  stream.base_sequence = sequence;
  stream.first = stream.next = stream.highest = stream.acked = kBase;
}

std::uint64_t Reassembler::unwrap(const Stream& stream, std::uint32_t sequence) {
  const std::uint64_t reference = std::max(stream.highest, stream.next);
  const std::uint32_t at_reference =
      stream.base_sequence + static_cast<std::uint32_t>(reference - kBase);
  const std::int64_t distance = static_cast<std::int32_t>(sequence - at_reference);
  return reference + static_cast<std::uint64_t>(distance);
}

// Up to where the stream is known to have been delivered, as an ACK counts it: the FIN
// has a number too.
std::uint64_t Reassembler::known_until(const Stream& stream) {
  if (!stream.started) {
    return stream.held.empty() ? stream.next : stream.held.begin()->first;
  }
  return stream.next + (stream.fin && stream.next >= *stream.fin ? 1 : 0);
}

// The end of what the receiver of `side` has ever allowed it to send.
std::uint64_t Reassembler::window_end(StreamSide side) const {
  const Stream& stream = sides_[side];
  const Stream& receiver = sides_[other(side)];
  if (receiver.window == 0) {
    return stream.highest + kLargestWindow;  // its segments were not captured
  }
  unsigned scale = kLargestScale;
  if (stream.syn_seen && receiver.syn_seen) {
    scale = stream.window_scale && receiver.window_scale
                ? std::min<unsigned>(*receiver.window_scale, kLargestScale)
                : 0;
  }
  return std::max(stream.acked, stream.next) + (std::uint64_t{receiver.window} << scale);
}

void Reassembler::syn(StreamSide side, std::uint32_t sequence,
                      std::optional<std::uint8_t> window_scale) {
  Stream& stream = sides_[side];
  // Before the SYN only forged or stray segments can have come, unless there is data that
  // fits it.
  const bool only_strays =
      !stream.started && stream.held.empty() && !syn_fits(side, sequence);
  if (!stream.anchored || only_strays) {
    anchor(stream, sequence + 1);
    stream.fin.reset();
    stream.reset = false;
  } else if (stream.started || !syn_fits(side, sequence)) {
    return;  // a SYN retransmitted, or one that belongs to nothing
  } else {
    stream.first = stream.next = unwrap(stream, sequence + 1);
  }
  stream.started = true;
  stream.syn_seen = true;
  stream.window_scale = window_scale;
  drain();
}

bool Reassembler::syn_fits(StreamSide side, std::uint32_t sequence) const {
  const Stream& stream = sides_[side];
  if (!stream.anchored) {
    return true;
  }
  const std::uint64_t first = unwrap(stream, sequence + 1);
  if (stream.started) {
    return first == stream.first;
  }
  const std::uint64_t lowest = known_until(stream);
  return first <= lowest && lowest - first <= kLateSyn;
}

void Reassembler::note_ack(StreamSide side, const Segment& segment, Held& held) {
  Stream& peer = sides_[other(side)];
  if (!peer.anchored) {
    anchor(peer, segment.acknowledgment);
  }
  const std::uint64_t ack = unwrap(peer, segment.acknowledgment);
  const std::uint64_t reference = std::max(peer.highest, peer.next);
  if (ack > reference + kLargestWindow || ack + kLargestWindow < reference) {
    return;  // acknowledges what cannot have been sent
  }
  held.has_ack = true;
  held.ack = ack;
  if (ack > peer.acked) {
    peer.acked = ack;
    if (!peer.strays.empty()) {
      readmit_strays(other(side));
    }
  }
}

// The receiver has acknowledged more: what now lies inside its window was no stray.
void Reassembler::readmit_strays(StreamSide side) {
  std::vector<std::pair<std::uint64_t, Held>> strays = std::move(sides_[side].strays);
  sides_[side].strays.clear();
  for (auto& [offset, stray] : strays) {
    PayloadFate fate;
    const Buffer data = std::move(stray.data);
    insert(side, {offset, stray.length, data}, stray, fate);
    consumer_.on_discard(side, fate.repeat + fate.outside);
  }
}

PayloadFate Reassembler::add(StreamSide side, const Segment& segment,
                             std::uint32_t sequence) {
  PayloadFate fate;
  Held like;
  like.frame = segment.frame;
  Stream& stream = sides_[side];
  if (segment.has(kTcpAck)) {
    note_ack(side, segment, like);
    stream.window = std::max<std::uint32_t>(stream.window, segment.window);
  }
  if (segment.payload_bytes > 0) {
    if (!stream.anchored) {
      anchor(stream, sequence);
    }
    const Piece piece{unwrap(stream, sequence), segment.payload_bytes, segment.payload};
    const std::uint64_t end = piece.offset + piece.length;
    const bool fits = stream.started && piece.offset == stream.next &&
                      (stream.held.empty() || end <= stream.held.begin()->first) &&
                      (!stream.fin || end <= *stream.fin);
    if (fits && may_deliver(side, like)) {
      stream.highest = std::max(stream.highest, end);
      deliver(side, piece, like);
    } else {
      insert(side, piece, like, fate);
    }
  }
  drain();
  respect_limits();
  return fate;
}

void Reassembler::insert(StreamSide side, const Piece& piece, Held& like,
                         PayloadFate& fate) {
  Stream& stream = sides_[side];
  std::uint64_t position = piece.offset;
  std::uint64_t end = piece.offset + piece.length;
  const std::uint64_t reference = std::max(stream.highest, stream.next);
  if (position > reference + kLargestWindow || end + kLargestWindow < reference) {
    fate.outside += piece.data.size();
    return;
  }
  if (position > window_end(side)) {
    if (stream.strays.size() == kMostStrays) {
      fate.outside += piece.data.size();
    } else {
      Held& stray = stream.strays.emplace_back(position, like).second;
      stray.length = piece.length;
      stray.data.assign(piece.data.begin(), piece.data.end());
    }
    return;
  }
  if (stream.fin && end > *stream.fin) {  // nothing can follow a FIN
    const std::uint64_t cut = std::max(*stream.fin, position);
    fate.outside += piece.part(cut, end).data.size();
    end = cut;
  }
  if (stream.started && position < stream.next) {
    const std::uint64_t old = std::min(end, stream.next);
    const Piece seen = piece.part(position, old);
    if (old <= stream.first && !stream.syn_seen) {
      fate.outside += seen.data.size();  // from before the place where reading began
    } else {
      // One byte just before the next one is a keep-alive probe, whatever it holds (RFC
      // 9293 3.8.4).
      const bool probe = piece.length == 1 && old == stream.next;
      repeat(side, seen,
             probe ? Comparison::unknown
                   : context_.recent.compare(stream.recent, seen.offset, seen.data),
             like.frame.number, fate);
    }
    position = old;
  }
  auto next = stream.held.lower_bound(position);
  if (next != stream.held.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second.length > position) {
      next = before;
    }
  }
  while (position < end) {
    const std::uint64_t free_until =
        next == stream.held.end() ? end : std::min(end, std::max(position, next->first));
    if (position < free_until) {
      hold(stream, piece.part(position, free_until), like);
      like.previous_piece_end = free_until;
      like.starts_segment = false;
      position = free_until;
      continue;
    }
    const Held& kept = next->second;
    const Piece copy = piece.part(position, std::min(end, next->first + kept.length));
    const Piece first{next->first, kept.length, kept.data};
    const Bytes original = first.part(copy.offset, copy.offset + copy.length).data;
    const std::size_t common = std::min(original.size(), copy.data.size());
    const bool same = std::equal(original.begin(),
                                 original.begin() + static_cast<std::ptrdiff_t>(common),
                                 copy.data.begin());
    repeat(side, copy, same ? Comparison::same : Comparison::different, like.frame.number,
           fate);
    position = copy.offset + copy.length;
    like.starts_segment = false;
    ++next;
  }
}

void Reassembler::repeat(StreamSide side, const Piece& piece, Comparison comparison,
                         std::uint64_t frame, PayloadFate& fate) {
  fate.repeat += piece.data.size();
  consumer_.on_repeat(side, piece.offset, piece.data.size());
  if (comparison == Comparison::different) {
    consumer_.on_conflict(side, piece.offset, frame);
  }
}

void Reassembler::hold(Stream& stream, const Piece& piece, const Held& like) {
  Held held = like;
  held.length = piece.length;
  held.data.assign(piece.data.begin(), piece.data.end());
  held_bytes_ += held.data.size() + kHeldOverhead;
  context_.held_bytes += held.data.size() + kHeldOverhead;
  stream.highest = std::max(stream.highest, piece.offset + piece.length);
  stream.held.emplace(piece.offset, std::move(held));
}

void Reassembler::release(std::uint64_t bytes) {
  held_bytes_ -= bytes + kHeldOverhead;
  context_.held_bytes -= bytes + kHeldOverhead;
}

void Reassembler::deliver(StreamSide side, const Piece& piece, const Held& held) {
  Stream& stream = sides_[side];
  stream.next = piece.offset + piece.length;
  if (!piece.data.empty()) {
    stream.delivered += piece.data.size();
    context_.recent.remember(stream.recent, piece.offset, piece.data);
    Chunk chunk;
    chunk.offset = piece.offset;
    chunk.data = piece.data;
    chunk.frame = held.frame;
    chunk.peer_offset = held.ack;
    chunk.has_peer_offset = held.has_ack;
    chunk.starts_segment = held.starts_segment;
    chunk.previous_piece_end = held.previous_piece_end;
    consumer_.on_data(side, chunk);
  }
  if (piece.length > piece.data.size()) {
    const std::uint64_t lacking = piece.length - piece.data.size();
    stream.missing += lacking;
    consumer_.on_gap(side, {piece.offset + piece.data.size(), lacking, GapKind::cut});
  }
  end_if_complete(side);
}

bool Reassembler::may_deliver(StreamSide side, const Held& held) const {
  return !held.has_ack || held.ack <= known_until(sides_[other(side)]);
}

// Delivers the side's first held piece if nothing stands before it.
bool Reassembler::step(StreamSide side) {
  Stream& stream = sides_[side];
  if (!stream.started || stream.held.empty()) {
    return false;
  }
  const auto head = stream.held.begin();
  if (head->first != stream.next || !may_deliver(side, head->second)) {
    return false;
  }
  const std::uint64_t offset = head->first;
  const Held held = std::move(head->second);
  stream.held.erase(head);
  release(held.data.size());
  deliver(side, {offset, held.length, held.data}, held);
  return true;
}

void Reassembler::drain() {
  while (step(0) || step(1)) {
  }
}

void Reassembler::start(StreamSide side) {
  Stream& stream = sides_[side];
  stream.started = true;
  if (!stream.held.empty()) {
    stream.first = stream.next = stream.held.begin()->first;
  }
}

void Reassembler::give_up(StreamSide side, std::uint64_t until) {
  Stream& stream = sides_[side];
  if (until <= stream.next) {
    return;
  }
  const Gap gap{stream.next, until - stream.next, GapKind::lost};
  stream.missing += gap.length;
  stream.next = until;
  consumer_.on_gap(side, gap);
  end_if_complete(side);
}

void Reassembler::discard_head(StreamSide side) {
  Stream& stream = sides_[side];
  const auto head = stream.held.begin();
  const std::uint64_t size = head->second.data.size();
  stream.held.erase(head);
  release(size);
  consumer_.on_discard(side, size);
}

// The side's first held piece is next in its stream, but acknowledges bytes of the other
// side that have not been delivered: they will not come any more.
void Reassembler::unblock(StreamSide side) {
  const StreamSide peer = other(side);
  Stream& waited = sides_[peer];
  Held& head = sides_[side].held.begin()->second;
  if (waited.held.empty()) {
    waited.started = true;
    give_up(peer, head.ack);
    head.has_ack = head.ack <= known_until(waited);
  } else if (!waited.started) {
    start(peer);
  } else if (waited.held.begin()->first > waited.next) {
    give_up(peer, std::min(waited.held.begin()->first, head.ack));
  } else {
    head.has_ack = false;  // both wait for each other: the ACKs are wrong
  }
}

// Gives up one thing that is waited for; false when nothing waits.
bool Reassembler::force() {
  StreamSide side = 0;
  if (sides_[0].held.empty() ||
      (!sides_[1].held.empty() && sides_[1].held.begin()->second.frame.number <
                                      sides_[0].held.begin()->second.frame.number)) {
    side = 1;
  }
  Stream& stream = sides_[side];
  if (stream.held.empty()) {
    return false;
  }
  const std::uint64_t head = stream.held.begin()->first;
  if (!stream.started) {
    start(side);
  } else if (head < stream.next) {
    discard_head(side);
  } else if (head > stream.next) {
    if (head > window_end(side)) {
      discard_head(side);
    } else {
      give_up(side, head);
    }
  } else {
    unblock(side);
  }
  drain();
  return true;
}

void Reassembler::respect_limits() {
  const auto limit = [this] {
    return context_.held_bytes > context_.max_total_bytes ? kTightHeldBytes
                                                          : context_.max_held_bytes;
  };
  while (held_bytes_ > limit() && force()) {
  }
}

void Reassembler::fin(StreamSide side, std::uint32_t sequence) {
  Stream& stream = sides_[side];
  if (!stream.anchored) {
    anchor(stream, sequence);
  }
  const std::uint64_t offset = unwrap(stream, sequence);
  if (stream.fin || offset < stream.next || offset < stream.highest ||
      offset > window_end(side)) {
    return;  // sent again, or one that cannot be the stream's end
  }
  stream.fin = offset;
  end_if_complete(side);
  drain();
}

bool Reassembler::reset(StreamSide side, std::uint32_t sequence, std::uint64_t frame) {
  Stream& stream = sides_[side];
  if (stream.anchored) {
    const std::uint64_t offset = unwrap(stream, sequence);
    const std::uint64_t low = std::min(stream.next, stream.acked);
    if (offset + 1 < low || offset > std::max(stream.highest, window_end(side))) {
      return false;
    }
  }
  stream.reset = true;
  consumer_.on_reset(side, frame);
  return true;
}

bool Reassembler::contradicts(StreamSide side, std::uint32_t sequence,
                              Bytes payload) const {
  const Stream& stream = sides_[side];
  return stream.anchored &&
         context_.recent.compare(stream.recent, unwrap(stream, sequence), payload) ==
             Comparison::different;
}

void Reassembler::end_if_complete(StreamSide side) {
  Stream& stream = sides_[side];
  if (!stream.ended && stream.started && stream.fin && stream.next >= *stream.fin) {
    stream.ended = true;
    consumer_.on_end(side, StreamEnd::fin);
  }
}

void Reassembler::finish() {
  drain();
  while (force()) {
  }
  for (const StreamSide side : {0u, 1u}) {
    Stream& stream = sides_[side];
    for (const auto& [offset, stray] : stream.strays) {
      consumer_.on_discard(side, stray.data.size());
    }
    stream.strays.clear();
    stream.started = true;
    if (stream.fin) {
      give_up(side, *stream.fin);
    } else if (stream.acked >
               stream.next +
                   1) {  // one more than the data may be a FIN that was not captured
      give_up(side, stream.acked);
    }
    end_if_complete(side);
  }
  for (const StreamSide side : {0u, 1u}) {
    Stream& stream = sides_[side];
    if (!stream.ended) {
      stream.ended = true;
      consumer_.on_end(side, reset_seen() ? StreamEnd::reset : StreamEnd::capture_end);
    }
  }
}

bool Reassembler::done() const {
  return sides_[0].ended && sides_[1].ended;
}

std::uint64_t Reassembler::length(StreamSide side) const {
  return sides_[side].next - sides_[side].first;
}

}  // namespace capaudit
