// SPDX-License-Identifier: Apache-2.0
// FlowTable: which connection a segment belongs to, and when a new one begins. The whole
// tuple is the identity; VLAN tags are not part of it. A SYN with another initial
// sequence number on the same four values begins a new connection. So does, once the old
// one has been closed or reset, a SYN-ACK with another one, or data that lies far from
// both streams and begins a message: the SYN was not captured.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/flow/duplicates.h"
#include "analyzer/flow/handshake.h"
#include "analyzer/flow/reassembler.h"
#include "analyzer/flow/segment.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

/// Makes the consumer of a new connection's streams. It is destroyed some time after both
/// have ended.
using ConsumerFactory = std::function<std::unique_ptr<StreamConsumer>(
    std::uint32_t connection_index, StreamSide client)>;

struct FlowOptions {
  bool remove_duplicates = true;
  /// Do these bytes begin what the consumers read? Without it, data never begins a
  /// connection on four values that are in use.
  std::function<bool(Bytes)> begins_message;
  std::uint64_t max_total_bytes = std::uint64_t{256} << 20;
};

class FlowTable {
 public:
  FlowTable(const FlowOptions& options, ConsumerFactory factory);
  ~FlowTable();
  FlowTable(const FlowTable&) = delete;
  FlowTable& operator=(const FlowTable&) = delete;

  void add(const Segment& segment);
  /// The end of the capture: every connection is finished, in order of its number.
  void finish();

  /// In order of their numbers. References stay valid until the next add().
  std::vector<Connection>& connections() { return connections_; }
  const Handshake& handshake(std::uint32_t index) const { return handshakes_[index]; }

  std::uint64_t duplicates() const { return duplicates_; }
  std::uint64_t ignored_resets() const { return ignored_resets_; }
  std::uint64_t urgent() const { return urgent_; }

 private:
  struct Key {
    Endpoint low, high;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  /// A segment that is a copy or was sent again: the sender's next one will tell.
  struct Doubt {
    StreamSide side = 0;
    Segment segment;  ///< its payload stands in `payload`
    Buffer payload;
  };
  /// What is needed while segments may still come.
  struct Live {
    Live(RecentPackets& recent, std::uint32_t index) : duplicates(recent, index) {}

    std::unique_ptr<StreamConsumer> consumer;
    std::unique_ptr<Reassembler> reassembler;
    DuplicateFilter duplicates;
    std::vector<Doubt> doubts;
  };
  struct Entry {
    std::uint32_t index = 0;     ///< of the connection
    Endpoint first_source;       ///< side 0
    std::unique_ptr<Live> live;  ///< none once the connection has been closed for long
    bool known = false;          ///< it has a connection
    bool closing = false;        ///< stands in closing_
    std::uint64_t segments = 0;  ///< of all its connections
    std::array<std::uint16_t, 2> mss{};  ///< announced by each side; 0: not seen
  };
  /// A connection that has ended but for what is late.
  struct Closing {
    Key key;
    std::uint32_t index = 0;     ///< of the connection
    std::uint64_t segments = 0;  ///< of the entry by then
  };

  bool begins_anew(const Entry& entry, const Segment& segment) const;
  void begin(Entry& entry, const Segment& segment);
  void finish(Entry& entry);
  void note_handshake(std::uint32_t index, StreamSide side, const Segment& segment);
  void watch_size(Entry& entry, StreamSide side, const Segment& segment);
  void count(Connection& connection, const Segment& segment);
  bool is_duplicate(Entry& entry, StreamSide side, const Segment& segment);
  bool keep_doubt(Live& live, StreamSide side, const Segment& segment);
  void settle_doubts(Entry& entry, StreamSide side);
  void count_copy(Entry& entry, std::uint64_t payload_bytes);
  void add_payload(Entry& entry, StreamSide side, const Segment& segment,
                   std::uint32_t sequence);
  void take(const Key& key, Entry& entry, StreamSide side, const Segment& segment);
  void retire(const Key& key, Entry& entry);
  void finish_oldest();

  FlowOptions options_;
  ConsumerFactory factory_;
  ReassemblyContext context_;
  RecentPackets recent_;
  std::unordered_map<Key, Entry, KeyHash> table_;
  std::deque<Closing> closing_;  ///< oldest first
  std::vector<Connection> connections_;
  std::vector<Handshake> handshakes_;
  std::uint64_t duplicates_ = 0;
  std::uint64_t ignored_resets_ = 0;
  std::uint64_t urgent_ = 0;
};

}  // namespace capaudit
