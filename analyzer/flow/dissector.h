// SPDX-License-Identifier: Apache-2.0
// Dissector: takes the layers below TCP off a frame. One table of link types, one file
// per family in link/; IP fragments are put together here. Bytes that are not TCP payload
// get their fate in the ledger before the call returns; payload bytes get theirs from
// whoever receives the Segment.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analyzer/finding.h"
#include "analyzer/flow/segment.h"
#include "analyzer/ingest/packet.h"
#include "analyzer/ledger.h"

namespace capaudit {

/// What a frame turned out to hold, counted for `info`.
struct LayerCounts {
  std::uint64_t frames = 0, tcp = 0, udp = 0, other_transport = 0, arp = 0,
                other_network = 0;
  std::uint64_t fragments = 0, unsupported = 0, malformed = 0, snaplen_cut = 0;
  std::uint64_t length_estimated = 0, checksum_wrong = 0, checksum_offloaded = 0,
                tunnelled = 0;
};

struct DissectOptions {
  bool check_checksums = false;
  std::uint64_t max_fragment_bytes =
      16u << 20;  ///< held in incomplete datagrams; the oldest goes first
};

class Dissector {
 public:
  Dissector(const DissectOptions& options, Ledger& ledger);
  ~Dissector();
  Dissector(const Dissector&) = delete;
  Dissector& operator=(const Dissector&) = delete;

  /// Takes one frame apart. `segments` is cleared, then holds what TCP the frame brought
  /// or completed: none for other frames, one normally, several where it completes a
  /// fragmented datagram. Their views are valid until the next call.
  ///
  /// In the ledger the caller finds: all bytes of frames without TCP; of TCP frames
  /// headers, padding and the part cut by snaplen, but no byte of payload. Frames of TCP
  /// with payload_bytes == 0 count as tcp_control.
  void dissect(const Packet& packet, std::vector<Segment>& segments);

  /// At the end of the capture: bytes of incomplete datagrams get the fate `fragments`.
  void finish();

  const LayerCounts& counts() const;
  /// What an auditor must know: unsupported link types, malformed frames, dropped
  /// fragments, each once.
  std::vector<Finding> findings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace capaudit
