// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/pairing.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace capaudit {
namespace {

// Settled requests kept at hand for bytes that are sent again.
constexpr std::size_t kSettledKept = 32;
// Tracks looked at for one response or repeat, so that nobody can make each cost as much
// as all before it.
constexpr std::size_t kMostLookedAt = 1024;

// May the request have been under way still when the client had received all that the
// server said before `offset`? Then that was perhaps no final answer to it, but 100.
bool may_still_wait(const Track& track, std::uint64_t offset) {
  return track.open() && (!track.request.whole || track.last_peer_offset >= offset);
}

}  // namespace

void Pairing::lose_boundary(StreamSide side, const Gap* hole) {
  lost_[side] = true;
  skipped(side);
  if (hole != nullptr) {
    if (holes_[side].full()) {
      thin_holes(side);
    }
    holes_[side].add(*hole);
  }
}

void Pairing::thin_holes(StreamSide side) {
  std::vector<std::uint64_t> asked_at;
  for (const Track& track : tracks_) {
    if (!track.settled && track.request.begun && track.has_peer_offset) {
      asked_at.push_back(track.peer_offset);
    }
  }
  holes_[side].keep_first_behind(std::move(asked_at));
}

Track& Pairing::add_answer(const Message& response) {
  lone_begin_ = response.wire_begin;
  lone_answered_at_.reset();
  if (response.has_peer_offset) {
    lone_answered_at_ = response.peer_offset;
  }
  return tracks_.emplace_back();
}

Track& Pairing::add_request(const Message& request) {
  Track& track = tracks_.emplace_back();
  track.request.begin = request.begin;
  track.request.begun = true;
  track.peer_offset = request.peer_offset;
  track.has_peer_offset = request.has_peer_offset;
  track.after_loss = lost_[client_];
  track.server_at_loss = peer_at_loss_[client_];
  lost_[client_] = false;
  return track;
}

Track* Pairing::answered_by(const Message& response) {
  while (first_open_ < tracks_.size() && !tracks_[first_open_].open()) {
    ++first_open_;
  }
  if (first_open_ == tracks_.size()) {
    return nullptr;
  }
  Track& track = tracks_[first_open_];
  if (lost_[other(client_)] || track.after_loss) {
    return answered_by_evidence(response);
  }
  // Where the first requests may not have been captured, an answer to one of them is told
  // by its ACK: the server had not received the first that was.
  if (midstream_ && first_open_ == 0 && response.has_peer_offset &&
      response.peer_offset <= track.request.begin) {
    return nullptr;
  }
  pipelined_ =
      pipelined_ || (track.has_peer_offset && track.peer_offset < response.wire_begin);
  return &track;
}

// Was a request before tracks_[end], open like it, sent while another one was open? Then
// an answer that begins where the client had come may be that to an earlier request.
bool Pairing::may_be_pipelined(std::size_t end) const {
  std::optional<std::uint64_t> sent_at;
  for (std::size_t i = first_open_; i < end; ++i) {
    const Track& track = tracks_[i];
    if (!track.open()) {
      continue;
    }
    if (pipelined_ || sent_at == track.peer_offset) {
      return true;
    }
    sent_at = track.peer_offset;
  }
  return false;
}

// Did a response that answers no captured request begin in [begin, end)?
bool Pairing::answered_between(std::uint64_t begin, std::uint64_t end) const {
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

Track* Pairing::answered_by_evidence(const Message& response) {
  if (!response.has_peer_offset) {
    return nullptr;
  }
  const std::size_t end = std::min(tracks_.size(), first_open_ + kMostLookedAt);
  for (std::size_t i = first_open_; i < end; ++i) {
    Track& track = tracks_[i];
    if (!track.open()) {
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
      if (skipped.open()) {
        const std::uint64_t asked_at = skipped.has_peer_offset ? skipped.peer_offset : 0;
        skipped.lone_answer = answered_between(asked_at, response.wire_begin);
        skipped.lost_answer = !skipped.lone_answer;
      }
    }
    track.after_loss = false;
    lost_[other(client_)] = false;
    return &track;
  }
  return nullptr;
}

Track* Pairing::at(StreamSide side, std::uint64_t offset) {
  std::size_t left = kMostLookedAt;
  for (auto track = tracks_.rbegin(); track != tracks_.rend() && left > 0;
       ++track, --left) {
    const Extent& extent = side == client_ ? track->request : track->response;
    if (extent.begun && extent.begin <= offset && (!extent.over || offset < extent.end)) {
      return &*track;
    }
  }
  return nullptr;
}

void Pairing::forget_settled(const Track* asking, const Track* answering) {
  while (tracks_.size() > kSettledKept && tracks_.front().settled &&
         &tracks_.front() != answering && &tracks_.front() != asking) {
    tracks_.pop_front();
    first_open_ -= std::min<std::size_t>(first_open_, 1);
  }
}

bool Pairing::answer_in_hole(const Track& track, std::uint64_t until) const {
  return track.lost_answer || (track.has_peer_offset &&
                               holes_[other(client_)].between(track.peer_offset, until));
}

// It was sent when the server had received the request's beginning, and lies behind all
// that the client had received when it asked.
bool Pairing::answer_stands_alone(const Track& track) const {
  if (!track.request.begun || track.response.begun) {
    return false;
  }
  return track.lone_answer ||
         (lone_begin_ && (!track.has_peer_offset || track.peer_offset <= *lone_begin_) &&
          (!lone_answered_at_ || track.request.begin < *lone_answered_at_));
}

}  // namespace capaudit
