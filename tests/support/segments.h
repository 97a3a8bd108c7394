// SPDX-License-Identifier: Apache-2.0
// Segments of tests/support/wire.h as the dissector would hand them on, without the way
// through frames: 54 bytes of headers (Ethernet, IPv4, TCP) below each payload.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/flow/segment.h"
#include "tests/support/wire.h"

namespace capaudit {

inline constexpr std::uint64_t kHeaderBytes = 54;

/// 192.0.2.1 and .2, with the ports of the shape.
Endpoint endpoint(Side side, const Shape& shape);

/// The captured ones in their order, frames numbered from 1. Payloads are views into
/// `wire`.
std::vector<Segment> to_segments(const std::vector<WireSegment>& wire,
                                 const Shape& shape);

}  // namespace capaudit
