// SPDX-License-Identifier: Apache-2.0
// Segments as frames (Ethernet, IPv4 or IPv6, TCP, all checksums correct) and frames as a
// pcap file. RFC 791 and 8200 with fragments, 9293; pcap with nanoseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "decoders/core/bytes.h"
#include "tests/support/wire.h"

namespace capaudit {

struct Frame {
  std::int64_t time_ns = 0;
  Buffer bytes;
};

/// Captured segments as frames, with correct checksums.
std::vector<Frame> to_frames(const std::vector<WireSegment>& segments, const Shape& shape,
                             Random& random);

/// A pcap file of Ethernet frames with nanosecond times.
Buffer to_pcap(const std::vector<Frame>& frames);

/// travel(), to_frames() and to_pcap() in one.
Buffer capture_of(const Conversation& conversation, const Shape& shape, Random& random);

}  // namespace capaudit
