// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/flow_table.h"

#include <algorithm>
#include <utility>

namespace capaudit {
namespace {

// Connections whose state is kept after their close or reset, for what comes late.
constexpr std::size_t kClosingKept = 1024;

// Segments of a connection of which it is open whether they are copies.
constexpr std::size_t kMostDoubts = 4;

// Without a SYN there is no announced segment size; nothing on an ordinary network is
// larger than a jumbo frame.
constexpr std::uint64_t kJumboPayload = 8960;

void extend(Connection& connection, const FrameRef& frame) {
  if (!frame.time_ns) {
    return;
  }
  if (!connection.first_ns || *frame.time_ns < *connection.first_ns) {
    connection.first_ns = frame.time_ns;
  }
  if (!connection.last_ns || *frame.time_ns > *connection.last_ns) {
    connection.last_ns = frame.time_ns;
  }
}

std::optional<double> milliseconds(const std::optional<std::int64_t>& ns) {
  return ns ? std::optional(static_cast<double>(*ns) / 1e6) : std::nullopt;
}

}  // namespace

std::size_t FlowTable::KeyHash::operator()(const Key& key) const noexcept {
  const std::hash<Endpoint> hash;
  return hash(key.low) * 0x9e3779b97f4a7c15u + hash(key.high);
}

FlowTable::FlowTable(const FlowOptions& options, ConsumerFactory factory)
    : options_(options), factory_(std::move(factory)) {
  context_.max_total_bytes = options.max_total_bytes;
}

FlowTable::~FlowTable() = default;

// Is this the first segment of another connection on the four values of one that was?
bool FlowTable::begins_anew(const Entry& entry, const Segment& segment) const {
  const bool opens = segment.has(kTcpSyn);
  if (!entry.live) {
    return opens;
  }
  const StreamSide side = segment.source == entry.first_source ? 0 : 1;
  const Reassembler& old = *entry.live->reassembler;
  const bool fits = !opens || old.syn_fits(side, segment.sequence);
  if (opens && !segment.has(kTcpAck)) {
    return !fits;
  }
  if (!old.closed_for(side)) {
    return false;
  }
  const bool far_ack =
      segment.has(kTcpAck) && old.is_far(other(side), segment.acknowledgment);
  if (opens) {
    return !fits || far_ack;
  }
  return !segment.has(kTcpRst) && far_ack && old.is_far(side, segment.sequence) &&
         options_.begins_message && options_.begins_message(segment.payload);
}

void FlowTable::begin(Entry& entry, const Segment& segment) {
  entry.index = static_cast<std::uint32_t>(connections_.size());
  entry.first_source = segment.source;
  entry.closing = false;
  entry.mss = {};
  Connection& connection = connections_.emplace_back();
  connection.number = entry.index + 1;
  bool source_is_client = true;
  if (segment.has(kTcpSyn)) {
    source_is_client = !segment.has(kTcpAck);
  } else {
    connection.direction_known = false;
    source_is_client = segment.source.port >= segment.destination.port;
  }
  connection.client = source_is_client ? segment.source : segment.destination;
  connection.server = source_is_client ? segment.destination : segment.source;
  handshakes_.emplace_back();
  entry.live = std::make_unique<Live>(recent_, entry.index);
  entry.live->consumer = factory_(entry.index, source_is_client ? 0 : 1);
  entry.live->reassembler =
      std::make_unique<Reassembler>(context_, *entry.live->consumer);
}

void FlowTable::note_handshake(std::uint32_t index, StreamSide side,
                               const Segment& segment) {
  Handshake& times = handshakes_[index];
  times.see(side, segment);
  Connection& connection = connections_[index];
  if (times.crossed) {  // the content decides who asks
    connection.direction_known = false;
  }
  connection.opening_seen = times.syn || times.syn_ack;
  connection.handshake = times.syn && times.syn_ack;
}

// A segment larger than its receiver announced to take (RFC 9293 3.7.1) was never on the
// wire like that.
void FlowTable::watch_size(Entry& entry, StreamSide side, const Segment& segment) {
  if (segment.mss) {
    entry.mss[side] = *segment.mss;
  }
  std::uint64_t limit =
      entry.mss[other(side)] != 0 ? entry.mss[other(side)] : entry.mss[side];
  if (limit == 0) {
    limit = kJumboPayload;
  }
  if (segment.payload_bytes > limit) {
    Connection& connection = connections_[entry.index];
    ++connection.over_mss;
    if (segment.payload_bytes > connection.largest_over_mss) {
      connection.largest_over_mss = segment.payload_bytes;
      connection.largest_over_mss_frame = segment.frame.number;
    }
  }
}

// Every byte of its frames but the captured payload, whose fate is decided elsewhere.
void FlowTable::count(Connection& connection, const Segment& segment) {
  ++connection.packets;
  extend(connection, segment.frame);
  const std::uint64_t captured = segment.payload.size();
  FrameShare share;
  share.cut_bytes = segment.payload_bytes - captured;
  share.header_bytes = segment.frame.wire_bytes - captured - share.cut_bytes;
  if (segment.share) {
    share = *segment.share;
  }
  Ledger& ledger = connection.ledger;
  ledger.wire_bytes +=
      captured + share.header_bytes + share.padding_bytes + share.cut_bytes;
  ledger.add(segment.payload_bytes == 0 ? Fate::tcp_control : Fate::layer_headers,
             share.header_bytes);
  ledger.add(Fate::padding, share.padding_bytes);
  ledger.add(Fate::snaplen_cut, share.cut_bytes);
}

void FlowTable::count_copy(Entry& entry, std::uint64_t payload_bytes) {
  ++duplicates_;
  connections_[entry.index].ledger.add(Fate::duplicate, payload_bytes);
}

bool FlowTable::is_duplicate(Entry& entry, StreamSide side, const Segment& segment) {
  if (!options_.remove_duplicates || !entry.live) {
    return false;
  }
  Live& live = *entry.live;
  const bool copy = live.duplicates.copy_of_recent(side, segment);
  const bool in_doubt = live.duplicates.in_doubt();
  if (!live.doubts.empty() && !copy && !in_doubt) {
    settle_doubts(entry, side);
  }
  if ((!copy && !in_doubt) ||
      live.reassembler->contradicts(
          side, segment.sequence + (segment.has(kTcpSyn) ? 1 : 0), segment.payload)) {
    return false;
  }
  if (!copy) {
    return keep_doubt(live, side, segment);
  }
  count_copy(entry, segment.payload.size());
  return true;
}

// Only data, which would be counted as sent again; a second SYN or ACK changes nothing.
bool FlowTable::keep_doubt(Live& live, StreamSide side, const Segment& segment) {
  if (segment.payload.empty() || segment.has(kTcpSyn) || segment.has(kTcpRst) ||
      live.doubts.size() == kMostDoubts) {
    return false;
  }
  Doubt& doubt = live.doubts.emplace_back();
  doubt.side = side;
  doubt.segment = segment;
  doubt.payload.assign(segment.payload.begin(), segment.payload.end());
  return true;
}

// The side has sent another packet, or will send none: copies if its identification has
// changed, and else what cannot be told from a retransmission.
void FlowTable::settle_doubts(Entry& entry, StreamSide side) {
  Live& live = *entry.live;
  std::vector<Doubt> doubts;
  for (Doubt& doubt : std::exchange(live.doubts, {})) {
    (doubt.side == side ? doubts : live.doubts).push_back(std::move(doubt));
  }
  for (Doubt& doubt : doubts) {
    if (live.duplicates.id_varies(side)) {
      count_copy(entry, doubt.payload.size());
      continue;
    }
    doubt.segment.payload = doubt.payload;
    add_payload(entry, side, doubt.segment, doubt.segment.sequence);
  }
}

void FlowTable::add_payload(Entry& entry, StreamSide side, const Segment& segment,
                            std::uint32_t sequence) {
  const PayloadFate fate = entry.live->reassembler->add(side, segment, sequence);
  // The consumer may have grown other parts of the result, not this one.
  Connection& connection = connections_[entry.index];
  connection.ledger.add(Fate::retransmission, fate.repeat);
  connection.ledger.add(Fate::outside_window, fate.outside);
  connection.retransmitted_bytes += fate.repeat;
}

void FlowTable::take(const Key& key, Entry& entry, StreamSide side,
                     const Segment& segment) {
  Ledger& ledger = connections_[entry.index].ledger;
  if (!entry.live) {  // closed long ago: whatever comes was there before
    ledger.add(Fate::retransmission, segment.payload.size());
    connections_[entry.index].retransmitted_bytes += segment.payload.size();
    return;
  }
  Reassembler& reassembler = *entry.live->reassembler;
  if (segment.has(kTcpRst)) {
    // Its payload is text for humans, no stream.
    ledger.add(Fate::outside_window, segment.payload.size());
    if (!reassembler.reset(side, segment.sequence, segment.frame.number)) {
      ++ignored_resets_;
    } else if (!entry.closing) {
      retire(key, entry);
    }
    return;
  }
  std::uint32_t sequence = segment.sequence;
  if (segment.has(kTcpSyn)) {
    reassembler.syn(side, sequence, segment.window_scale);
    ++sequence;
  }
  if (segment.has(kTcpUrg) && segment.payload_bytes > 0) {
    ++urgent_;
  }
  add_payload(entry, side, segment, sequence);
  if (segment.has(kTcpFin)) {
    reassembler.fin(side, sequence + static_cast<std::uint32_t>(segment.payload_bytes));
  }
  if (reassembler.closing() && !entry.closing) {
    retire(key, entry);
  }
}

// The connection has ended but for what is late: its state is kept for a while.
void FlowTable::retire(const Key& key, Entry& entry) {
  entry.closing = true;
  closing_.push_back({key, entry.index, entry.segments});
  if (closing_.size() > kClosingKept) {
    finish_oldest();
  }
}

void FlowTable::finish_oldest() {
  const Closing oldest = closing_.front();
  closing_.pop_front();
  Entry& entry = table_.at(oldest.key);
  if (entry.index != oldest.index) {
    return;  // its four values are used again, and it was finished by that
  }
  if (entry.segments != oldest.segments) {
    closing_.push_back({oldest.key, entry.index, entry.segments});  // still alive
  } else {
    finish(entry);
  }
}

void FlowTable::finish(Entry& entry) {
  if (!entry.live) {
    return;
  }
  settle_doubts(entry, 0);
  settle_doubts(entry, 1);
  Reassembler& reassembler = *entry.live->reassembler;
  reassembler.finish();
  Connection& connection = connections_[entry.index];
  const StreamSide client = connection.client == entry.first_source ? 0 : 1;
  connection.client_bytes = reassembler.length(client);
  connection.server_bytes = reassembler.length(other(client));
  connection.one_sided =
      (reassembler.delivered(0) == 0) != (reassembler.delivered(1) == 0) &&
      reassembler.missing(reassembler.delivered(0) == 0 ? 0 : 1) > 0;
  connection.missing_bytes = reassembler.missing(0) + reassembler.missing(1);
  connection.given_up_bytes = reassembler.given_up_for_room();
  const Handshake& times = handshakes_[entry.index];
  connection.rtt_ms = milliseconds(times.round_trip_ns());
  connection.syn_to_synack_ms = milliseconds(times.network_ns());
  entry.live.reset();
}

void FlowTable::add(const Segment& segment) {
  const bool ordered = segment.source < segment.destination;
  const Key key{ordered ? segment.source : segment.destination,
                ordered ? segment.destination : segment.source};
  Entry& entry = table_.try_emplace(key).first->second;
  if (!entry.known) {
    begin(entry, segment);
    entry.known = true;
  } else if (begins_anew(entry, segment)) {
    finish(entry);
    begin(entry, segment);
  }
  const StreamSide side = segment.source == entry.first_source ? 0 : 1;
  ++entry.segments;
  count(connections_[entry.index], segment);
  watch_size(entry, side, segment);
  if (is_duplicate(entry, side, segment)) {
    return;
  }
  note_handshake(entry.index, side, segment);
  take(key, entry, side, segment);
}

void FlowTable::finish() {
  std::vector<Entry*> open;
  for (auto& [key, entry] : table_) {
    if (entry.live) {
      open.push_back(&entry);
    }
  }
  std::sort(open.begin(), open.end(),
            [](const Entry* a, const Entry* b) { return a->index < b->index; });
  for (Entry* entry : open) {
    finish(*entry);
  }
}

}  // namespace capaudit
