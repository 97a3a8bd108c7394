// SPDX-License-Identifier: Apache-2.0
// Message: one HTTP/1 message while it is being read: what becomes a Half, and what
// pairing needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/flow/stream.h"
#include "analyzer/http/exchange.h"
#include "analyzer/http/head.h"
#include "decoders/core/bytes.h"

namespace capaudit {

struct Message {
  std::uint64_t begin = 0;  ///< stream offset of the start line
  std::uint64_t wire_begin =
      0;                  ///< of the first interim response's start line, else as begin
  std::uint64_t end = 0;  ///< behind its last byte so far
  std::uint64_t peer_offset =
      0;  ///< what its sender had received when it sent the first byte
  bool has_peer_offset = false;
  std::uint64_t last_peer_offset = 0;  ///< and when it sent the last byte so far
  Half half;
  Head head;
  Buffer body;  ///< framing taken off, codings on; up to the first hole or the cap
  bool body_whole = true;  ///< `body` is all of it, if the message is whole
  bool unframeable = false;
  std::optional<std::int64_t> head_end_ns,
      body_begin_ns;                       ///< last frame of the head, first of the body
  std::vector<std::string_view> findings;  ///< literals
  Wire wire;
  Wire interim_wire;  ///< the part of `wire` that interim responses before it brought

  /// Counts the chunk's frame, unless the message has counted it already.
  void touch(const Chunk& chunk);
  /// Takes out of `wire` what the other message of the exchange has counted too: a frame
  /// may bring several segments (aggregated frames of IEEE 802.11).
  void leave_shared_frames(const Half& counted);
  void note(std::string_view code) { findings.push_back(code); }
  /// An interim response is over: what follows is counted with it on the wire, and only
  /// there.
  void restart_after_interim();

 private:
  static constexpr std::size_t kCounted = 4;

  std::array<std::uint64_t, kCounted> counted_{};  ///< frames, the last ones
  std::size_t next_counted_ = 0;
  std::uint64_t first_wire_bytes_ = 0, last_wire_bytes_ = 0;  ///< of those frames
};

}  // namespace capaudit
