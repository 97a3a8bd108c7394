// SPDX-License-Identifier: Apache-2.0
#include "tests/support/frames.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tests/support/byte_writer.h"
#include "tests/support/capture_files.h"
#include "tests/support/packets.h"

namespace capaudit {
namespace {

constexpr std::size_t kShortestFrame = 60;  // of Ethernet, without its checksum

// Documentation addresses (RFC 5737, RFC 3849).
std::string host_of(Side side, bool ipv6) {
  if (ipv6) {
    return side == Side::client ? "2001:db8::1" : "2001:db8::2";
  }
  return side == Side::client ? "192.0.2.1" : "192.0.2.2";
}

std::string endpoint_text(Side side, const Shape& shape) {
  const std::string host = host_of(side, shape.ipv6);
  return (shape.ipv6 ? "[" + host + "]" : host) + ":" +
         std::to_string(side == Side::client ? shape.client_port : shape.server_port);
}

class Framer {
 public:
  Framer(const Shape& shape, Random& random) : shape_(shape), random_(random) {}

  void add(const WireSegment& segment, std::int64_t time_ns, std::vector<Frame>& frames) {
    std::vector<Buffer> datagrams = ip_packets(segment);
    if (datagrams.size() > 1 && chance(random_, 50)) {
      std::reverse(datagrams.begin(), datagrams.end());
    }
    const unsigned copies = chance(random_, shape_.copy_percent) ? 2 : 1;
    for (unsigned i = 0; i < copies; ++i) {
      for (const Buffer& datagram : datagrams) {
        frames.push_back({time_ns, ethernet(datagram)});
      }
    }
  }

 private:
  TcpSpec tcp(const WireSegment& segment) {
    const bool client = segment.side == Side::client;
    const bool syn = (segment.flags & kTcpSyn) != 0;
    const std::uint32_t isn = client ? shape_.client_isn : shape_.server_isn;
    const std::uint32_t peer_isn = client ? shape_.server_isn : shape_.client_isn;
    TcpSpec spec;
    spec.source = endpoint_text(segment.side, shape_);
    spec.destination = endpoint_text(other(segment.side), shape_);
    spec.sequence = static_cast<std::uint32_t>(isn + (syn ? 0 : 1) + segment.offset);
    if (segment.acknowledges_syn) {
      spec.acknowledgment = static_cast<std::uint32_t>(
          peer_isn + 1 + segment.acknowledged + (segment.acknowledges_fin ? 1 : 0));
    }
    spec.flags = segment.flags;
    if (syn) {
      spec.options = ByteWriter().u32(0x020405b4).out;  // maximum segment size 1460
    }
    spec.payload = segment.bytes;
    spec.ip_id = static_cast<std::uint16_t>(++id_);
    return spec;
  }

  std::vector<Buffer> ip_packets(const WireSegment& segment) {
    const TcpSpec spec = tcp(segment);
    const Buffer payload = make_tcp(spec);
    // Every fragment but the last holds a multiple of 8 bytes (RFC 791 3.2).
    const std::size_t most = shape_.fragment / 8 * 8;
    if (most == 0 || payload.size() <= most) {
      return {make_ip_tcp(spec)};
    }
    const std::string source = host_of(segment.side, shape_.ipv6);
    const std::string destination = host_of(other(segment.side), shape_.ipv6);
    if (shape_.ipv6) {
      Ipv6Spec ip;
      ip.source = source;
      ip.destination = destination;
      return make_ipv6_fragments(ip, id_, payload, most);
    }
    Ipv4Spec ip;
    ip.source = source;
    ip.destination = destination;
    ip.id = spec.ip_id;
    return make_ipv4_fragments(ip, payload, most);
  }

  Buffer ethernet(Bytes datagram) const {
    Buffer frame = make_ethernet(shape_.ipv6 ? 0x86dd : 0x0800, datagram);
    if (shape_.pad && frame.size() < kShortestFrame) {
      frame.resize(kShortestFrame);
    }
    return frame;
  }

  const Shape& shape_;
  Random& random_;
  std::uint32_t id_ = 0;
};

}  // namespace

std::vector<Frame> to_frames(const std::vector<WireSegment>& segments, const Shape& shape,
                             Random& random) {
  std::vector<Frame> frames;
  Framer framer(shape, random);
  std::int64_t time_ns = shape.start_ns;
  for (const WireSegment& segment : segments) {
    if (segment.captured) {
      framer.add(segment, time_ns, frames);
    }
    time_ns += shape.step_ns;
  }
  return frames;
}

Buffer to_pcap(const std::vector<Frame>& frames) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  PcapSettings settings;
  settings.magic = 0xa1b23c4d;  // nanoseconds
  PcapFile file(settings);
  for (const Frame& frame : frames) {
    PcapRecord record;
    record.seconds = static_cast<std::uint32_t>(frame.time_ns / kSecond);
    record.fraction = static_cast<std::uint32_t>(frame.time_ns % kSecond);
    record.data = frame.bytes;
    file.add(record);
  }
  return file.bytes();
}

Buffer capture_of(const Conversation& conversation, const Shape& shape, Random& random) {
  return to_pcap(to_frames(travel(conversation, shape, random), shape, random));
}

}  // namespace capaudit
