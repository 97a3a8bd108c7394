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
constexpr unsigned kLargestScale = 14;

}  // namespace

Reassembler::Reassembler(ReassemblyContext& context, StreamConsumer& consumer)
    : context_(context), consumer_(consumer), place_(context.holding.end()) {}

Reassembler::~Reassembler() {
  context_.held_bytes -= held_bytes_;
  if (place_ != context_.holding.end()) {
    context_.holding.erase(place_);
  }
}

void Reassembler::anchor(Stream& stream, std::uint32_t sequence) {
  stream.anchored = true;
  stream.base_sequence = sequence;
  stream.first = stream.next = stream.acked = kBase;
}

// The offset nearest to `reference` that has this sequence number.
std::uint64_t Reassembler::unwrap(const Stream& stream, std::uint32_t sequence,
                                  std::uint64_t reference) {
  const std::uint32_t at_reference =
      stream.base_sequence + static_cast<std::uint32_t>(reference - kBase);
  const std::int64_t distance = static_cast<std::int32_t>(sequence - at_reference);
  return reference + static_cast<std::uint64_t>(distance);
}

// Where the undelivered part begins: what lies far from here is no part of the stream,
// whatever else was sent.
std::uint64_t Reassembler::lowest(const Stream& stream) {
  return stream.started || stream.held.empty() ? stream.next : stream.held.begin();
}

// Up to where the stream is known to have been delivered, as an ACK counts it: the FIN
// has a number too.
std::uint64_t Reassembler::known_until(const Stream& stream) {
  const bool fin =
      (stream.fin && stream.next >= *stream.fin) || stream.unseen_fin == stream.next;
  return lowest(stream) + (stream.started && fin ? 1 : 0);
}

// The end of what the receiver of `side` has ever allowed it to send.
std::uint64_t Reassembler::window_end(StreamSide side) const {
  const Stream& stream = sides_[side];
  const Stream& receiver = sides_[other(side)];
  const std::uint64_t begin = std::max(stream.acked, lowest(stream));
  if (receiver.window == 0) {
    return begin + kLargestWindow;  // its segments were not captured
  }
  unsigned scale = kLargestScale;
  if (stream.syn_seen && receiver.syn_seen) {
    scale = stream.window_scale && receiver.window_scale
                ? std::min<unsigned>(*receiver.window_scale, kLargestScale)
                : 0;
  }
  return begin + (std::uint64_t{receiver.window} << scale);
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
    stream.first = stream.next = unwrap(stream, sequence + 1, lowest(stream));
  }
  stream.started = true;
  stream.syn_seen = true;
  stream.window_scale = window_scale;
  drain();
  account();
}

void Reassembler::note_ack(StreamSide side, const Segment& segment, Origin& origin) {
  Stream& peer = sides_[other(side)];
  if (!peer.anchored) {
    anchor(peer, segment.acknowledgment);
  }
  // Of a side that was not captured, the ACKs are all that moves.
  const std::uint64_t reference = peer.captured ? lowest(peer) : peer.acked;
  const std::uint64_t ack = unwrap(peer, segment.acknowledgment, reference);
  if (ack > reference + kLargestWindow || ack + kLargestWindow < reference) {
    return;  // acknowledges what cannot have been sent
  }
  origin.has_ack = true;
  origin.ack = ack;
  if (ack > peer.acked) {
    peer.acked = ack;
    admit_strays(other(side));
  }
}

// The receiver has acknowledged more: what it has received was no stray.
void Reassembler::admit_strays(StreamSide side) {
  Stream& stream = sides_[side];
  for (const auto& [offset, stray] : stream.strays.take_until(stream.acked)) {
    PayloadFate fate;
    insert(side, {offset, stray.length, stray.data}, stray.origin, fate);
    if (fate.repeat + fate.outside > 0) {
      consumer_.on_discard(side, fate.repeat + fate.outside);
    }
  }
}

// The first segment of a stream that was open before the capture may be a keep-alive
// probe with a garbage byte before the next one (RFC 9293 3.8.4): a zero, which nobody
// pushed.
bool Reassembler::is_probe(const Stream& stream, const Segment& segment) {
  return !stream.started && !stream.captured && segment.payload_bytes == 1 &&
         !segment.has(kTcpPsh) && !segment.has(kTcpFin) && !segment.payload.empty() &&
         segment.payload[0] == 0;
}

PayloadFate Reassembler::add(StreamSide side, const Segment& segment,
                             std::uint32_t sequence) {
  PayloadFate fate;
  Origin origin;
  origin.frame = segment.frame;
  Stream& stream = sides_[side];
  if (segment.has(kTcpAck)) {
    note_ack(side, segment, origin);
    stream.window = std::max<std::uint32_t>(stream.window, segment.window);
  }
  if (is_probe(stream, segment)) {
    fate.outside = segment.payload.size();
    if (!stream.anchored) {
      anchor(stream, sequence + 1);
    }
  } else if (segment.payload_bytes > 0) {
    if (!stream.anchored) {
      anchor(stream, sequence);
    }
    const Piece piece{unwrap(stream, sequence, lowest(stream)), segment.payload_bytes,
                      segment.payload};
    const bool fits = stream.started && piece.offset == stream.next &&
                      (stream.held.empty() || piece.end() <= stream.held.begin()) &&
                      (!stream.fin || piece.end() <= *stream.fin);
    if (fits && may_deliver(side, origin)) {
      stream.captured = true;
      deliver(side, piece, origin);
    } else {
      insert(side, piece, origin, fate);
    }
  }
  drain();
  account();
  respect_limits();
  return fate;
}

void Reassembler::insert(StreamSide side, Piece piece, Origin origin, PayloadFate& fate) {
  Stream& stream = sides_[side];
  const std::uint64_t reference = lowest(stream);
  if (piece.offset > reference + kLargestWindow ||
      piece.end() + kLargestWindow < reference) {
    fate.outside += piece.data.size();
    return;
  }
  if (piece.offset > window_end(side)) {
    fate.outside += stream.strays.keep(piece, origin) ? 0 : piece.data.size();
    return;
  }
  if (stream.fin && piece.end() > *stream.fin) {  // nothing can follow a FIN
    const std::uint64_t cut = std::max(*stream.fin, piece.offset);
    fate.outside += piece.part(cut, piece.end()).data.size();
    piece = piece.part(piece.offset, cut);
  }
  if (stream.started && piece.offset < stream.next) {
    piece = cut_old(side, piece, origin, fate);
    origin.starts_segment = false;
  }
  if (piece.length > 0) {
    stream.captured = true;
    fate.repeat += stream.held.insert(piece, origin);
  }
}

// Takes off what lies before the next byte to deliver; returns the rest.
Piece Reassembler::cut_old(StreamSide side, const Piece& piece, const Origin& origin,
                           PayloadFate& fate) {
  const Stream& stream = sides_[side];
  const std::uint64_t end = std::min(piece.end(), stream.next);
  const Piece old = piece.part(piece.offset, end);
  if (end <= stream.first && !stream.syn_seen) {
    fate.outside += old.data.size();  // from before the place where reading began
  } else if (!old.data.empty()) {
    // One byte just before the next one may be a keep-alive probe and hold anything (RFC
    // 9293 3.8.4). It is one if that byte has been acknowledged: who has not heard so
    // sends the true byte again.
    const bool probe = piece.length == 1 && end == stream.next;
    if (probe && stream.acked >= end) {
      fate.outside += old.data.size();
      return piece.part(end, piece.end());
    }
    const bool differs =
        !probe && context_.recent.compare(stream.recent, old.offset, old.data) ==
                      Comparison::different;
    fate.repeat += old.data.size();
    tell_repeat(side, {old.offset, old.data.size(), origin.frame.number, differs});
  }
  return piece.part(end, piece.end());
}

void Reassembler::tell_repeat(StreamSide side, const Repeat& repeat) {
  consumer_.on_repeat(side, repeat.offset, repeat.length);
  if (repeat.differs) {
    consumer_.on_conflict(side, repeat.offset, repeat.frame);
  }
}

void Reassembler::deliver(StreamSide side, const Piece& piece, const Origin& origin) {
  Stream& stream = sides_[side];
  stream.next = piece.end();
  if (!piece.data.empty()) {
    stream.delivered += piece.data.size();
    context_.recent.remember(stream.recent, piece.offset, piece.data);
    Chunk chunk;
    chunk.offset = piece.offset;
    chunk.data = piece.data;
    chunk.frame = origin.frame;
    chunk.peer_offset = origin.ack;
    chunk.has_peer_offset = origin.has_ack;
    chunk.starts_segment = origin.starts_segment;
    chunk.previous_piece_end = origin.previous_piece_end;
    consumer_.on_data(side, chunk);
  }
  if (piece.length > piece.data.size()) {
    const std::uint64_t lacking = piece.length - piece.data.size();
    stream.missing += lacking;
    consumer_.on_gap(side, {piece.offset + piece.data.size(), lacking, GapKind::cut});
  }
  end_if_complete(side);
}

bool Reassembler::may_deliver(StreamSide side, const Origin& origin) const {
  return !origin.has_ack || origin.ack <= known_until(sides_[other(side)]);
}

// Delivers the side's first held piece if nothing stands before it.
bool Reassembler::step(StreamSide side) {
  Stream& stream = sides_[side];
  if (!stream.started || stream.held.empty() || stream.held.begin() != stream.next ||
      !may_deliver(side, stream.held.front().origin)) {
    return false;
  }
  const std::uint64_t offset = stream.held.begin();
  const HeldPiece held = stream.held.take_front();
  deliver(side, {offset, held.length, held.data}, held.origin);
  for (const Repeat& repeat : held.repeats) {
    tell_repeat(side, repeat);
  }
  return true;
}

void Reassembler::drain() {
  while (step(0) || step(1)) {
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

void Reassembler::discard(StreamSide side, const HeldPiece& piece) {
  if (!piece.data.empty()) {
    consumer_.on_discard(side, piece.data.size());
  }
}

// The side's first held piece is next in its stream, but acknowledges bytes of the other
// side that have not been delivered: they will not come any more.
void Reassembler::unblock(StreamSide side) {
  const StreamSide peer = other(side);
  Stream& waited = sides_[peer];
  Origin& head = sides_[side].held.front().origin;
  if (!waited.started) {
    waited.started = true;
    waited.first = waited.next = waited.held.empty() ? waited.next : waited.held.begin();
  } else if (waited.held.empty()) {
    std::uint64_t until = head.ack;
    if (waited.fin) {
      until = std::min(until, *waited.fin);
    } else if (until == waited.next + 1) {
      waited.unseen_fin = until = waited.next;
    }
    give_up(peer, until);
    head.has_ack = may_deliver(side, head);
  } else if (waited.held.begin() > waited.next) {
    give_up(peer, std::min(waited.held.begin(), head.ack));
  } else {
    head.has_ack = false;  // both wait for each other: the ACKs are wrong
  }
}

// Gives up one thing that is waited for; false when nothing waits.
bool Reassembler::force() {
  StreamSide side = 0;
  if (sides_[0].held.empty() ||
      (!sides_[1].held.empty() && sides_[1].held.front().origin.frame.number <
                                      sides_[0].held.front().origin.frame.number)) {
    side = 1;
  }
  Stream& stream = sides_[side];
  if (stream.held.empty()) {
    for (const StreamSide stray_side : {0u, 1u}) {
      if (const auto stray = sides_[stray_side].strays.take_last()) {
        discard(stray_side, stray->second);
        account();
        return true;
      }
    }
    return false;
  }
  const std::uint64_t head = stream.held.begin();
  if (!stream.started) {
    stream.started = true;
    stream.first = stream.next = head;
  } else if (head < stream.next) {
    discard(side, stream.held.take_front());
  } else if (head > stream.next) {
    give_up(side, head);
  } else {
    unblock(side);
  }
  drain();
  account();
  return true;
}

// Takes what is held now into the context's sum.
void Reassembler::account() {
  std::uint64_t now = 0;
  for (const Stream& stream : sides_) {
    now += stream.held.cost() + stream.strays.cost();
  }
  context_.held_bytes += now - held_bytes_;
  held_bytes_ = now;
  if (now > 0 && place_ == context_.holding.end()) {
    place_ = context_.holding.insert(context_.holding.end(), this);
  } else if (now == 0 && place_ != context_.holding.end()) {
    context_.holding.erase(place_);
    place_ = context_.holding.end();
  }
}

bool Reassembler::make_room() {
  const std::uint64_t before = missing(0) + missing(1);
  const bool forced = force();
  given_up_for_room_ += missing(0) + missing(1) - before;
  return forced;
}

void Reassembler::respect_limits() {
  while (held_bytes_ > context_.max_held_bytes && make_room()) {
  }
  while (context_.held_bytes > context_.max_total_bytes && !context_.holding.empty()) {
    context_.holding.front()->make_room();
  }
}

void Reassembler::fin(StreamSide side, std::uint32_t sequence) {
  Stream& stream = sides_[side];
  if (!stream.anchored) {
    anchor(stream, sequence);
  }
  const std::uint64_t offset = unwrap(stream, sequence, lowest(stream));
  if (stream.fin || offset < stream.next ||
      (!stream.held.empty() && stream.held.end() > offset)) {
    return;  // sent again, or one that cannot be the stream's end
  }
  if (offset > window_end(side)) {
    stream.doubtful_fin = offset;
    return;
  }
  stream.fin = offset;
  end_if_complete(side);
  drain();
  account();
}

bool Reassembler::reset(StreamSide side, std::uint32_t sequence, std::uint64_t frame) {
  Stream& stream = sides_[side];
  if (stream.anchored) {
    const std::uint64_t offset = unwrap(stream, sequence, lowest(stream));
    if (offset + 1 < std::min(lowest(stream), stream.acked) ||
        offset > window_end(side)) {
      return false;
    }
  }
  stream.reset = true;
  consumer_.on_reset(side, frame);
  return true;
}

void Reassembler::end_if_complete(StreamSide side) {
  Stream& stream = sides_[side];
  if (!stream.ended && stream.started && stream.fin && stream.next >= *stream.fin) {
    stream.ended = true;
    consumer_.on_end(side, StreamEnd::fin);
  }
}

// Nothing more comes: what the peer acknowledged was on the wire.
void Reassembler::end_by_evidence(StreamSide side) {
  Stream& stream = sides_[side];
  stream.started = true;
  if (!stream.fin && stream.doubtful_fin && *stream.doubtful_fin >= stream.next &&
      stream.acked > *stream.doubtful_fin) {
    stream.fin = stream.doubtful_fin;
  }
  if (stream.fin) {
    give_up(side, *stream.fin);
  } else if (stream.acked > stream.next + 1) {
    give_up(side, stream.acked);  // one alone may be a FIN that was not captured
  }
  end_if_complete(side);
}

void Reassembler::finish() {
  drain();
  while (force()) {
  }
  end_by_evidence(0);
  end_by_evidence(1);
  for (const StreamSide side : {0u, 1u}) {
    Stream& stream = sides_[side];
    if (!stream.ended) {
      stream.ended = true;
      consumer_.on_end(side, reset_seen() ? StreamEnd::reset : StreamEnd::capture_end);
    }
  }
}

std::uint64_t Reassembler::length(StreamSide side) const {
  return sides_[side].next - sides_[side].first;
}

}  // namespace capaudit
