// SPDX-License-Identifier: Apache-2.0
// Tap: feeds a Reassembler with segments written by hand, the way FlowTable does. Side 0
// is the client. Offsets count stream bytes from 0; the SYN stands before them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/flow/reassembler.h"
#include "tests/support/stream_recorder.h"

namespace capaudit {

class Tap {
 public:
  explicit Tap(std::uint32_t client_isn = 1000, std::uint32_t server_isn = 500000)
      : isn_{client_isn, server_isn} {}

  void syn(StreamSide side, std::optional<std::uint8_t> window_scale = std::nullopt) {
    ++frame_;
    Segment segment = make(side, 0, {}, std::nullopt);
    segment.flags = kTcpSyn;
    reassembler.syn(side, isn_[side], window_scale);
    reassembler.add(side, segment, isn_[side] + 1);
  }
  /// Both SYNs and the client's first ACK.
  void open(std::optional<std::uint8_t> window_scale = std::nullopt) {
    syn(0, window_scale);
    ++frame_;
    Segment segment = make(1, 0, {}, 0);
    segment.flags = kTcpSyn | kTcpAck;
    reassembler.syn(1, isn_[1], window_scale);
    reassembler.add(1, segment, isn_[1] + 1);
    ack(0, 0);
  }
  /// `acked`: bytes of the other side the segment acknowledges; none: no ACK flag.
  PayloadFate data(StreamSide side, std::int64_t offset, std::string_view bytes,
                   std::optional<std::int64_t> acked = std::nullopt) {
    ++frame_;
    const Segment segment = make(side, offset, bytes, acked);
    return reassembler.add(side, segment, segment.sequence);
  }
  /// The same of which the capture holds only the first bytes.
  PayloadFate cut(StreamSide side, std::int64_t offset, std::string_view captured,
                  std::uint64_t wire_bytes) {
    ++frame_;
    Segment segment = make(side, offset, captured, std::nullopt);
    segment.payload_bytes = wire_bytes;
    return reassembler.add(side, segment, segment.sequence);
  }
  void ack(StreamSide side, std::int64_t acked) { data(side, sent_[side], {}, acked); }
  void fin(StreamSide side, std::int64_t offset,
           std::optional<std::int64_t> acked = std::nullopt) {
    ++frame_;
    Segment segment = make(side, offset, {}, acked);
    segment.flags |= kTcpFin;
    reassembler.add(side, segment, segment.sequence);
    reassembler.fin(side, segment.sequence);
  }
  bool rst(StreamSide side, std::int64_t offset) {
    ++frame_;
    return reassembler.reset(side, sequence(side, offset), frame_);
  }
  void finish() { reassembler.finish(); }

  std::uint32_t sequence(StreamSide side, std::int64_t offset) const {
    return isn_[side] + 1 + static_cast<std::uint32_t>(offset);
  }
  std::uint64_t frame() const { return frame_; }
  const std::string& text(StreamSide side) const { return seen.text(side); }

  std::uint16_t window = 65535;  ///< of the segments to come
  ReassemblyContext context;
  StreamRecorder seen;
  Reassembler reassembler{context, seen};

 private:
  Segment make(StreamSide side, std::int64_t offset, std::string_view bytes,
               std::optional<std::int64_t> acked) {
    Segment segment;
    segment.frame = {frame_, static_cast<std::int64_t>(frame_) * 1'000'000,
                     54 + bytes.size()};
    segment.sequence = sequence(side, offset);
    segment.window = window;
    if (acked) {
      segment.flags = kTcpAck;
      segment.acknowledgment = sequence(other(side), *acked);
    }
    segment.payload = as_bytes(bytes);
    segment.payload_bytes = bytes.size();
    sent_[side] = std::max(sent_[side], offset + static_cast<std::int64_t>(bytes.size()));
    return segment;
  }

  std::array<std::uint32_t, 2> isn_;
  std::array<std::int64_t, 2> sent_{};
  std::uint64_t frame_ = 0;
};

}  // namespace capaudit
