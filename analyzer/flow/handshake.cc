// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/handshake.h"

namespace capaudit {
namespace {

using Time = std::optional<std::int64_t>;

// Two copies of a packet in the capture are closer than this, two tries of a sender are
// farther apart (RFC 6298 2.1: a second at first).
constexpr std::uint64_t kCopyNs = 5'000'000;

bool is_later(const Time& earlier, const Time& later, std::uint64_t by = 0) {
  // Unsigned, since the difference of two 64-bit times may need 65 bits.
  return earlier && later && *later > *earlier &&
         static_cast<std::uint64_t>(*later) - static_cast<std::uint64_t>(*earlier) > by;
}

bool is_try_of(const Time& first, const Time& again) {
  return is_later(first, again, kCopyNs) || is_later(again, first, kCopyNs);
}

bool is_behind(std::uint32_t sequence, std::uint32_t reference) {
  return static_cast<std::int32_t>(sequence - reference) > 0;
}

}  // namespace

void Handshake::see(StreamSide side, const Segment& segment) {
  const bool is_ack = segment.has(kTcpAck);
  if (segment.has(kTcpRst)) {
    return;
  }
  if (segment.has(kTcpSyn)) {
    is_ack ? see_syn_ack(side, segment) : see_syn(side, segment);
  } else if (is_ack && (syn || syn_ack) && side == opener && !ack) {
    see_answer({segment.frame.time_ns, segment.frame.number, segment.sequence,
                segment.acknowledgment});
  }
}

void Handshake::see_syn(StreamSide side, const Segment& segment) {
  if (!syn && (!syn_ack || side == opener)) {
    syn = true;
    syn_ns = segment.frame.time_ns;
    syn_frame = segment.frame.number;
    opener = side;
    syn_sequence_ = segment.sequence;
    syn_payload_ = static_cast<std::uint32_t>(segment.payload_bytes);
  } else if (syn && side != opener && !syn_ack) {
    crossed = true;
  } else if (syn && side == opener && !ack && segment.sequence == syn_sequence_ &&
             is_try_of(syn_ns, segment.frame.time_ns)) {
    resent = true;
  }
}

// Is this the number of a byte that may follow the SYN, with what data it had or without?
bool Handshake::continues_syn(std::uint32_t sequence) const {
  return !syn || sequence == syn_sequence_ + 1 ||
         sequence == syn_sequence_ + 1 + syn_payload_;
}

void Handshake::see_syn_ack(StreamSide side, const Segment& segment) {
  if ((syn || syn_ack) && side == opener) {
    crossed = true;  // who opens does not answer
  }
  if (!syn_ack && (!syn || side != opener)) {
    syn_ack = true;
    syn_ack_ns = segment.frame.time_ns;
    syn_ack_frame = segment.frame.number;
    syn_ack_sequence_ = segment.sequence;
    syn_ack_acknowledgment_ = segment.acknowledgment;
    opener = other(side);
    // Files that hold one interface after the other have the answer first.
    if (early_ && is_later(syn_ack_ns, early_->time_ns)) {
      see_answer(*early_);
    }
  } else if (syn_ack && side != opener && segment.sequence == syn_ack_sequence_ &&
             is_try_of(syn_ack_ns, segment.frame.time_ns) &&
             (!ack || is_later(segment.frame.time_ns, ack_ns))) {
    resent = true;
  }
}

// The client's segments behind its SYN, until one is the handshake's third.
void Handshake::see_answer(const Answer& answer) {
  if (!syn_ack) {
    early_ = early_ ? early_ : answer;
    return;
  }
  const bool next =
      answer.sequence == syn_ack_acknowledgment_ || continues_syn(answer.sequence);
  if (answer.acknowledgment == syn_ack_sequence_ + 1 && next) {
    // Behind a later one it is what the client sent again, unless the file has them in
    // another order than their times.
    if (!later_ || is_later(answer.time_ns, later_->time_ns)) {
      ack = true;
      ack_ns = answer.time_ns;
      ack_frame = answer.frame;
    }
  } else if (!later_ && is_behind(answer.sequence, syn_ack_acknowledgment_)) {
    later_ = answer;
  }
}

bool Handshake::steps_back() const {
  return is_later(syn_ack_ns, syn_ns) || is_later(ack_ns, syn_ack_ns) ||
         is_later(ack_ns, syn_ns);
}

std::optional<std::int64_t> Handshake::network_ns() const {
  if (!syn_ns || !syn_ack_ns || resent || crossed || steps_back()) {
    return std::nullopt;
  }
  return *syn_ack_ns - *syn_ns;
}

std::optional<std::int64_t> Handshake::round_trip_ns() const {
  if (!syn_ns || !ack_ns || resent || crossed || steps_back()) {
    return std::nullopt;
  }
  return *ack_ns - *syn_ns;
}

}  // namespace capaudit
