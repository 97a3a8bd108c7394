// SPDX-License-Identifier: Apache-2.0
#include "tests/support/frames.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "analyzer/flow/segment.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kFragmentHeader = 44;

void put_big(Buffer& out, std::uint64_t value, unsigned size) {
  for (unsigned i = size; i-- > 0;) {
    out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

void put_little(Buffer& out, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) {
    out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

void put(Buffer& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// The Internet checksum (RFC 1071).
std::uint16_t checksum(Bytes bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += std::uint64_t{bytes[i]} << (i % 2 == 0 ? 8 : 0);
  }
  while (sum > 0xffff) {
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(~sum);
}

void set_big16(Buffer& out, std::size_t at, std::uint16_t value) {
  out[at] = static_cast<std::uint8_t>(value >> 8);
  out[at + 1] = static_cast<std::uint8_t>(value);
}

// Documentation addresses: 192.0.2.1 and .2 (RFC 5737), 2001:db8::1 and ::2 (RFC 3849).
Buffer address(Side side, bool ipv6) {
  const std::uint8_t host = side == Side::client ? 1 : 2;
  if (!ipv6) {
    return {192, 0, 2, host};
  }
  Buffer out = {0x20, 0x01, 0x0d, 0xb8};
  out.resize(15);
  out.push_back(host);
  return out;
}

class Framer {
 public:
  Framer(const Shape& shape, Random& random) : shape_(shape), random_(random) {}

  void add(const WireSegment& segment, std::int64_t time_ns, std::vector<Frame>& frames) {
    const Buffer tcp = tcp_segment(segment);
    const std::size_t before = frames.size();
    const std::uint32_t id = ++id_;
    // Every fragment but the last holds a multiple of 8 bytes (RFC 791 3.2).
    const std::size_t most = shape_.fragment == 0
                                 ? tcp.size()
                                 : std::max<std::size_t>(24, shape_.fragment / 8 * 8);
    for (std::size_t at = 0; at < tcp.size(); at += most) {
      const Bytes part = Bytes(tcp).subspan(at, std::min(most, tcp.size() - at));
      const Part place{at, at + part.size() < tcp.size(), part.size() < tcp.size()};
      frames.push_back({time_ns, frame(segment.side, part, place, id)});
    }
    if (frames.size() - before > 1 && chance(random_, 50)) {
      std::reverse(frames.begin() + static_cast<std::ptrdiff_t>(before), frames.end());
    }
    if (chance(random_, shape_.copy_percent)) {
      const std::size_t end = frames.size();
      for (std::size_t i = before; i < end; ++i) {
        frames.push_back(Frame(frames[i]));
      }
    }
  }

 private:
  // Where a part of a datagram stands in it.
  struct Part {
    std::size_t offset = 0;
    bool more = false;
    bool fragment = false;
  };

  Buffer tcp_segment(const WireSegment& segment) const {
    const bool client = segment.side == Side::client;
    const bool syn = (segment.flags & kTcpSyn) != 0;
    const std::uint32_t isn = client ? shape_.client_isn : shape_.server_isn;
    const std::uint32_t peer_isn = client ? shape_.server_isn : shape_.client_isn;
    const auto sequence =
        static_cast<std::uint32_t>(isn + (syn ? 0 : 1) + segment.offset);
    const auto acknowledgment = static_cast<std::uint32_t>(
        peer_isn + 1 + segment.acknowledged + (segment.acknowledges_fin ? 1 : 0));
    Buffer out;
    put_big(out, client ? shape_.client_port : shape_.server_port, 2);
    put_big(out, client ? shape_.server_port : shape_.client_port, 2);
    put_big(out, sequence, 4);
    put_big(out, segment.acknowledges_syn ? acknowledgment : 0, 4);
    out.push_back(syn ? 0x60 : 0x50);
    out.push_back(segment.flags);
    put_big(out, 0xffff, 2);
    put_big(out, 0, 4);  // checksum, urgent pointer
    if (syn) {
      put_big(out, 0x020405b4, 4);  // maximum segment size 1460
    }
    put(out, as_bytes(segment.bytes));

    Buffer summed = address(segment.side, shape_.ipv6);
    put(summed, address(other(segment.side), shape_.ipv6));
    put_big(summed, kTcp, 4);
    put_big(summed, out.size(), 4);
    put(summed, out);
    set_big16(out, 16, checksum(summed));
    return out;
  }

  Buffer frame(Side side, Bytes part, const Part& place, std::uint32_t id) const {
    Buffer out = {2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
    if (side == Side::server) {
      std::swap_ranges(out.begin(), out.begin() + 6, out.begin() + 6);
    }
    put_big(out, shape_.ipv6 ? 0x86dd : 0x0800, 2);
    put(out, shape_.ipv6 ? ipv6_header(side, part, place, id)
                         : ipv4_header(side, part, place, id));
    put(out, part);
    if (shape_.pad && out.size() < 60) {
      out.resize(60);
    }
    return out;
  }

  static Buffer ipv4_header(Side side, Bytes part, const Part& place, std::uint32_t id) {
    Buffer out = {0x45, 0};
    put_big(out, 20 + part.size(), 2);
    put_big(out, id & 0xffff, 2);
    put_big(out, (place.more ? 0x2000u : 0u) | place.offset / 8, 2);
    out.push_back(64);
    out.push_back(kTcp);
    put_big(out, 0, 2);
    put(out, address(side, false));
    put(out, address(other(side), false));
    set_big16(out, 10, checksum(out));
    return out;
  }

  static Buffer ipv6_header(Side side, Bytes part, const Part& place, std::uint32_t id) {
    Buffer out;
    put_big(out, 0x60000000, 4);
    put_big(out, part.size() + (place.fragment ? 8 : 0), 2);
    out.push_back(place.fragment ? kFragmentHeader : kTcp);
    out.push_back(64);
    put(out, address(side, true));
    put(out, address(other(side), true));
    if (place.fragment) {
      put_big(out, kTcp, 1);
      put_big(out, 0, 1);
      put_big(out, place.offset | (place.more ? 1 : 0), 2);
      put_big(out, id, 4);
    }
    return out;
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
  Buffer out;
  put_little(out, 0xa1b23c4d, 4);  // nanoseconds
  put_little(out, 2, 2);
  put_little(out, 4, 2);
  put_little(out, 0, 8);
  put_little(out, 262144, 4);
  put_little(out, 1, 4);  // LINKTYPE_ETHERNET
  for (const Frame& frame : frames) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    put_little(out, static_cast<std::uint64_t>(frame.time_ns / kSecond), 4);
    put_little(out, static_cast<std::uint64_t>(frame.time_ns % kSecond), 4);
    put_little(out, frame.bytes.size(), 4);
    put_little(out, frame.bytes.size(), 4);
    put(out, frame.bytes);
  }
  return out;
}

Buffer capture_of(const Conversation& conversation, const Shape& shape, Random& random) {
  return to_pcap(to_frames(travel(conversation, shape, random), shape, random));
}

}  // namespace capaudit
