// SPDX-License-Identifier: Apache-2.0
// Handshake: the three segments that open a connection, as captured, and what their times
// prove (s1, s2, s3 of docs/METRICS.md; RFC 9293 3.5, RFC 7413 for data in a SYN).
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/flow/segment.h"
#include "analyzer/flow/stream.h"

namespace capaudit {

struct Handshake {
  /// Of the first SYN, the first SYN-ACK and of the client's first segment behind it.
  std::optional<std::int64_t> syn_ns, syn_ack_ns, ack_ns;
  std::uint64_t syn_frame = 0, syn_ack_frame = 0, ack_frame = 0;
  StreamSide opener = 0;  ///< who sent the SYN
  bool syn = false, syn_ack = false, ack = false;
  bool resent = false;   ///< SYN or SYN-ACK were sent again before it was over
  bool crossed = false;  ///< both sides sent a SYN: a simultaneous open, no answers

  void see(StreamSide side, const Segment& segment);

  /// Its readings contradict their order: a clock went back in between.
  bool steps_back() const;
  /// s2-s1, the way from the capture point to the server and back. Unknown where a packet
  /// of the handshake was lost on the way: which copy was answered is open (RFC 6298 3);
  /// and where SYNs crossed (RFC 9293 3.5): none of them was.
  std::optional<std::int64_t> network_ns() const;
  /// s3-s1 where it is one round trip and holds no wait for a packet sent again.
  std::optional<std::int64_t> round_trip_ns() const;

 private:
  struct Answer {
    std::optional<std::int64_t> time_ns;
    std::uint64_t frame = 0;
    std::uint32_t sequence = 0, acknowledgment = 0;
  };

  void see_syn(StreamSide side, const Segment& segment);
  void see_syn_ack(StreamSide side, const Segment& segment);
  void see_answer(const Answer& answer);
  bool continues_syn(std::uint32_t sequence) const;

  std::uint32_t syn_sequence_ = 0, syn_payload_ = 0;
  std::uint32_t syn_ack_sequence_ = 0, syn_ack_acknowledgment_ = 0;
  std::optional<Answer> early_;  ///< the client's first, captured before the SYN-ACK
  std::optional<Answer> later_;  ///< one that proves that an earlier one was sent
};

}  // namespace capaudit
