// SPDX-License-Identifier: Apache-2.0
// Pairing: which request of a connection a response answers. First in, first out (RFC
// 9112 9.3.2); after a loss only what the ACK numbers prove: a response answers the
// request that was sent when its sender had received exactly the bytes before that
// response.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "analyzer/flow/stream.h"
#include "analyzer/http/holes.h"
#include "analyzer/http/message.h"
#include "analyzer/http/track.h"

namespace capaudit {

class Pairing {
 public:
  /// `client`: who sends the requests, until set_client() says otherwise.
  explicit Pairing(StreamSide client) : client_(client) {}
  void set_client(StreamSide client) { client_ = client; }

  /// The side's stream has been read so far.
  void reached(StreamSide side, std::uint64_t offset) { reached_[side] = offset; }
  /// Message boundaries of the side may be hidden, by `hole` unless that is null.
  void lose_boundary(StreamSide side, const Gap* hole);
  /// Bytes of the side were passed over, in which messages may have begun.
  void skipped(StreamSide side) { peer_at_loss_[side] = reached_[other(side)]; }
  /// The capture does not show how the connection began.
  void doubt_beginning() { midstream_ = true; }

  /// `response`, whose start line has been read, answers no request that is proved.
  Track& add_answer(const Message& response);
  /// References to tracks stay valid until they are forgotten.
  Track& add_request(const Message& request);
  /// The request that `response`, whose start line has been read, answers; null: none is
  /// proved.
  Track* answered_by(const Message& response);

  /// The track whose message of `side` has the byte at `offset`, or null.
  Track* at(StreamSide side, std::uint64_t offset);
  const Track* first() const { return tracks_.empty() ? nullptr : &tracks_.front(); }
  /// In order of their beginning.
  std::deque<Track>& tracks() { return tracks_; }
  /// Settled tracks at the front go, but for the last few and these two.
  void forget_settled(const Track* asking, const Track* answering);

  /// Were bytes of the answer on the wire that the capture lacks? They were if the client
  /// acknowledged bytes behind what it had received when it asked, up to `until`, and
  /// these lie in a hole.
  bool answer_in_hole(const Track& track, std::uint64_t until) const;
  /// May one of the responses for which no request is proved answer this one?
  bool answer_stands_alone(const Track& track) const;

 private:
  Track* answered_by_evidence(const Message& response);
  bool may_be_pipelined(std::size_t end) const;
  bool answered_between(std::uint64_t begin, std::uint64_t end) const;
  void thin_holes(StreamSide side);

  StreamSide client_;
  bool midstream_ = false;
  std::deque<Track> tracks_;
  std::size_t first_open_ = 0;  ///< no open request stands before it
  /// The last response for which no request is proved: where it begins, and what its
  /// sender had received by then.
  std::optional<std::uint64_t> lone_begin_, lone_answered_at_;
  bool pipelined_ = false;  ///< a request was sent before the answer to another had ended
  // By side, for until the content tells it is not known who asks.
  std::array<bool, 2> lost_{};  ///< boundaries may have been missed since a message
  std::array<std::uint64_t, 2> reached_{};
  std::array<std::uint64_t, 2> peer_at_loss_{};  ///< how far the other side had come
  std::array<Holes, 2> holes_;                   ///< that may hide whole messages
};

}  // namespace capaudit
