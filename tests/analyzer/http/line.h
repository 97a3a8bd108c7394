// SPDX-License-Identifier: Apache-2.0
// Line: a connection fed segment by segment, and the exchanges that come of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/flow/flow_table.h"
#include "analyzer/http/exchange_log.h"
#include "analyzer/http/http_connection.h"

namespace capaudit {

inline constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";  // 27 bytes
inline constexpr std::string_view kOk =
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
inline constexpr std::int64_t kAsk = static_cast<std::int64_t>(kGet.size());
inline constexpr std::int64_t kAnswer = static_cast<std::int64_t>(kOk.size());

/// A connection from 192.0.2.1:50000 to 192.0.2.2:80, fed segment by segment. Offsets
/// count stream bytes from 0.
class Line {
 public:
  explicit Line(bool handshake = true) {
    if (handshake) {
      send(0, -1, {}, 0, kTcpSyn);
      send(1, -1, {}, 0, kTcpSyn | kTcpAck);
      send(0, 0, {}, 0, kTcpAck);
    }
  }
  void ask(std::int64_t offset, std::string_view bytes, std::int64_t acked) {
    send(0, offset, bytes, acked, kTcpAck);
  }
  void answer(std::int64_t offset, std::string_view bytes, std::int64_t acked) {
    send(1, offset, bytes, acked, kTcpAck);
  }
  void send(unsigned side, std::int64_t offset, std::string_view bytes,
            std::int64_t acked, std::uint8_t flags) {
    Segment segment;
    ++frame;
    segment.frame = {frame, static_cast<std::int64_t>(frame) * 1'000'000,
                     wire_bytes.value_or(54 + bytes.size())};
    Endpoint ends[2];
    ends[0].address.bytes = {192, 0, 2, 1};
    ends[0].port = 50000;
    ends[1].address.bytes = {192, 0, 2, 2};
    ends[1].port = 80;
    segment.source = ends[side];
    segment.destination = ends[1 - side];
    segment.sequence = static_cast<std::uint32_t>((side == 0 ? 1001 : 5001) + offset);
    segment.acknowledgment =
        static_cast<std::uint32_t>((side == 0 ? 5001 : 1001) + acked);
    segment.window = 0xffff;
    segment.flags = flags;
    segment.ip_id = static_cast<std::uint16_t>(frame);
    segment.payload = as_bytes(bytes);
    segment.payload_bytes = bytes.size();
    flows.add(segment);
  }
  /// All exchanges at the end of the capture.
  Exchanges finish() {
    flows.finish();
    EXPECT_EQ(flows.connections()[0].ledger.residual(), 0);
    return log.finish();
  }
  /// "GET 200 complete", "GET - gap", "- 200 response_only", one per exchange.
  std::string told() {
    std::string out;
    for (const Exchange& exchange : finish()) {
      out += (out.empty() ? "" : ", ") +
             (exchange.method.empty() ? "-" : exchange.method) + " " +
             (exchange.status ? std::to_string(*exchange.status) : "-") + " " +
             std::string(to_string(exchange.state));
    }
    return out;
  }

  std::uint64_t frame = 0;
  std::optional<std::uint64_t> wire_bytes;  ///< of the next frames, if given
  ExchangeLog log{{}};
  FlowTable flows{{}, [this](std::uint32_t index, StreamSide client) {
                    return std::make_unique<HttpConnection>(
                        flows.connections(), index, client, false, log, ReaderLimits());
                  }};
};

}  // namespace capaudit
