// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/http_connection.h"

#include <algorithm>
#include <utility>

#include "analyzer/http/request_url.h"

namespace capaudit {
namespace {

// Settled requests kept at hand for bytes that are sent again.
constexpr std::size_t kSettledKept = 32;
constexpr std::size_t kMostHoles = 4096;
// Tracks looked at for one response or repeat, so that nobody can make each cost as much
// as all before it.
constexpr std::size_t kMostLookedAt = 1024;

bool begins_tls(Bytes bytes) {  // a handshake or alert record, version 3.x (RFC 8446 5.1)
  return bytes.size() >= 3 &&
         (bytes[0] == 0x16 || bytes[0] == 0x15 || bytes[0] == 0x17) && bytes[1] == 3 &&
         bytes[2] <= 4;
}

constexpr std::string_view kHttp2Preface = "PRI * HTTP/2.0";  // RFC 9113 3.4

}  // namespace

HttpConnection::HttpConnection(std::vector<Connection>& connections, std::uint32_t index,
                               StreamSide client, bool force_http, ExchangeLog& log,
                               const ReaderLimits& limits)
    : connections_(connections),
      index_(index),
      log_(log),
      client_(client),
      client_known_(false),
      readers_{Http1Reader(0, limits, *this), Http1Reader(1, limits, *this)} {
  if (force_http || connection().direction_known) {
    set_client(client);
  }
}

void HttpConnection::set_client(StreamSide side) {
  if (client_ != side) {
    std::swap(connection().client, connection().server);
    server_holes_.clear();
    server_position_ = 0;
  }
  client_ = side;
  client_known_ = true;
  readers_[side].set_role(Role::request);
  readers_[other(side)].set_role(Role::response);
}

void HttpConnection::on_data(StreamSide side, const Chunk& chunk) {
  if (client_known_ && !connection().direction_known && exchanges_ == 0) {
    readers_[0].set_role(Role::unknown);  // a simultaneous open came to light
    readers_[1].set_role(Role::unknown);
    client_known_ = false;
  }
  if (reset_frame_[side] != 0 && chunk.frame.number > reset_frame_[side]) {
    reset_frame_[side] = 0;  // it went on: the reset was not its own
  }
  if (!connection().handshake) {
    readers_[side].doubt_start();
  }
  readers_[side].on_data(chunk);
  if (!is_request(side)) {
    server_position_ = chunk.offset + chunk.data.size();
  }
}

void HttpConnection::on_gap(StreamSide side, const Gap& gap) {
  gap_ = &gap;
  readers_[side].on_gap(gap);
  gap_ = nullptr;
  if (!is_request(side)) {
    server_position_ = gap.offset + gap.length;
  }
}

HttpConnection::Track& HttpConnection::new_track(StreamSide side) {
  const Message& message = readers_[side].message();
  Track& track = tracks_.emplace_back();
  track.exchange = log_.add({message.half.first_frame, index_ + 1, message.begin});
  ++exchanges_;
  Exchange& exchange = log_[track.exchange];
  exchange.connection = index_ + 1;
  return track;
}

void HttpConnection::on_request_line(StreamSide side, const RequestLine& line) {
  if (!client_known_) {
    set_client(side);
  }
  const Message& message = readers_[side].message();
  Track& track = new_track(side);
  track.request.begin = message.begin;
  track.request.begun = true;
  track.peer_offset = message.peer_offset;
  track.has_peer_offset = message.has_peer_offset;
  track.head = line.method == "HEAD";
  track.connect = line.method == "CONNECT";
  track.http09 = line.version.empty();
  track.after_loss = lost_[side];
  track.server_at_loss = server_at_loss_;
  lost_[side] = false;
  asking_ = &track;
  target_ = line.target;
  version_ = track.http09 ? std::string_view("HTTP/0.9") : line.version;
  Exchange& exchange = log_[track.exchange];
  exchange.method = line.method;
  exchange.protocol = version_;
  if (track.http09) {
    exchange.url = request_url(target_, {}, false, connection().server);
  }
}

void HttpConnection::on_status_line(StreamSide side, const StatusLine& line) {
  if (!client_known_) {
    set_client(other(side));
  }
  status_ = line.status;
  version_ = line.version;
  answering_ = nullptr;
  if (status_ >= 100 && status_ < 200 && status_ != 101) {
    return;  // interim: the final response decides whom it answers
  }
  const Message& message = readers_[side].message();
  answering_ = pair(message);
  if (answering_ == nullptr) {
    answering_ = &new_track(side);
    log_[answering_->exchange].protocol = line.version;
  }
  answering_->response.begin = message.wire_begin;
  if (message.has_peer_offset) {
    answering_->answered_at = message.peer_offset;
  }
  answering_->response.begun = true;
  Exchange& exchange = log_[answering_->exchange];
  if (status_ != 0) {
    exchange.status = status_;
  }
  exchange.reason = line.reason;
}

HttpConnection::Track* HttpConnection::pair(const Message& response) {
  while (first_open_ < tracks_.size() &&
         (tracks_[first_open_].response.begun || tracks_[first_open_].lost_answer)) {
    ++first_open_;
  }
  if (lost_[other(client_)] ||
      (first_open_ < tracks_.size() && tracks_[first_open_].after_loss)) {
    return pair_by_evidence(response);
  }
  if (first_open_ == tracks_.size()) {
    return nullptr;
  }
  Track& track = tracks_[first_open_];
  pipelined_ =
      pipelined_ || (track.has_peer_offset && track.peer_offset < response.wire_begin);
  return &track;
}

// Was a request before tracks_[end], open like it, sent while another one was open? Then
// an answer that begins where the client had come may be that to an earlier request.
bool HttpConnection::may_be_pipelined(std::size_t end) const {
  std::optional<std::uint64_t> sent_at;
  for (std::size_t i = first_open_; i < end; ++i) {
    const Track& track = tracks_[i];
    if (track.response.begun || track.lost_answer) {
      continue;
    }
    if (pipelined_ || sent_at == track.peer_offset) {
      return true;
    }
    sent_at = track.peer_offset;
  }
  return false;
}

// May the request have been under way still when the client had received all that the
// server said before `offset`? Then that was perhaps no final answer to it, but 100.
bool HttpConnection::may_still_wait(const Track& track, std::uint64_t offset) const {
  if (track.response.begun || track.lost_answer) {
    return false;
  }
  return !track.request.whole || track.last_peer_offset >= offset;
}

// Did a response that answers no captured request begin in [begin, end)?
bool HttpConnection::answered_between(std::uint64_t begin, std::uint64_t end) const {
  std::size_t left = kMostLookedAt;
  for (auto track = tracks_.rbegin(); track != tracks_.rend() && left > 0;
       ++track, --left) {
    if (!track->request.begun && track->response.begin >= begin &&
        track->response.begin < end) {
      return true;
    }
  }
  return false;
}

HttpConnection::Track* HttpConnection::pair_by_evidence(const Message& response) {
  if (!response.has_peer_offset) {
    return nullptr;
  }
  const std::size_t end = std::min(tracks_.size(), first_open_ + kMostLookedAt);
  for (std::size_t i = first_open_; i < end; ++i) {
    Track& track = tracks_[i];
    if (track.response.begun || track.lost_answer) {
      continue;
    }
    if (track.request.begin >= response.peer_offset) {
      return nullptr;  // the server had not received it
    }
    if (!track.has_peer_offset || track.peer_offset != response.wire_begin) {
      continue;
    }
    if (track.after_loss && !answered_between(track.server_at_loss, track.peer_offset)) {
      return nullptr;  // this may be the answer to a lost request
    }
    if (may_be_pipelined(i)) {
      return nullptr;
    }
    for (std::size_t earlier = first_open_; earlier < i; ++earlier) {
      if (may_still_wait(tracks_[earlier], response.wire_begin)) {
        return nullptr;
      }
    }
    for (std::size_t earlier = first_open_; earlier < i; ++earlier) {
      Track& skipped = tracks_[earlier];
      skipped.lost_answer = skipped.lost_answer || !skipped.response.begun;
    }
    track.after_loss = false;
    lost_[other(client_)] = false;
    return &track;
  }
  return nullptr;
}

BodyPlan HttpConnection::on_head(StreamSide side, std::string_view head) {
  const Message& message = readers_[side].message();
  return is_request(side) ? plan_request(message, head) : plan_response(message, head);
}

BodyPlan HttpConnection::plan_request(const Message& message, std::string_view head) {
  const Track& track = *asking_;
  log_[track.exchange].url =
      request_url(target_, message.head, track.connect, connection().server);
  readers_[client_].message().half.head = log_.keep_head(head);
  return plan_request_body(message.head, version_);
}

BodyPlan HttpConnection::plan_response(const Message& message, std::string_view head) {
  BodyPlan plan;
  if (answering_ == nullptr) {
    plan.interim = true;
    return plan;
  }
  readers_[other(client_)].message().half.head = log_.keep_head(head);
  const std::string_view method = answering_->head      ? "HEAD"
                                  : answering_->connect ? "CONNECT"
                                                        : "";
  plan = plan_response_body(message.head, status_, version_, method);
  tunnel_next_ = plan.mode == BodyMode::tunnel;
  return plan;
}

void HttpConnection::on_message_end(StreamSide side) {
  const bool request = is_request(side);
  Track* const track = std::exchange(request ? asking_ : answering_, nullptr);
  if (track == nullptr) {
    return;
  }
  Message& message = readers_[side].message();
  Extent& extent = request ? track->request : track->response;
  extent.end = message.end;
  extent.over = true;
  extent.whole = message.half.whole;
  extent.missing = message.half.missing_bytes > 0;
  if (request) {
    track->last_peer_offset = message.last_peer_offset;
  }
  track->unframeable = track->unframeable || message.unframeable;
  log_.take(track->exchange, request, message);
  if (track->request.whole && track->answered_at && !track->early &&
      *track->answered_at > track->request.begin &&
      *track->answered_at < track->request.end) {
    track->early = true;
    log_[track->exchange].findings.push_back(kEarlyResponse);
  }
  if (track->request.whole && track->response.whole) {
    settle(*track, UINT64_MAX);
    forget_old_tracks();
  }
  if (!request && std::exchange(tunnel_next_, false)) {
    open_tunnel();
  }
}

void HttpConnection::open_tunnel() {
  tunnel_ = true;
  const bool keep_looking = status_ != 101;  // inside a granted CONNECT HTTP/1 is read on
  readers_[0].enter_tunnel(keep_looking);
  readers_[1].enter_tunnel(keep_looking);
}

// Settled tracks at the front go, but for the last few.
void HttpConnection::forget_old_tracks() {
  while (tracks_.size() > kSettledKept && tracks_.front().settled &&
         &tracks_.front() != answering_ && &tracks_.front() != asking_) {
    tracks_.pop_front();
    first_open_ -= std::min<std::size_t>(first_open_, 1);
  }
}

void HttpConnection::on_message_bytes(StreamSide, std::uint64_t count) {
  connection().ledger.add(Fate::exchange, count);
}

void HttpConnection::note_protocol(Bytes bytes) {
  if (begins_tls(bytes)) {
    tls_ = true;
  } else if (as_text(bytes).starts_with(kHttp2Preface)) {
    http2_ = true;
  } else {
    return;
  }
  readers_[0].stop_looking();
  readers_[1].stop_looking();
}

void HttpConnection::on_skipped(StreamSide, Skipped why, Bytes bytes,
                                std::uint64_t count) {
  if (!tls_ && !http2_ && (why == Skipped::no_message || why == Skipped::tunnel)) {
    note_protocol(bytes);
  }
  if (tls_) {
    connection().ledger.add(Fate::undecryptable, count);
  } else if (why == Skipped::tunnel) {
    connection().ledger.add(Fate::tunnel, count);
  } else {
    skipped_ += count;
  }
}

void HttpConnection::on_malformed_start(StreamSide) {
  ++connection().malformed_starts;
}

void HttpConnection::on_boundary_lost(StreamSide side) {
  lost_[side] = true;
  if (is_request(side)) {
    server_at_loss_ = server_position_;
  } else if (gap_ != nullptr && server_holes_.size() < kMostHoles) {
    server_holes_.push_back(*gap_);  // whole answers may lie in it
  }
}

bool HttpConnection::expects_http09(StreamSide side) const {
  return !is_request(side) && !tracks_.empty() && tracks_.front().http09 &&
         !tracks_.front().response.begun;
}

HttpConnection::Track* HttpConnection::track_at(StreamSide side, std::uint64_t offset) {
  const bool request = is_request(side);
  std::size_t left = kMostLookedAt;
  for (auto track = tracks_.rbegin(); track != tracks_.rend() && left > 0;
       ++track, --left) {
    const Extent& extent = request ? track->request : track->response;
    if (extent.begun && extent.begin <= offset && (!extent.over || offset < extent.end)) {
      return &*track;
    }
  }
  return nullptr;
}

void HttpConnection::on_repeat(StreamSide side, std::uint64_t offset,
                               std::uint64_t length) {
  while (length > 0) {
    Track* track = track_at(side, offset);
    if (track == nullptr) {
      return;
    }
    const Extent& extent = is_request(side) ? track->request : track->response;
    const std::uint64_t inside =
        extent.over ? std::min(length, extent.end - offset) : length;
    log_[track->exchange].wire.retransmitted_bytes += inside;
    offset += inside;
    length -= inside;
  }
}

void HttpConnection::on_conflict(StreamSide side, std::uint64_t offset, std::uint64_t) {
  if (Track* track = track_at(side, offset)) {
    log_[track->exchange].findings.push_back("overlap_conflict");
  }
  ++connection().overlap_conflicts;
}

void HttpConnection::on_discard(StreamSide, std::uint64_t length) {
  connection().ledger.add(Fate::outside_window, length);
}

void HttpConnection::on_reset(StreamSide side, std::uint64_t frame) {
  reset_frame_[side] = frame;
}

void HttpConnection::on_end(StreamSide side, StreamEnd end) {
  ends_[side] = end;
  readers_[side].on_end(end);
  if (ends_[0] && ends_[1]) {
    settle_all();
  }
}

// Were bytes of the answer on the wire that the capture lacks? They were if the client
// acknowledged bytes behind what it had received when it asked, up to `until`, and these
// lie in a hole.
bool HttpConnection::answer_in_hole(const Track& track, std::uint64_t until) const {
  if (track.lost_answer) {
    return true;
  }
  if (!track.has_peer_offset) {
    return false;
  }
  const auto hole = std::partition_point(
      server_holes_.begin(), server_holes_.end(),
      [&](const Gap& gap) { return gap.offset + gap.length <= track.peer_offset; });
  return hole != server_holes_.end() && hole->offset < until;
}

// Which state wins stands in docs/RECORD.md.
void HttpConnection::settle(Track& track, std::uint64_t until) {
  Exchange& exchange = log_[track.exchange];
  track.settled = true;
  const Extent& request = track.request;
  const Extent& response = track.response;
  const bool reset = reset_frame_[0] != 0 || reset_frame_[1] != 0;
  const auto ended_by_fin = [this](StreamSide side) {
    return ends_[side] == StreamEnd::fin;
  };
  if (!request.begun) {
    exchange.state = State::response_only;
  } else if (request.missing || response.missing ||
             (!response.begun && answer_in_hole(track, until))) {
    exchange.state = State::gap;
  } else if (!response.begun) {
    exchange.state = reset           ? State::reset
                     : request.whole ? State::unanswered
                                     : State::cut_short;
  } else if (request.whole && response.whole) {
    exchange.state = State::complete;
  } else if (track.unframeable) {
    exchange.state = State::cut_short;
  } else if (reset) {
    exchange.state = State::reset;
  } else if ((!request.whole && ended_by_fin(client_)) ||
             (!response.whole && ended_by_fin(other(client_)))) {
    exchange.state = State::closed_early;
  } else {
    exchange.state = State::cut_short;
  }
}

void HttpConnection::settle_all() {
  // Backwards, so that each request finds what the client had received when it asked for
  // something later.
  std::uint64_t received = UINT64_MAX;
  std::uint64_t until = UINT64_MAX;
  for (auto track = tracks_.rbegin(); track != tracks_.rend(); ++track) {
    if (track->request.begun && track->has_peer_offset && track->peer_offset < received) {
      until = std::exchange(received, track->peer_offset);
    }
    if (!track->settled) {
      settle(*track, until);
    }
  }
  Connection& record = connection();
  record.exchanges = exchanges_;
  record.ledger.add(exchanges_ > 0 ? Fate::junk : Fate::not_http, skipped_);
  if (exchanges_ > 0) {
    record.protocol = "HTTP/1";
  } else if (tls_) {
    record.protocol = "TLS";
  } else if (http2_) {
    record.protocol = "HTTP/2";
  } else if (skipped_ > 0) {
    record.protocol = "other";
  }
}

}  // namespace capaudit
