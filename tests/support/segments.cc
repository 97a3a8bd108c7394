// SPDX-License-Identifier: Apache-2.0
#include "tests/support/segments.h"

namespace capaudit {

Endpoint endpoint(Side side, const Shape& shape) {
  const bool client = side == Side::client;
  Endpoint out;
  out.address.bytes = {192, 0, 2, static_cast<std::uint8_t>(client ? 1 : 2)};
  out.port = client ? shape.client_port : shape.server_port;
  return out;
}

std::vector<Segment> to_segments(const std::vector<WireSegment>& wire,
                                 const Shape& shape) {
  std::vector<Segment> out;
  std::int64_t time_ns = shape.start_ns;
  for (const WireSegment& from : wire) {
    if (from.captured) {
      const bool client = from.side == Side::client;
      const bool syn = (from.flags & kTcpSyn) != 0;
      Segment& segment = out.emplace_back();
      segment.frame = {out.size(), time_ns, kHeaderBytes + from.bytes.size()};
      segment.source = endpoint(from.side, shape);
      segment.destination = endpoint(other(from.side), shape);
      segment.sequence = static_cast<std::uint32_t>(
          (client ? shape.client_isn : shape.server_isn) + (syn ? 0 : 1) + from.offset);
      if (from.acknowledges_syn) {
        segment.acknowledgment = static_cast<std::uint32_t>(
            (client ? shape.server_isn : shape.client_isn) + 1 + from.acknowledged +
            (from.acknowledges_fin ? 1 : 0));
      }
      segment.window = 0xffff;
      segment.flags = from.flags;
      segment.ip_id = static_cast<std::uint16_t>(out.size());
      segment.payload = as_bytes(from.bytes);
      segment.payload_bytes = from.bytes.size();
    }
    time_ns += shape.step_ns;
  }
  return out;
}

}  // namespace capaudit
