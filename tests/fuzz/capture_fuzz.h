// SPDX-License-Identifier: Apache-2.0
// What every capture file must hold to, whatever is in it: reading it whole and byte by
// byte is the same, its sums are right, every byte of its frames has one fate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "analyzer/ingest/intake.h"
#include "tests/support/checked_dissector.h"
#include "tests/support/memory_source.h"

namespace capaudit {

inline void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// A line for each packet and finding, then the sums.
inline std::string read_capture(const Buffer& file, std::size_t at_most) {
  OpenOptions options;
  options.max_packet_bytes = 1u << 20;
  Result<std::unique_ptr<PacketSource>> source =
      open_source("fuzz", memory_file(file, at_most), options);
  if (!source.ok()) {
    return source.error().what;
  }
  std::string out;
  CheckedDissector checked;
  Packet packet;
  std::uint64_t captured = 0, wire = 0, number = 0;
  while ((*source)->next(packet)) {
    check(packet.number > number && packet.wire_bytes >= packet.data.size());
    number = packet.number;
    captured += packet.data.size();
    wire += packet.wire_bytes;
    out += std::to_string(packet.number) + " " + std::to_string(packet.file_offset) +
           " " + std::to_string(packet.time_ns.value_or(-1)) + " " +
           std::to_string(packet.wire_bytes) + " " + std::to_string(packet.link_type) +
           " " + std::string(as_text(packet.data)) + "\n";
    for (const KeptSegment& kept : checked.feed(packet)) {
      out += to_string(kept.segment.source) + " " + kept.payload + "\n";
    }
  }
  checked.close();
  const SourceInfo& info = (*source)->info();
  check(info.captured_bytes == captured && info.wire_bytes == wire);
  check(info.file_bytes == file.size());
  check(checked.ledger.wire_bytes == wire);
  for (const Finding& finding : info.findings) {
    out += std::string(finding.code) + " " + finding.text + "\n";
  }
  return out + info.sha256 + " " + std::to_string(info.content_bytes);
}

inline void check_capture(const std::uint8_t* data, std::size_t size) {
  const Buffer file(data, data + size);
  check(read_capture(file, SIZE_MAX) == read_capture(file, 1));
}

}  // namespace capaudit
