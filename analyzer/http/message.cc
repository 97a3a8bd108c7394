// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/message.h"

#include <algorithm>
#include <utility>

namespace capaudit {

void Message::touch(const Chunk& chunk) {
  if (chunk.has_peer_offset) {
    last_peer_offset = std::max(last_peer_offset, chunk.peer_offset);
  }
  const FrameRef& frame = chunk.frame;
  if (half.first_frame == 0 || frame.number < half.first_frame) {
    half.first_frame = frame.number;
    half.first_ns = frame.time_ns;
    first_wire_bytes_ = frame.wire_bytes;
  }
  if (frame.number > half.last_frame) {
    half.last_frame = frame.number;
    half.last_ns = frame.time_ns;
    last_wire_bytes_ = frame.wire_bytes;
  }
  if (std::find(counted_.begin(), counted_.end(), frame.number) != counted_.end()) {
    return;
  }
  counted_[next_counted_++ % kCounted] = frame.number;
  if (chunk.previous_piece_end > wire_begin) {
    return;  // an earlier piece of the same frame was this message's too
  }
  ++wire.packets;
  wire.frame_bytes += frame.wire_bytes;
}

void Message::leave_shared_frames(const Half& counted) {
  const auto leave = [&](std::uint64_t frame, std::uint64_t wire_bytes) {
    if (frame == counted.first_frame || frame == counted.last_frame) {
      --wire.packets;
      wire.frame_bytes -= wire_bytes;
    }
  };
  leave(half.first_frame, first_wire_bytes_);
  if (half.last_frame != half.first_frame) {
    leave(half.last_frame, last_wire_bytes_);
  }
}

void Message::restart_after_interim() {
  Message next;
  next.wire_begin = wire_begin;
  next.wire = next.interim_wire = wire;
  next.peer_offset = peer_offset;
  next.has_peer_offset = has_peer_offset;
  next.counted_ = counted_;
  next.next_counted_ = next_counted_;
  next.findings = std::move(findings);
  *this = std::move(next);
}

}  // namespace capaudit
