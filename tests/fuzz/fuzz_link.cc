// SPDX-License-Identifier: Apache-2.0
// Fuzzes the layers below TCP (analyzer/flow/dissector.h). Input: u16 link type, then
// frames: u8 settings, u16 length, bytes. The ledger must sum up after each frame, and a
// frame that is captured in part must show a prefix of what the whole one shows.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "decoders/core/reader.h"
#include "tests/support/checked_dissector.h"

namespace {

using namespace capaudit;

void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

struct Frame {
  std::uint64_t number = 0;
  std::uint8_t settings = 0;
  Buffer bytes;
};

Packet packet_of(const Frame& frame, std::uint32_t link_type, std::size_t captured) {
  Packet packet;
  packet.number = frame.number;
  packet.time_ns = static_cast<std::int64_t>(frame.number) *
                   ((frame.settings & 1) != 0 ? 30'000'000'000 : 1'000);
  packet.link_type = link_type;
  packet.data = Bytes(frame.bytes).first(captured);
  packet.wire_bytes = frame.bytes.size();
  packet.fcs_bytes = (frame.settings & 2) != 0 ? 4 : 0;
  return packet;
}

// Fragments apart, a cut changes neither what is known of a segment nor its first bytes.
void check_cut(const Frame& frame, std::uint32_t link_type) {
  CheckedDissector whole, cut;
  const std::vector<KeptSegment> all =
      whole.feed(packet_of(frame, link_type, frame.bytes.size()));
  const std::size_t half = frame.bytes.size() * (frame.settings >> 2) / 64;
  const std::vector<KeptSegment> part = cut.feed(packet_of(frame, link_type, half));
  const bool fragments =
      whole.dissector.counts().fragments + cut.dissector.counts().fragments > 0;
  whole.close();
  cut.close();
  if (fragments || part.size() != 1 || all.size() != 1) {
    return;
  }
  check(part[0].segment.sequence == all[0].segment.sequence);
  check(part[0].segment.payload_bytes == all[0].segment.payload_bytes);
  check(all[0].payload.starts_with(part[0].payload));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader reader(Bytes(data, size));
  const std::uint32_t link_type = reader.u16be();
  DissectOptions options;
  options.check_checksums = (link_type & 0x8000) != 0;
  options.max_fragment_bytes = 4096;
  CheckedDissector checked(options);
  std::uint64_t number = 0;
  while (reader.ok() && !reader.at_end()) {
    Frame frame;
    frame.number = ++number;
    frame.settings = reader.u8();
    const std::uint16_t length = reader.u16be();
    const Bytes bytes =
        reader.bytes(length < reader.remaining() ? length : reader.remaining());
    frame.bytes.assign(bytes.begin(), bytes.end());
    checked.feed(packet_of(frame, link_type & 0x7fff, frame.bytes.size()));
    check_cut(frame, link_type & 0x7fff);
  }
  checked.close();
  check(checked.ledger.residual() == 0);
  return 0;
}
