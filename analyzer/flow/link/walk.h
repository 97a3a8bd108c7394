// SPDX-License-Identifier: Apache-2.0
// Walk: the way through one frame's layers. Each layer takes its header off the front and
// calls the next; the last one ends the walk, which gives the frame's bytes their fate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/finding_list.h"
#include "analyzer/flow/dissector.h"
#include "analyzer/flow/fragments.h"
#include "analyzer/flow/segment.h"
#include "analyzer/ledger.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// What all walks of one Dissector share.
struct Bench {
  Bench(const DissectOptions& dissect_options, Ledger& ledger_of_all)
      : options(dissect_options),
        ledger(ledger_of_all),
        fragments(dissect_options.max_fragment_bytes, ledger_of_all) {}

  DissectOptions options;
  Ledger& ledger;
  LayerCounts counts;
  FindingList findings;
  FragmentStore fragments;
  std::vector<Segment>* segments = nullptr;          ///< of the current frame
  FrameRef frame;                                    ///< the current one
  std::vector<std::unique_ptr<Datagram>> datagrams;  ///< completed by the current frame

  void warn(std::string_view code, std::string text, std::string remedy);
};

/// Of the innermost IP header so far.
struct IpHead {
  IpAddress source, destination;
  std::uint16_t id = 0;
  bool length_estimated = false;
  bool destination_final = true;  ///< false with a routing header still to be walked
};

class Walk {
 public:
  Walk(Bench& shared, Bytes frame, std::uint64_t wire_bytes)
      : bench(shared), data(frame), wire(wire_bytes), pot_(frame.size()) {}

  Bench& bench;
  Bytes data;          ///< captured bytes from the current layer on
  std::uint64_t wire;  ///< bytes from the current layer on; never less than data.size()
  IpHead ip;
  bool tunnelled = false;              ///< inside another IP header
  const Datagram* datagram = nullptr;  ///< that `data` lies in, if it came in fragments
  bool pad_to_4 = false;               ///< 802.11: between header and body

  /// The next `count` bytes. Where they are missing the walk ends, as cut or malformed,
  /// and the result is empty: the layer returns. `count` is not 0.
  Bytes take(std::uint64_t count);
  /// Passes over `count` bytes, which need not be captured. False where the frame is too
  /// short on the wire; then the walk has ended.
  bool pass(std::uint64_t count);
  /// Only `count` more bytes belong to the layers inside; what follows is padding.
  void limit(std::uint64_t count);
  /// One encapsulation more; false past the bound, then the walk has ended.
  bool enter();

  /// A walk of its own through the next `count` bytes, which this one passes over. What
  /// was taken before goes with the first branch.
  Walk branch(std::uint64_t count);

  void end_arp();
  void end_other_network();
  void end_udp();
  void end_other_transport();
  /// Known, but not read here: `what` names it.
  void end_unsupported(const std::string& what);
  /// The headers contradict themselves.
  void end_malformed(std::string_view what);
  /// A TCP segment whose header has been taken: its payload is what is left.
  void end_segment(Segment segment);
  /// A fragment; walks on if it completes a datagram.
  void end_fragment(Fragment fragment);
  /// Nothing is left but what no layer claims.
  void end_as(Fate fate);

 private:
  void emit_pieces(const Segment& segment);

  std::uint64_t pot_;           ///< captured bytes that have no fate yet
  std::uint64_t padding_ = 0;   ///< of these, behind the layers
  std::uint64_t position_ = 0;  ///< of `data` in the datagram
  unsigned depth_ = 0;
};

}  // namespace capaudit
