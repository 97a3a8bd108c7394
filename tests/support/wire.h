// SPDX-License-Identifier: Apache-2.0
// Turns a Conversation into the TCP segments that a capture of it could hold: cut,
// reordered, repeated and lost in every way a network may (RFC 9293).
// tests/support/frames.h makes frames and files of them. Everything random comes from the
// generator that is passed in, so a fixed seed gives a fixed capture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "analyzer/flow/segment.h"
#include "tests/support/conversation.h"

namespace capaudit {

using Random = std::mt19937_64;

/// A whole number from `low` to `high`, the same on every platform.
std::uint64_t pick(Random& random, std::uint64_t low, std::uint64_t high);
/// True in `percent` of 100 cases.
bool chance(Random& random, unsigned percent);

/// How a conversation travels. The defaults are a calm network: segments of full size, in
/// order, each once.
struct Shape {
  std::size_t max_segment = 1460;
  bool random_cuts = false;        ///< segments of 1 to max_segment bytes
  std::size_t reorder_window = 0;  ///< a segment arrives at most so many places early
  unsigned repeat_percent = 0;     ///< the same segment again, later in its turn
  unsigned resend_percent = 0;     ///< its bytes again with other boundaries
  unsigned lost_percent = 0;  ///< lost before the tap, sent again with other boundaries
  unsigned copy_percent = 0;  ///< the same frame twice in the capture
  std::uint32_t client_isn = 1000, server_isn = 500000;
  bool ipv6 = false;
  bool pad = false;          ///< short frames padded to 60 bytes
  std::size_t fragment = 0;  ///< IP payload bytes of a fragment; 0: whole datagrams
  std::uint16_t client_port = 50000, server_port = 80;
  std::int64_t start_ns = 1'600'000'000'000'000'000;
  std::int64_t step_ns = 1'000'000;  ///< between frames
};

/// One segment in the order of the capture. Offsets count stream bytes from 0, the SYN is
/// outside of them.
struct WireSegment {
  Side side = Side::client;
  std::uint64_t offset = 0;
  std::string bytes;
  std::uint8_t flags = 0;          ///< TcpFlag
  std::uint64_t acknowledged = 0;  ///< bytes of the other side's stream
  bool acknowledges_syn = true;    ///< false in the first SYN
  bool acknowledges_fin = false;
  bool captured = true;  ///< false: it travelled, but the file lacks it
};

/// The whole connection: handshake, data, acknowledgments, close.
std::vector<WireSegment> travel(const Conversation& conversation, const Shape& shape,
                                Random& random);

}  // namespace capaudit
