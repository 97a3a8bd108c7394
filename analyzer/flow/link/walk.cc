// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/link/walk.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "analyzer/flow/link/layers.h"

namespace capaudit {
namespace {

constexpr unsigned kMaxDepth = 32;

}  // namespace

void Bench::warn(std::string_view code, std::string text, std::string remedy) {
  Finding finding;
  finding.code = code;
  finding.severity = Severity::warning;
  finding.text = std::move(text);
  finding.remedy = std::move(remedy);
  finding.frame = frame.number;
  findings.add(std::move(finding));
}

Bytes Walk::take(std::uint64_t count) {
  if (count > data.size()) {
    if (count > wire) {
      end_malformed("a header is longer than what is left of its frame");
    } else {
      end_as(Fate::layer_headers);  // cut by snaplen
    }
    return {};
  }
  const Bytes out = data.first(static_cast<std::size_t>(count));
  data = data.subspan(out.size());
  wire -= count;
  position_ += count;
  return out;
}

bool Walk::pass(std::uint64_t count) {
  if (count > wire) {
    end_malformed("a header is longer than what is left of its frame");
    return false;
  }
  data =
      data.subspan(std::min<std::size_t>(data.size(), static_cast<std::size_t>(count)));
  wire -= count;
  position_ += count;
  return true;
}

void Walk::limit(std::uint64_t count) {
  wire = std::min(wire, count);
  if (data.size() > wire) {
    padding_ += data.size() - wire;
    data = data.first(static_cast<std::size_t>(wire));
  }
}

bool Walk::enter() {
  if (++depth_ <= kMaxDepth) {
    return true;
  }
  if (!bench.findings.told("nesting_too_deep")) {
    bench.warn("nesting_too_deep",
               "frames nest more than " + std::to_string(kMaxDepth) +
                   " encapsulations: what is inside is not read",
               {});
  }
  ++bench.counts.unsupported;
  end_as(Fate::unsupported);
  return false;
}

Walk Walk::branch(std::uint64_t count) {
  Walk inner = *this;
  inner.limit(count);
  const std::size_t own = inner.data.size();
  const std::uint64_t before = pot_ - padding_ - data.size();
  inner.padding_ = 0;
  inner.pot_ = before + own;
  data = data.subspan(own);
  wire -= std::min(wire, count);
  position_ += count;
  pot_ -= inner.pot_;
  return inner;
}

void Walk::end_as(Fate fate) {
  bench.ledger.add(fate, pot_);
  bench.counts.tunnelled += tunnelled ? 1 : 0;
  pot_ = 0;
}

void Walk::end_arp() {
  ++bench.counts.arp;
  end_as(Fate::not_ip);
}

void Walk::end_other_network() {
  ++bench.counts.other_network;
  end_as(Fate::not_ip);
}

void Walk::end_udp() {
  ++bench.counts.udp;
  end_as(Fate::not_tcp);
}

void Walk::end_other_transport() {
  ++bench.counts.other_transport;
  end_as(Fate::not_tcp);
}

void Walk::end_unsupported(const std::string& what) {
  ++bench.counts.unsupported;
  if (!bench.findings.told("unsupported_encapsulation")) {
    bench.warn("unsupported_encapsulation",
               "frames are packed in a way that is not read here, the first: " + what,
               "capture at a point where the traffic is not packed, or unpack it first");
  }
  end_as(Fate::unsupported);
}

void Walk::end_malformed(std::string_view what) {
  ++bench.counts.malformed;
  if (!bench.findings.told("malformed_frame")) {
    bench.warn("malformed_frame",
               "headers of frames contradict themselves, the first: " + std::string(what),
               {});
  }
  end_as(Fate::malformed);
}

void Walk::end_segment(Segment segment) {
  std::vector<Segment>& segments = *bench.segments;
  const std::size_t first = segments.size();
  segment.payload_bytes = wire;
  if (datagram != nullptr && wire > 0) {
    emit_pieces(segment);
  } else {
    segment.payload = data;
    segments.push_back(segment);
  }
  std::uint64_t payload = 0;
  for (std::size_t i = first; i < segments.size(); ++i) {
    const std::uint64_t captured = segments[i].payload.size();
    payload += captured;
    segments[i].share = FrameShare{0, 0, segments[i].payload_bytes - captured};
  }
  assert(pot_ >= padding_ + payload);
  bench.ledger.add(Fate::padding, padding_);
  pot_ -= padding_ + payload;
  if (first < segments.size()) {
    segments[first].share->padding_bytes = padding_;
    segments[first].share->header_bytes = pot_;
  }
  end_as(wire > 0 ? Fate::layer_headers : Fate::tcp_control);
}

// One segment for each fragment that brought payload, so that every byte keeps the frame
// it came in. Sequence numbers go on; what stands once in the segment stands once here.
void Walk::emit_pieces(const Segment& segment) {
  const std::size_t begin = static_cast<std::size_t>(position_);
  const std::size_t end = begin + static_cast<std::size_t>(wire);
  Segment part = segment;
  bool first = true;
  for (const Datagram::Piece& piece : datagram->pieces) {
    const std::size_t from = std::max(begin, piece.begin);
    const std::size_t to = std::min(end, piece.end);
    if (from >= to) {
      continue;
    }
    const std::size_t captured =
        std::clamp(piece.begin + piece.captured, from, to) - from;
    part.frame = piece.frame;
    part.payload_bytes = to - from;
    part.payload = Bytes(datagram->bytes).subspan(from, captured);
    part.flags = segment.flags;
    part.sequence = segment.sequence + static_cast<std::uint32_t>(from - begin);
    if (!first) {
      // The SYN takes the first number, payload follows it.
      part.sequence += segment.has(kTcpSyn) ? 1u : 0u;
      part.flags = static_cast<std::uint8_t>(part.flags & ~(kTcpSyn | kTcpUrg));
    }
    if (to != end) {
      part.flags = static_cast<std::uint8_t>(part.flags & ~(kTcpFin | kTcpPsh));
    }
    bench.segments->push_back(part);
    first = false;
  }
}

void Walk::end_fragment(Fragment fragment) {
  ++bench.counts.fragments;
  constexpr std::uint64_t kMostBytes = 65535;
  if (wire == 0 || fragment.offset + wire > kMostBytes ||
      (fragment.more && wire % 8 != 0)) {
    end_malformed("an IP fragment is empty, beyond 65,535 bytes or no multiple of 8");
    return;
  }
  fragment.data = data;
  fragment.wire = wire;
  fragment.headers = pot_ - padding_ - data.size();
  fragment.frame = bench.frame;
  bench.ledger.add(Fate::padding, padding_);
  std::optional<Datagram> complete = bench.fragments.add(fragment);
  padding_ = 0;
  pot_ = 0;
  if (!complete) {
    return;
  }
  bench.datagrams.push_back(std::make_unique<Datagram>(*std::move(complete)));
  datagram = bench.datagrams.back().get();
  data = Bytes(datagram->bytes).first(datagram->solid());
  wire = datagram->bytes.size();
  position_ = 0;
  pot_ = datagram->captured_bytes;
  if (enter()) {
    ip_payload(*this, datagram->protocol);
  }
}

}  // namespace capaudit
