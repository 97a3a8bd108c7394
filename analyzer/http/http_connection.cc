// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/http_connection.h"

#include <algorithm>
#include <utility>

#include "analyzer/http/request_url.h"

namespace capaudit {

HttpConnection::HttpConnection(std::vector<Connection>& connections, std::uint32_t index,
                               StreamSide client, bool force_http, ExchangeLog& log,
                               const ReaderLimits& limits)
    : connections_(connections),
      index_(index),
      log_(log),
      client_(client),
      client_known_(false),
      presumed_(force_http || connection().direction_known),
      readers_{Http1Reader(0, limits, *this), Http1Reader(1, limits, *this)},
      pairing_(client) {
  if (presumed_) {
    set_client(client);
  }
}

void HttpConnection::set_client(StreamSide side) {
  if (client_ != side) {
    std::swap(connection().client, connection().server);
  }
  client_ = side;
  pairing_.set_client(side);
  client_known_ = true;
  readers_[side].set_role(Role::request);
  readers_[other(side)].set_role(Role::response);
}

void HttpConnection::on_data(StreamSide side, const Chunk& chunk) {
  if (presumed_ && !connection().direction_known && exchanges_ == 0) {
    readers_[0].set_role(Role::unknown);  // a simultaneous open came to light
    readers_[1].set_role(Role::unknown);
    client_known_ = presumed_ = false;
  }
  if (reset_frame_[side] != 0 && chunk.frame.number > reset_frame_[side]) {
    reset_frame_[side] = 0;  // it went on: the reset was not its own
  }
  if (!connection().handshake) {
    readers_[side].doubt_start();
    pairing_.doubt_beginning();
  }
  Unknown& unknown = unknown_[side];
  if (chunk.starts_segment && unknown.probe.verdict() == ProtocolProbe::Verdict::other) {
    unknown.probe.restart();
  }
  readers_[side].on_data(chunk);
  pairing_.reached(side, chunk.offset + chunk.data.size());
}

void HttpConnection::on_gap(StreamSide side, const Gap& gap) {
  end_unknown(side);
  gap_ = &gap;
  readers_[side].on_gap(gap);
  gap_ = nullptr;
  pairing_.reached(side, gap.offset + gap.length);
}

std::uint32_t HttpConnection::new_exchange(StreamSide side) {
  const Message& message = readers_[side].message();
  const std::uint32_t index =
      log_.add({message.half.first_frame, index_ + 1, message.begin});
  ++exchanges_;
  log_[index].connection = index_ + 1;
  return index;
}

void HttpConnection::on_request_line(StreamSide side, const RequestLine& line) {
  if (!client_known_) {
    set_client(side);
  }
  Track& track = pairing_.add_request(readers_[side].message());
  track.exchange = new_exchange(side);
  track.head = line.method == "HEAD";
  track.connect = line.method == "CONNECT";
  track.http09 = line.version.empty();
  asking_ = &track;
  target_ = line.target;
  version_ = track.http09 ? std::string_view("HTTP/0.9") : line.version;
  Exchange& exchange = log_[track.exchange];
  exchange.method = log_.share(line.method);
  exchange.protocol = log_.share(version_);
  if (track.http09) {
    exchange.url = log_.share(request_url(target_, {}, false, connection().server));
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
  answering_ = pairing_.answered_by(message);
  if (answering_ == nullptr) {
    answering_ = &pairing_.add_answer(message);
    answering_->exchange = new_exchange(side);
    log_[answering_->exchange].protocol = log_.share(line.version);
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
  exchange.reason = log_.share(line.reason);
}

// Interim responses, and no final one behind them: their frames are those of the request
// they answer.
void HttpConnection::on_interim_only(StreamSide side, const Wire& wire) {
  if (const Track* track = pairing_.answered_by(readers_[side].message())) {
    Wire& sum = log_[track->exchange].wire;
    sum.packets += wire.packets;
    sum.frame_bytes += wire.frame_bytes;
  }
}

BodyPlan HttpConnection::on_head(StreamSide side, std::string_view head) {
  const Message& message = readers_[side].message();
  return is_request(side) ? plan_request(message, head) : plan_response(message, head);
}

BodyPlan HttpConnection::plan_request(const Message& message, std::string_view head) {
  const Track& track = *asking_;
  log_[track.exchange].url =
      log_.share(request_url(target_, message.head, track.connect, connection().server));
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
  plan.perhaps_to_head = !answering_->request.begun;
  tunnel_next_ = plan.mode == BodyMode::tunnel;
  return plan;
}

void HttpConnection::on_message_end(StreamSide side) {
  const bool request = is_request(side);
  Track* const track = std::exchange(request ? asking_ : answering_, nullptr);
  Message& message = readers_[side].message();
  if (track == nullptr) {  // an interim response that was cut off
    on_interim_only(side, message.wire);
    return;
  }
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
    pairing_.forget_settled(asking_, answering_);
  }
  if (!request && std::exchange(tunnel_next_, false)) {
    open_tunnel();
  }
}

void HttpConnection::open_tunnel() {
  const bool keep_looking = status_ != 101;  // inside a granted CONNECT HTTP/1 is read on
  for (const StreamSide side : {0u, 1u}) {
    end_unknown(side);
    readers_[side].enter_tunnel(keep_looking);
  }
}

void HttpConnection::on_message_bytes(StreamSide side, std::uint64_t count) {
  end_unknown(side);
  connection().ledger.add(Fate::exchange, count);
}

void HttpConnection::account(Skipped why, std::uint64_t count) {
  if (tls_) {
    connection().ledger.add(Fate::undecryptable, count);
  } else if (why == Skipped::tunnel) {
    connection().ledger.add(Fate::tunnel, count);
  } else {
    skipped_ += count;
  }
}

// What was not known stays that way, and what comes next may be something else.
void HttpConnection::end_unknown(StreamSide side) {
  Unknown& unknown = unknown_[side];
  account(unknown.why, std::exchange(unknown.count, 0));
  unknown.probe.restart();
}

void HttpConnection::on_skipped(StreamSide side, Skipped why, Bytes bytes) {
  if (why != Skipped::empty_line) {
    pairing_.skipped(side);
  }
  Unknown& unknown = unknown_[side];
  const bool may_be_another = why == Skipped::no_message || why == Skipped::tunnel;
  if (tls_ || http2_ || !may_be_another) {
    end_unknown(side);
    account(why, bytes.size());
    return;
  }
  unknown.count += bytes.size();
  unknown.why = why;
  const ProtocolProbe::Verdict verdict = unknown.probe.take(bytes);
  if (verdict == ProtocolProbe::Verdict::undecided) {
    return;
  }
  tls_ = verdict == ProtocolProbe::Verdict::tls;
  http2_ = verdict == ProtocolProbe::Verdict::http2;
  if (tls_ || http2_) {
    readers_[0].stop_looking();
    readers_[1].stop_looking();
  }
  account(why, std::exchange(unknown.count, 0));
}

void HttpConnection::on_malformed_start(StreamSide) {
  ++connection().malformed_starts;
}

void HttpConnection::on_boundary_lost(StreamSide side) {
  pairing_.lose_boundary(side, gap_);
}

bool HttpConnection::expects_http09(StreamSide side) const {
  const Track* const first = pairing_.first();
  return !is_request(side) && first != nullptr && first->http09 && !first->response.begun;
}

void HttpConnection::on_repeat(StreamSide side, std::uint64_t offset,
                               std::uint64_t length) {
  while (length > 0) {
    Track* track = pairing_.at(side, offset);
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
  if (Track* track = pairing_.at(side, offset)) {
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
  end_unknown(side);
  if (ends_[0] && ends_[1]) {
    settle_all();
  }
}

void HttpConnection::settle(Track& track, std::uint64_t until) {
  Ending ending;
  ending.reset = reset_frame_[0] != 0 || reset_frame_[1] != 0;
  ending.client_fin = ends_[client_] == StreamEnd::fin;
  ending.server_fin = ends_[other(client_)] == StreamEnd::fin;
  track.settled = true;
  const bool missing = !track.response.begun && pairing_.answer_in_hole(track, until);
  Exchange& exchange = log_[track.exchange];
  exchange.state = final_state(track, ending, missing);
  if (missing) {
    exchange.findings.push_back("answer_missing");
  } else if (pairing_.answer_stands_alone(track)) {
    exchange.findings.push_back(kAnswerUnproven);
  }
}

void HttpConnection::settle_all() {
  // Backwards, so that each request finds what the client had received when it asked for
  // something later.
  std::uint64_t received = UINT64_MAX;
  std::uint64_t until = UINT64_MAX;
  std::deque<Track>& tracks = pairing_.tracks();
  for (auto track = tracks.rbegin(); track != tracks.rend(); ++track) {
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
