// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/duplicates.h"

namespace capaudit {
namespace {

// Copies are taken on the same machine microseconds apart; the shortest retransmission
// timers are far longer.
constexpr std::int64_t kCopyWindowNs = 5'000'000;
// Without an identification to go by be stricter: a tail loss probe (RFC 8985 7.2) comes
// after two milliseconds and two round trips at the earliest.
constexpr std::int64_t kUnidentifiedWindowNs = 1'000'000;
// So many duplicate ACKs make a sender send again at once (RFC 5681 3.2).
constexpr std::uint32_t kFastRetransmit = 3;

constexpr std::size_t kBuckets = 8192;
// Packets of one bucket that are looked at, so that nobody can make each cost as much as
// all before it.
constexpr unsigned kMostLookedAt = 16;

std::uint64_t mix(std::uint64_t value) {
  value *= 0x9e3779b97f4a7c15u;
  return value ^ value >> 32;
}

PacketPrint print_of(std::uint32_t connection, StreamSide side, const Segment& segment) {
  PacketPrint print;
  print.time_ns = *segment.frame.time_ns;
  print.payload_bytes = segment.payload_bytes;
  print.connection = connection;
  print.sequence = segment.sequence;
  print.acknowledgment = segment.acknowledgment;
  print.timestamp = segment.timestamp.value_or(0);
  print.ip_id = segment.ip_id;
  print.window = segment.window;
  print.flags = segment.flags;
  print.side = static_cast<std::uint8_t>(side);
  print.has_timestamp = segment.timestamp.has_value();
  return print;
}

// Is `later` no more than `bound` after `earlier`? And no more than `before` before it?
bool is_near(std::int64_t earlier, std::int64_t later, std::int64_t before,
             std::int64_t bound) {
  // Unsigned, since the difference of two 64-bit times may need 65 bits.
  const auto from = static_cast<std::uint64_t>(earlier);
  const auto to = static_cast<std::uint64_t>(later);
  return later >= earlier ? to - from <= static_cast<std::uint64_t>(bound)
                          : from - to <= static_cast<std::uint64_t>(before);
}

}  // namespace

bool PacketPrint::same_packet(const PacketPrint& later) const {
  return connection == later.connection && side == later.side &&
         sequence == later.sequence && acknowledgment == later.acknowledgment &&
         flags == later.flags && window == later.window && ip_id == later.ip_id &&
         payload_bytes == later.payload_bytes && timestamp == later.timestamp &&
         has_timestamp == later.has_timestamp;
}

// Without a seed of its own: which packets fall together must not change from run to run.
std::size_t RecentPackets::bucket(const PacketPrint& print) {
  const std::uint64_t numbers =
      std::uint64_t{print.sequence} << 32 | print.acknowledgment;
  const std::uint64_t rest = std::uint64_t{print.connection} << 32 |
                             std::uint64_t{print.ip_id} << 16 |
                             std::uint64_t{print.flags} << 8 | print.side;
  return static_cast<std::size_t>(mix(mix(numbers) ^ rest) % kBuckets);
}

const PacketPrint* RecentPackets::find(const PacketPrint& print) const {
  if (ring_.empty()) {
    return nullptr;
  }
  std::uint64_t at = newest_[bucket(print)];
  for (unsigned left = kMostLookedAt; kept(at) && left > 0; --left) {
    const Entry& entry = ring_[at % kKept];
    if (entry.print.same_packet(print)) {
      return &entry.print;
    }
    at = entry.previous;
  }
  return nullptr;
}

void RecentPackets::remember(const PacketPrint& print) {
  if (ring_.empty()) {
    ring_.resize(kKept);
    newest_.resize(kBuckets);
  }
  std::uint64_t& newest = newest_[bucket(print)];
  ring_[++written_ % kKept] = {print, newest};
  newest = written_;
}

// What tells later whether a packet that looks like an earlier one was sent again.
void DuplicateFilter::note(Side& side, const Segment& segment) {
  side.id_varies = side.id_varies || (side.seen && side.last_id != segment.ip_id);
  side.seen = true;
  side.last_id = segment.ip_id;
  if (!segment.has(kTcpAck)) {
    return;
  }
  const auto further = static_cast<std::int32_t>(segment.acknowledgment - side.last_ack);
  if (!side.acked || further > 0) {
    side.acked = true;
    side.last_ack = segment.acknowledgment;
  } else if (further == 0 && segment.payload_bytes == 0) {
    ++side.ack_again;
  }
}

bool DuplicateFilter::copy_of_recent(StreamSide side, const Segment& segment) {
  in_doubt_ = false;
  Side& sender = sides_[side];
  if (!segment.frame.time_ns) {
    note(sender, segment);
    return false;
  }
  PacketPrint print = print_of(connection_, side, segment);
  print.asked_again = sides_[other(side)].ack_again;
  if (const PacketPrint* const earlier = recent_.find(print)) {
    if (print.ip_id != 0) {
      const bool near =
          is_near(earlier->time_ns, print.time_ns, kCopyWindowNs, kCopyWindowNs);
      if (near && sender.id_varies) {
        return true;
      }
      in_doubt_ = near;
    } else if (print.payload_bytes > 0 &&
               (print.has_timestamp || segment.source.address.v6) &&
               is_near(earlier->time_ns, print.time_ns, 0, kUnidentifiedWindowNs) &&
               print.asked_again - earlier->asked_again < kFastRetransmit) {
      return true;
    }
  }
  note(sender, segment);
  recent_.remember(print);
  return false;
}

}  // namespace capaudit
