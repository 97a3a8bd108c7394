// SPDX-License-Identifier: Apache-2.0
// A FlowTable with recorders behind it, and lines that make segments for it.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/flow_table.h"
#include "tests/support/segments.h"
#include "tests/support/stream_recorder.h"

namespace capaudit {

/// A flow table whose connections are recorded, one recorder each.
class FlowRun {
 public:
  explicit FlowRun(const FlowOptions& options = {})
      : flows(options, [this](std::uint32_t index, StreamSide client) {
          clients.push_back(client);
          return std::make_unique<Booker>(*this, index);
        }) {}

  StreamRecorder& seen(std::size_t index) { return recorders[index]; }
  Connection& connection(std::size_t index) { return flows.connections()[index]; }
  std::size_t size() { return flows.connections().size(); }
  void add(const std::vector<Segment>& segments) {
    for (const Segment& segment : segments) {
      flows.add(segment);
    }
  }

  std::deque<StreamRecorder> recorders;
  std::vector<StreamSide> clients;
  std::vector<std::uint32_t> ended;  ///< connections whose side 1 ended, in that order
  std::size_t alive = 0;
  FlowTable flows;

 private:
  // Books what is delivered, as a consumer has to.
  class Booker : public StreamConsumer {
   public:
    Booker(FlowRun& table, std::uint32_t index)
        : table_(table), index_(index), to_(table.recorders.emplace_back()) {
      ++table_.alive;
    }
    ~Booker() override { --table_.alive; }
    Booker(const Booker&) = delete;
    Booker& operator=(const Booker&) = delete;

    void on_data(StreamSide side, const Chunk& chunk) override {
      book(Fate::not_http, chunk.data.size());
      to_.on_data(side, chunk);
    }
    void on_gap(StreamSide side, const Gap& gap) override { to_.on_gap(side, gap); }
    void on_repeat(StreamSide side, std::uint64_t offset, std::uint64_t size) override {
      to_.on_repeat(side, offset, size);
    }
    void on_conflict(StreamSide side, std::uint64_t offset,
                     std::uint64_t frame) override {
      to_.on_conflict(side, offset, frame);
    }
    void on_discard(StreamSide side, std::uint64_t length) override {
      book(Fate::outside_window, length);
      to_.on_discard(side, length);
    }
    void on_reset(StreamSide side, std::uint64_t frame) override {
      to_.on_reset(side, frame);
    }
    void on_end(StreamSide side, StreamEnd end) override {
      if (side == 1) {
        table_.ended.push_back(index_);
      }
      to_.on_end(side, end);
    }

   private:
    void book(Fate fate, std::uint64_t bytes) {
      table_.flows.connections()[index_].ledger.add(fate, bytes);
    }

    FlowRun& table_;
    std::uint32_t index_;
    StreamRecorder& to_;
  };
};

inline Endpoint endpoint_at(std::uint8_t host, std::uint16_t port) {
  Endpoint out;
  out.address.bytes = {192, 0, 2, host};
  out.port = port;
  return out;
}

/// Segments between two endpoints, each a millisecond after the one before.
struct SegmentLine {
  Endpoint client = endpoint_at(1, 50000), server = endpoint_at(2, 80);
  std::uint64_t frame = 0;
  std::int64_t time_ns = 1'000'000'000;

  Segment make(bool from_client, std::uint8_t flags, std::uint32_t sequence,
               std::uint32_t ack, std::string_view bytes = {}) {
    Segment segment;
    time_ns += 1'000'000;
    segment.frame = {++frame, time_ns, 54 + bytes.size()};
    segment.source = from_client ? client : server;
    segment.destination = from_client ? server : client;
    segment.sequence = sequence;
    segment.acknowledgment = ack;
    segment.window = 0xffff;
    segment.flags = flags;
    segment.ip_id = static_cast<std::uint16_t>(frame);
    segment.payload = as_bytes(bytes);
    segment.payload_bytes = bytes.size();
    return segment;
  }
  Segment from_client(std::uint8_t flags, std::uint32_t sequence, std::uint32_t ack,
                      std::string_view bytes = {}) {
    return make(true, flags, sequence, ack, bytes);
  }
  Segment from_server(std::uint8_t flags, std::uint32_t sequence, std::uint32_t ack,
                      std::string_view bytes = {}) {
    return make(false, flags, sequence, ack, bytes);
  }
  /// SYN 1000, SYN-ACK 5000, ACK.
  std::vector<Segment> handshake(std::uint32_t isn = 1000) {
    return {from_client(kTcpSyn, isn, 0), from_server(kTcpSyn | kTcpAck, 5000, isn + 1),
            from_client(kTcpAck, isn + 1, 5001)};
  }
};

}  // namespace capaudit
