// SPDX-License-Identifier: Apache-2.0
// Http1Reader: one direction of a connection as a sequence of HTTP/1 messages (RFC 9112).
// Feeds on in-order bytes and typed holes; what a message means for the exchange is its
// listener's business.
//
// After junk or a hole over a message boundary it resumes at the next start line that the
// bytes prove: one at the start of a segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/flow/stream.h"
#include "analyzer/http/body_reader.h"
#include "analyzer/http/message.h"
#include "analyzer/http/start_line.h"

namespace capaudit {

/// Why bytes belong to no message.
enum class Skipped : std::uint8_t {
  empty_line,  ///< before a start line, or whitespace (RFC 9112 2.2, 3)
  bad_start,   ///< a start line that is none, and what follows it
  no_message,  ///< nothing here looks like HTTP
  tunnel,      ///< another protocol after 101 or CONNECT
};

class Http1Listener {
 public:
  virtual ~Http1Listener() = default;
  /// A whole start line was read. `line` is valid for the call. Decides the role of a
  /// reader that has none.
  virtual void on_request_line(StreamSide side, const RequestLine& line) = 0;
  virtual void on_status_line(StreamSide side, const StatusLine& line) = 0;
  /// The head of the reader's message() is parsed: how long is the body?
  virtual BodyPlan on_head(StreamSide side, std::string_view head) = 0;
  /// The reader's message() is over; `half.whole` tells whether all of it is there.
  virtual void on_message_end(StreamSide side) = 0;
  /// There were interim responses, and the final one that they announced will not be
  /// found. `wire`: their frames; message() says where they began.
  virtual void on_interim_only(StreamSide side, const Wire& wire) = 0;
  /// Bytes that are part of a message, or of none.
  virtual void on_message_bytes(StreamSide side, std::uint64_t count) = 0;
  virtual void on_skipped(StreamSide side, Skipped why, Bytes bytes) = 0;
  /// What began like a start line is none, or was cut off.
  virtual void on_malformed_start(StreamSide side) = 0;
  /// Message boundaries may be hidden: by a hole, or by junk.
  virtual void on_boundary_lost(StreamSide side) = 0;
  /// Does the first request of the connection end at its line (HTTP/0.9)? Then its answer
  /// has no head.
  virtual bool expects_http09(StreamSide side) const = 0;
};

struct ReaderLimits {
  std::uint64_t max_head = std::uint64_t{1} << 20;
  std::uint64_t max_body = std::uint64_t{256}
                           << 20;  ///< kept for decoding; the rest is counted
  bool keep_bodies = true;
};

class Http1Reader {
 public:
  Http1Reader(StreamSide side, const ReaderLimits& limits, Http1Listener& listener);

  void on_data(const Chunk& chunk);
  void on_gap(const Gap& gap);
  void on_end(StreamEnd end);

  void set_role(Role role);
  Role role() const { return role_; }
  Message& message() { return *message_; }
  const Message& message() const { return *message_; }
  /// A start line has been read and the message is not over.
  bool in_message() const { return in_message_; }

  /// The capture may begin in the middle of a line: where no message has been read yet,
  /// the first has to prove itself as one behind a hole has.
  void doubt_start() { resumed_ = resumed_ || !any_message_; }
  /// From here on the direction speaks another protocol; with `keep_looking` HTTP/1 may
  /// begin in it again.
  void enter_tunnel(bool keep_looking);
  /// Whatever comes is no HTTP/1 (TLS, HTTP/2): skip it without looking.
  void stop_looking() { look_ = false; }

 private:
  enum class State : std::uint8_t {
    between,
    head,  ///< start line or fields, collected in partial_ if they come in pieces
    body,
    skip,
  };

  Bytes read_between(const Chunk& chunk, Bytes rest);
  Bytes read_head(const Chunk& chunk, Bytes rest);
  Bytes read_fields(const Chunk& chunk, std::string_view text, std::size_t before,
                    Bytes rest);
  bool answered_head(const Chunk& chunk, Bytes rest) const;
  Bytes read_body(const Chunk& chunk, Bytes rest);
  Bytes read_skipped(const Chunk& chunk, Bytes rest);

  std::string_view within_limit(std::string_view text) const;
  Bytes refuse_start(const Chunk& chunk, std::string_view line, std::size_t before,
                     Bytes rest);
  void accepted();
  bool accept_start_line(std::string_view line);
  bool answers_http09() const;
  void begin_http09_body();
  void begin_message(const Chunk& chunk, std::uint64_t offset);
  void finish_head(std::string_view head);
  void follow_plan(const BodyPlan& plan);
  void end_message(bool whole);
  void stop_message(std::string_view finding);
  void lose_boundary();
  void keep_partial(std::string_view text, std::size_t before);
  void drop_partial();
  void skip_partial();
  void drop_interim();
  void collect(Bytes data);
  void miss(std::uint64_t count);

  StreamSide side_;
  ReaderLimits limits_;
  Http1Listener& listener_;
  Role role_ = Role::unknown;
  State state_ = State::between;
  Skipped skip_reason_ = Skipped::no_message;
  bool look_ = true;  ///< for a start line while skipping
  bool in_message_ = false;
  bool any_message_ = false;  ///< has there been one in this direction?
  bool after_interim_ = false;
  bool body_begun_ = false;
  bool perhaps_to_head_ = false;  ///< as in the plan of the message being read
  bool indented_ = false;         ///< whitespace stands before the start line
  bool resumed_ = false;          ///< reading begins again after junk or a hole
  bool tentative_ = false;  ///< what is read as a start line came up in what is skipped
  /// The peer's bytes that the sender must have received before reading begins again.
  std::optional<std::uint64_t> resume_behind_;
  std::optional<Message> message_ = Message();  ///< never none: begun anew in place
  std::uint64_t position_ = 0;                  ///< stream offset of the next byte
  std::string partial_;
  std::size_t scanned_ = 0;         ///< part of the head text in which no end was found
  std::size_t line_end_ = 0;        ///< of the start line, once read
  std::optional<BodyReader> body_;  ///< of the message being read
};

}  // namespace capaudit
