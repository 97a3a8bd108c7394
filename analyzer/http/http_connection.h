// SPDX-License-Identifier: Apache-2.0
// HttpConnection: the two directions of a TCP connection as exchanges: its readers'
// messages, paired and with the states in which they ended.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/flow/stream.h"
#include "analyzer/http/exchange_log.h"
#include "analyzer/http/http1_reader.h"
#include "analyzer/http/pairing.h"
#include "analyzer/http/protocol_probe.h"
#include "analyzer/http/track.h"

namespace capaudit {

class HttpConnection : public StreamConsumer, private Http1Listener {
 public:
  /// `connections` and `log` outlive this object. `client` counts only if the
  /// connection's direction is known.
  HttpConnection(std::vector<Connection>& connections, std::uint32_t index,
                 StreamSide client, bool force_http, ExchangeLog& log,
                 const ReaderLimits& limits);

  void on_data(StreamSide side, const Chunk& chunk) override;
  void on_gap(StreamSide side, const Gap& gap) override;
  void on_repeat(StreamSide side, std::uint64_t offset, std::uint64_t length) override;
  void on_conflict(StreamSide side, std::uint64_t offset, std::uint64_t frame) override;
  void on_discard(StreamSide side, std::uint64_t length) override;
  void on_reset(StreamSide side, std::uint64_t frame) override;
  void on_end(StreamSide side, StreamEnd end) override;

 private:
  /// Bytes of no message, before it is known what they are.
  struct Unknown {
    ProtocolProbe probe;
    std::uint64_t count = 0;
    Skipped why = Skipped::no_message;
  };

  void on_request_line(StreamSide side, const RequestLine& line) override;
  void on_status_line(StreamSide side, const StatusLine& line) override;
  BodyPlan on_head(StreamSide side, std::string_view head) override;
  void on_message_end(StreamSide side) override;
  void on_interim_only(StreamSide side, const Wire& wire) override;
  void on_message_bytes(StreamSide side, std::uint64_t count) override;
  void on_skipped(StreamSide side, Skipped why, Bytes bytes) override;
  void on_malformed_start(StreamSide side) override;
  void on_boundary_lost(StreamSide side) override;
  bool expects_http09(StreamSide side) const override;

  void set_client(StreamSide side);
  bool is_request(StreamSide side) const { return side == client_; }
  std::uint32_t new_exchange(StreamSide side);
  BodyPlan plan_request(const Message& message, std::string_view head);
  BodyPlan plan_response(const Message& message, std::string_view head);
  void settle(Track& track, std::uint64_t until);
  void settle_all();
  void account(Skipped why, std::uint64_t count);
  void end_unknown(StreamSide side);
  void open_tunnel();
  Connection& connection() { return connections_[index_]; }

  std::vector<Connection>& connections_;
  std::uint32_t index_;
  ExchangeLog& log_;
  StreamSide client_;
  bool client_known_;
  bool presumed_;  ///< ... from how the connection was opened; content may overrule it
  std::array<Http1Reader, 2> readers_;
  Pairing pairing_;
  // Of the messages being read.
  Track* asking_ = nullptr;
  Track* answering_ = nullptr;
  std::string target_;  ///< of the request being read
  std::string version_;
  int status_ = 0;
  bool tunnel_next_ = false;
  const Gap* gap_ = nullptr;  ///< being told of
  std::array<std::optional<StreamEnd>, 2> ends_;
  std::array<std::uint64_t, 2> reset_frame_{};  ///< of the side's reset; 0: none
  std::array<Unknown, 2> unknown_;
  std::uint64_t skipped_ = 0;  ///< bytes that are junk, or no HTTP at all
  std::uint64_t exchanges_ = 0;
  bool tls_ = false, http2_ = false;
};

}  // namespace capaudit
