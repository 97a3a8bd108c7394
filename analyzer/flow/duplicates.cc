// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/duplicates.h"

namespace capaudit {
namespace {

// Copies are taken on the same machine microseconds apart; the shortest retransmission
// timers are far longer.
constexpr std::int64_t kCopyWindowNs = 5'000'000;
// Without an identification to go by, only the TCP timestamp tells packets apart: be
// stricter.
constexpr std::int64_t kUnidentifiedWindowNs = 1'000'000;

}  // namespace

bool DuplicateFilter::Print::same_packet(const Print& later) const {
  return side == later.side && sequence == later.sequence &&
         acknowledgment == later.acknowledgment && flags == later.flags &&
         window == later.window && ip_id == later.ip_id &&
         payload_bytes == later.payload_bytes && timestamp == later.timestamp;
}

bool DuplicateFilter::copy_of_recent(StreamSide side, const Segment& segment) {
  Print print;
  print.payload_bytes = segment.payload_bytes;
  print.time_ns = segment.frame.time_ns;
  print.timestamp = segment.timestamp;
  print.sequence = segment.sequence;
  print.acknowledgment = segment.acknowledgment;
  print.ip_id = segment.ip_id;
  print.window = segment.window;
  print.flags = segment.flags;
  print.side = static_cast<std::uint8_t>(side);
  for (const Print& earlier : recent_) {
    if (!earlier.same_packet(print) || !earlier.time_ns || !print.time_ns) {
      continue;
    }
    const std::int64_t apart = *print.time_ns - *earlier.time_ns;
    // An identification that never changes (0, or a constant of the stack) identifies
    // nothing.
    const bool identified = print.ip_id != 0 && id_varies_[side];
    const bool unidentified_copy = print.ip_id == 0 && print.timestamp &&
                                   print.payload_bytes > 0 && apart >= 0 &&
                                   apart <= kUnidentifiedWindowNs;
    if ((identified && apart >= -kCopyWindowNs && apart <= kCopyWindowNs) ||
        unidentified_copy) {
      return true;
    }
  }
  if (any_seen_[side] && last_id_[side] != print.ip_id) {
    id_varies_[side] = true;
  }
  any_seen_[side] = true;
  last_id_[side] = print.ip_id;
  recent_[next_] = print;
  next_ = (next_ + 1) % recent_.size();
  return false;
}

}  // namespace capaudit
