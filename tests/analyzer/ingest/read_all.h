// SPDX-License-Identifier: Apache-2.0
// Reads a capture in memory to its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/packet_source.h"
#include "tests/support/memory_source.h"

namespace capaudit {

struct KeptPacket {
  Packet packet;  ///< its view is empty
  Buffer data;

  bool operator==(const KeptPacket& other) const {
    return packet.number == other.packet.number &&
           packet.time_ns == other.packet.time_ns &&
           packet.link_type == other.packet.link_type &&
           packet.interface == other.packet.interface &&
           packet.wire_bytes == other.packet.wire_bytes &&
           packet.fcs_bytes == other.packet.fcs_bytes &&
           packet.file_offset == other.packet.file_offset && data == other.data;
  }
};

struct ReadCapture {
  std::optional<Error> error;
  std::vector<KeptPacket> packets;
  SourceInfo info;

  const Finding* find(std::string_view code) const {
    for (const Finding& finding : info.findings) {
      if (finding.code == code) {
        return &finding;
      }
    }
    return nullptr;
  }
};

inline ReadCapture read_all(Buffer file, const OpenOptions& options = {},
                            std::size_t at_most = SIZE_MAX) {
  ReadCapture out;
  Result<std::unique_ptr<PacketSource>> source =
      open_source("dir/some.cap", memory_file(std::move(file), at_most), options);
  if (!source.ok()) {
    out.error = source.error();
    return out;
  }
  Packet packet;
  while ((*source)->next(packet)) {
    KeptPacket kept{packet, Buffer(packet.data.begin(), packet.data.end())};
    kept.packet.data = {};
    out.packets.push_back(std::move(kept));
  }
  out.info = (*source)->info();
  return out;
}

}  // namespace capaudit
