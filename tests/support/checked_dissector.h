// SPDX-License-Identifier: Apache-2.0
// A Dissector whose ledger is checked after each frame: payload is booked as `exchange`,
// then the fates must sum to the frames' lengths. While fragments wait, bytes are out;
// close() wants them back.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "analyzer/flow/dissector.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// A segment with bytes of its own.
struct KeptSegment {
  Segment segment;  ///< its view is empty
  std::string payload;
};

class CheckedDissector {
 public:
  explicit CheckedDissector(const DissectOptions& options = {})
      : dissector(options, ledger) {}

  std::vector<KeptSegment> feed(const Packet& packet) {
    dissector.dissect(packet, segments_);
    std::vector<KeptSegment> out;
    for (const Segment& segment : segments_) {
      require(segment.payload.size() <= segment.payload_bytes, "payload beyond its size");
      ledger.add(Fate::exchange, segment.payload.size());
      out.push_back({segment, std::string(as_text(segment.payload))});
      out.back().segment.payload = {};
    }
    require(ledger.residual() >= 0, "bytes counted twice");
    require(dissector.counts().fragments > 0 || ledger.residual() == 0, "bytes lost");
    return out;
  }

  /// A frame of its own, wholly captured unless `wire_bytes` says more.
  std::vector<KeptSegment> feed(std::uint32_t link_type, Bytes data,
                                std::uint64_t wire_bytes = 0) {
    Packet packet;
    packet.number = ++number_;
    packet.time_ns = static_cast<std::int64_t>(number_) * 1'000'000;
    packet.link_type = link_type;
    packet.data = data;
    packet.wire_bytes = wire_bytes > data.size() ? wire_bytes : data.size();
    return feed(packet);
  }

  void close() {
    dissector.finish();
    require(ledger.residual() == 0, "bytes lost in fragments");
  }

  Ledger ledger;
  Dissector dissector;

 private:
  void require(bool holds, const char* what) const {
    if (!holds) {
      std::fprintf(stderr, "ledger: %s, residual %lld\n", what,
                   static_cast<long long>(ledger.residual()));
      std::abort();
    }
  }

  std::vector<Segment> segments_;
  std::uint64_t number_ = 0;
};

}  // namespace capaudit
