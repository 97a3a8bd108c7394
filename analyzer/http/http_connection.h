// SPDX-License-Identifier: Apache-2.0
// HttpConnection: the two directions of a TCP connection as exchanges. Pairing is first
// in, first out (RFC 9112 9.3.2); after a loss only what the ACK numbers prove is paired:
// a response answers the request that was sent when its sender had received exactly the
// bytes before that response.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/flow/stream.h"
#include "analyzer/http/exchange_log.h"
#include "analyzer/http/http1_reader.h"

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
  /// One message's stretch of its side's stream.
  struct Extent {
    std::uint64_t begin = 0, end = 0;
    bool begun = false, over = false, whole = false;
    bool missing = false;  ///< a hole lies in it
  };
  /// A request, or a response that answers none, with what pairing and the final state
  /// need.
  struct Track {
    std::uint32_t exchange = 0;
    Extent request, response;
    /// What the server had received of the client's stream when it began to answer.
    std::optional<std::uint64_t> answered_at;
    /// What the client had received when it sent the request's first byte, and its last.
    std::uint64_t peer_offset = 0, last_peer_offset = 0;
    bool has_peer_offset = false;
    bool head = false, connect = false, http09 = false;
    bool lost_answer = false;  ///< the response lies in a hole
    bool after_loss =
        false;  ///< requests may have been lost between the one before and this
    std::uint64_t server_at_loss = 0;  ///< the server's stream had come so far by then
    bool early = false;                ///< answered before its end
    bool unframeable = false;
    bool settled = false;  ///< its state is final
  };

  void on_request_line(StreamSide side, const RequestLine& line) override;
  void on_status_line(StreamSide side, const StatusLine& line) override;
  BodyPlan on_head(StreamSide side, std::string_view head) override;
  void on_message_end(StreamSide side) override;
  void on_message_bytes(StreamSide side, std::uint64_t count) override;
  void on_skipped(StreamSide side, Skipped why, Bytes bytes,
                  std::uint64_t count) override;
  void on_malformed_start(StreamSide side) override;
  void on_boundary_lost(StreamSide side) override;
  bool expects_http09(StreamSide side) const override;

  void set_client(StreamSide side);
  bool is_request(StreamSide side) const { return side == client_; }
  Track& new_track(StreamSide side);
  Track* pair(const Message& response);
  Track* pair_by_evidence(const Message& response);
  bool may_still_wait(const Track& track, std::uint64_t offset) const;
  bool may_be_pipelined(std::size_t end) const;
  bool answered_between(std::uint64_t begin, std::uint64_t end) const;
  BodyPlan plan_request(const Message& message, std::string_view head);
  BodyPlan plan_response(const Message& message, std::string_view head);
  void settle(Track& track, std::uint64_t until);
  void settle_all();
  bool answer_in_hole(const Track& track, std::uint64_t until) const;
  Track* track_at(StreamSide side, std::uint64_t offset);
  void note_protocol(Bytes bytes);
  void open_tunnel();
  void forget_old_tracks();
  Connection& connection() { return connections_[index_]; }

  std::vector<Connection>& connections_;
  std::uint32_t index_;
  ExchangeLog& log_;
  StreamSide client_;
  bool client_known_;
  std::array<Http1Reader, 2> readers_;
  std::deque<Track> tracks_;
  std::size_t first_open_ = 0;  ///< no unanswered request stands before it
  // Of the messages being read; elements of a deque stay where they are.
  Track* asking_ = nullptr;
  Track* answering_ = nullptr;
  std::string target_;  ///< of the request being read
  std::string version_;
  int status_ = 0;
  bool tunnel_next_ = false;
  std::array<bool, 2>
      lost_{};  ///< message boundaries may have been missed since the last message
  std::uint64_t server_at_loss_ = 0;
  std::uint64_t server_position_ = 0;
  const Gap* gap_ = nullptr;       ///< being told of
  std::vector<Gap> server_holes_;  ///< that may hide whole answers
  bool pipelined_ = false;  ///< a request was sent before the answer to another had ended
  std::array<std::optional<StreamEnd>, 2> ends_;
  std::array<std::uint64_t, 2> reset_frame_{};  ///< of the side's reset; 0: none
  std::uint64_t skipped_ = 0;  ///< bytes that are junk, or no HTTP at all
  std::uint64_t exchanges_ = 0;
  bool tls_ = false, http2_ = false, tunnel_ = false;
};

}  // namespace capaudit
