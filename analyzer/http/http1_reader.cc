// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/http1_reader.h"

#include <algorithm>
#include <utility>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

// Reserved at once for a body that declares its length; the rest comes as it is read.
constexpr std::uint64_t kFirstReserve = std::uint64_t{1} << 20;

}  // namespace

Http1Reader::Http1Reader(StreamSide side, const ReaderLimits& limits,
                         Http1Listener& listener)
    : side_(side), limits_(limits), listener_(listener) {}

void Http1Reader::on_data(const Chunk& chunk) {
  Bytes rest = chunk.data;
  while (!rest.empty()) {
    position_ = chunk.offset + (chunk.data.size() - rest.size());
    switch (state_) {
    case State::between:
      rest = read_between(chunk, rest);
      break;
    case State::head:
      rest = read_head(chunk, rest);
      break;
    case State::body:
      rest = read_body(chunk, rest);
      break;
    case State::skip:
      rest = read_skipped(chunk, rest);
      break;
    }
  }
  position_ = chunk.offset + chunk.data.size();
}

void Http1Reader::set_role(Role role) {
  role_ = role;
  if (state_ == State::head && !in_message_ && !may_begin_message(role, partial_)) {
    drop_partial();
  }
}

void Http1Reader::begin_message(const Chunk& chunk, std::uint64_t offset) {
  if (!after_interim_) {
    message_.emplace();
    message_->wire_begin = offset;
  }
  tentative_ = state_ == State::skip;
  message_->begin = message_->end = offset;
  message_->peer_offset = chunk.peer_offset;
  message_->has_peer_offset = chunk.has_peer_offset;
  partial_.clear();
  scanned_ = 0;
  line_end_ = 0;
  state_ = State::head;
}

Bytes Http1Reader::read_between(const Chunk& chunk, Bytes rest) {
  if (answers_http09() && !may_begin_response(as_text(rest))) {
    begin_message(chunk, position_);
    begin_http09_body();
    return rest;
  }
  const std::string_view text = as_text(rest);
  std::size_t blank = 0;
  for (; blank < text.size() && is_blank(text[blank]); ++blank) {
    indented_ = text[blank] == ' ' || text[blank] == '\t';
  }
  if (blank > 0) {
    listener_.on_skipped(side_, Skipped::empty_line, rest.first(blank));
    return rest.subspan(blank);
  }
  if (may_begin_message(role_, text)) {
    begin_message(chunk, position_);
    return rest;
  }
  lose_boundary();
  listener_.on_skipped(side_, skip_reason_, rest);
  return {};
}

// Only the first bytes of a connection are an answer without a head, and behind a hole
// nobody knows whether it had one after all.
bool Http1Reader::answers_http09() const {
  return role_ == Role::response && !any_message_ && !resumed_ &&
         listener_.expects_http09(side_);
}

// The answer to HTTP/0.9 is a body without a head. What was kept for a head belongs to
// it.
void Http1Reader::begin_http09_body() {
  in_message_ = any_message_ = true;
  message_->half.head_bytes = 0;
  message_->half.framing_bytes = 0;
  message_->half.encoded_bytes = 0;
  listener_.on_status_line(side_, StatusLine{});
  BodyPlan plan;
  plan.mode = BodyMode::until_close;
  body_.emplace(plan);
  state_ = State::body;
  const std::string kept = std::move(partial_);
  partial_.clear();
  collect(as_bytes(kept));
  listener_.on_message_bytes(side_, kept.size());
}

// However the head is cut into pieces, no byte beyond the limit has a say.
std::string_view Http1Reader::within_limit(std::string_view text) const {
  return text.substr(0, static_cast<std::size_t>(
                            std::min<std::uint64_t>(text.size(), limits_.max_head + 1)));
}

// Collects a head until its empty line; the usual case, a head within one chunk, is read
// where it stands.
Bytes Http1Reader::read_head(const Chunk& chunk, Bytes rest) {
  const std::size_t before = partial_.size();
  std::string_view text = as_text(rest);
  if (before > 0) {
    partial_.append(text);
    text = partial_;
  }
  message_->touch(chunk);
  if (!in_message_) {
    const std::string_view seen = within_limit(text);
    const std::size_t newline = seen.find('\n', scanned_);
    if (newline == std::string_view::npos && text.size() <= limits_.max_head &&
        may_begin_message(role_, text)) {
      scanned_ = text.size();
      keep_partial(text, before);
      return {};
    }
    line_end_ = scanned_ = newline + 1;
    const std::string_view line = seen.substr(0, newline);
    if (newline == std::string_view::npos || !accept_start_line(without_cr(line))) {
      return refuse_start(chunk, line, before, rest);
    }
    listener_.on_message_bytes(side_, before);
    if (message_->half.head_bytes) {  // HTTP/0.9: the line is all there is
      const std::size_t used = line_end_ - before;
      listener_.on_message_bytes(side_, used);
      position_ += used;
      end_message(true);
      return rest.subspan(used);
    }
  }
  return read_fields(chunk, text, before, rest);
}

// What looked like the beginning of a start line is none.
Bytes Http1Reader::refuse_start(const Chunk& chunk, std::string_view line,
                                std::size_t before, Bytes rest) {
  if (!tentative_ && line.find("HTTP/") != std::string_view::npos) {
    listener_.on_malformed_start(side_);
  }
  partial_.resize(before);
  if (answers_http09()) {
    begin_http09_body();
    return rest;
  }
  if (tentative_) {
    state_ = State::skip;  // as before: nothing more is lost
    skip_partial();
  } else {
    drop_partial();
  }
  if (before > 0) {
    return read_skipped(chunk, rest);  // what refutes it may begin a message itself
  }
  listener_.on_skipped(side_, skip_reason_, rest);
  return {};
}

// `text` is the head so far, `before` bytes of which came before `rest`.
Bytes Http1Reader::read_fields(const Chunk& chunk, std::string_view text,
                               std::size_t before, Bytes rest) {
  const std::string_view seen = within_limit(text);
  const std::size_t end = find_head_end(seen, std::max(scanned_, line_end_) - 1);
  const bool too_long = end == std::string_view::npos && text.size() > limits_.max_head;
  const std::size_t used = (end == std::string_view::npos ? seen.size() : end) - before;
  listener_.on_message_bytes(side_, used);
  position_ += used;
  if (too_long) {
    stop_message("head_too_long");
    listener_.on_skipped(side_, skip_reason_, rest.subspan(used));
    return {};
  }
  if (end == std::string_view::npos) {
    scanned_ = std::max(line_end_, text.size() - std::min<std::size_t>(text.size(), 2));
    keep_partial(text, before);
    return {};
  }
  message_->head_end_ns = chunk.frame.time_ns;
  finish_head(seen.substr(0, end));
  return rest.subspan(used);
}

// `text` is partial_ already unless nothing was kept before.
void Http1Reader::keep_partial(std::string_view text, std::size_t before) {
  if (before == 0) {
    partial_.assign(text);
  }
}

void Http1Reader::accepted() {
  if (std::exchange(indented_, false)) {
    message_->note("start_line_whitespace");
  }
  in_message_ = any_message_ = true;
  resumed_ = after_interim_ = tentative_ = false;
  resume_behind_.reset();
}

bool Http1Reader::accept_start_line(std::string_view line) {
  if (role_ != Role::request) {
    if (const auto status = parse_status_line(line)) {
      accepted();
      listener_.on_status_line(side_, *status);
      return true;
    }
  }
  if (role_ == Role::response) {
    return false;
  }
  const bool first = !any_message_ && state_ == State::head && !resumed_;
  const auto request = parse_request_line(line);
  if (request && (!resumed_ || is_known_method(request->method))) {
    accepted();
    listener_.on_request_line(side_, *request);
    if (request->odd_whitespace) {
      message_->note("start_line_whitespace");
    }
    return true;
  }
  if (first) {
    if (const auto simple = parse_http09_request_line(line)) {
      accepted();
      message_->half.head_bytes = line_end_;
      message_->half.framing_bytes = 0;
      message_->half.encoded_bytes = 0;
      listener_.on_request_line(side_, *simple);
      return true;
    }
  }
  return false;
}

void Http1Reader::finish_head(std::string_view head) {
  Half& half = message_->half;
  message_->head = parse_head(head.substr(line_end_));
  for (const std::string_view code : message_->head.findings) {
    message_->note(code);
  }
  half.head_bytes = head.size();
  half.content_type = std::move(message_->head.content_type);
  half.codings = applied_codings(message_->head);
  const BodyPlan plan = listener_.on_head(side_, head);
  partial_.clear();
  partial_.shrink_to_fit();
  for (const std::string_view code : plan.findings) {
    message_->note(code);
  }
  follow_plan(plan);
}

void Http1Reader::follow_plan(const BodyPlan& plan) {
  Half& half = message_->half;
  if (plan.interim) {
    in_message_ = false;
    after_interim_ = true;
    state_ = State::between;
    message_->restart_after_interim();
    return;
  }
  if (plan.mode == BodyMode::unframeable) {
    stop_message({});
    return;
  }
  half.framing_bytes = 0;
  half.encoded_bytes = 0;
  body_begun_ = false;
  perhaps_to_head_ = plan.perhaps_to_head;
  switch (plan.mode) {
  case BodyMode::none:
  case BodyMode::tunnel:
  case BodyMode::unframeable:
    end_message(true);
    break;
  case BodyMode::length:
    if (limits_.keep_bodies) {
      message_->body.reserve(static_cast<std::size_t>(
          std::min({plan.length, kFirstReserve, limits_.max_body})));
    }
    [[fallthrough]];
  case BodyMode::chunked:
  case BodyMode::until_close:
    body_.emplace(plan);
    state_ = State::body;
    break;
  }
}

void Http1Reader::collect(Bytes data) {
  *message_->half.encoded_bytes += data.size();
  if (!limits_.keep_bodies || !message_->body_whole) {
    return;
  }
  const std::uint64_t room = limits_.max_body - message_->body.size();
  if (data.size() > room) {
    data = data.first(static_cast<std::size_t>(room));
    message_->body_whole = false;
    message_->note("body_over_cap");
  }
  message_->body.insert(message_->body.end(), data.begin(), data.end());
}

// Where a body would begin, a response: sent when more of the client's bytes had been
// received than before, so the one whose request is not known answered HEAD.
bool Http1Reader::answered_head(const Chunk& chunk, Bytes rest) const {
  return perhaps_to_head_ && !body_begun_ && chunk.starts_segment &&
         rest.size() == chunk.data.size() && chunk.has_peer_offset &&
         message_->has_peer_offset && chunk.peer_offset > message_->peer_offset &&
         as_text(rest).find('\n') != std::string_view::npos &&
         proves_message(role_, as_text(rest));
}

Bytes Http1Reader::read_body(const Chunk& chunk, Bytes rest) {
  if (answered_head(chunk, rest)) {
    message_->note("answer_to_head");
    end_message(true);
    return rest;
  }
  const BodyReader::Step step = body_->read(rest);
  const std::size_t used = static_cast<std::size_t>(step.framing) + step.data.size();
  if (used > 0) {
    if (!body_begun_) {
      body_begun_ = true;
      message_->body_begin_ns = chunk.frame.time_ns;
    }
    message_->touch(chunk);
    *message_->half.framing_bytes += step.framing;
    collect(step.data);
    listener_.on_message_bytes(side_, used);
    position_ += used;
  }
  if (step.status == BodyReader::Status::done) {
    end_message(true);
  } else if (step.status == BodyReader::Status::malformed) {
    stop_message("chunk_malformed");
    listener_.on_skipped(side_, skip_reason_, rest.subspan(used));
    return {};
  }
  return rest.subspan(used);
}

Bytes Http1Reader::read_skipped(const Chunk& chunk, Bytes rest) {
  const bool at_start =
      chunk.starts_segment && rest.size() == chunk.data.size() &&
      (!resume_behind_ || (chunk.has_peer_offset && chunk.peer_offset > *resume_behind_));
  if (look_ && at_start && may_begin_message(role_, as_text(rest)) &&
      proves_message(role_, as_text(rest))) {
    resumed_ = true;
    begin_message(chunk, position_);
    return rest;
  }
  listener_.on_skipped(side_, skip_reason_, rest);
  return {};
}

void Http1Reader::lose_boundary() {
  state_ = State::skip;
  indented_ = false;
  drop_interim();
  if (skip_reason_ != Skipped::tunnel) {
    skip_reason_ = any_message_ ? Skipped::bad_start : Skipped::no_message;
  }
  listener_.on_boundary_lost(side_);
}

// What comes next may answer another request.
void Http1Reader::drop_interim() {
  if (std::exchange(after_interim_, false)) {
    listener_.on_interim_only(side_, message_->interim_wire);
  }
}

// What was taken for the beginning of a start line is none.
void Http1Reader::drop_partial() {
  lose_boundary();
  skip_partial();
}

void Http1Reader::skip_partial() {
  if (!partial_.empty()) {
    listener_.on_skipped(side_, skip_reason_, as_bytes(partial_));
  }
  partial_.clear();
}

void Http1Reader::end_message(bool whole) {
  message_->end = position_;
  message_->half.whole = whole && message_->half.missing_bytes == 0;
  in_message_ = false;
  state_ = State::between;
  partial_.clear();
  listener_.on_message_end(side_);
}

// The message cannot be read further: nothing says where it ends.
void Http1Reader::stop_message(std::string_view finding) {
  if (!finding.empty()) {
    message_->note(finding);
  }
  // What follows may be part of it. A request behind it is one sent after the answer.
  if (role_ == Role::request && message_->has_peer_offset) {
    resume_behind_ = message_->peer_offset;
  }
  message_->unframeable = true;
  end_message(false);
  lose_boundary();
}

void Http1Reader::miss(std::uint64_t count) {
  message_->half.missing_bytes += count;
  message_->body_whole = false;
}

void Http1Reader::on_gap(const Gap& gap) {
  position_ = gap.offset + gap.length;
  switch (state_) {
  case State::between:
    lose_boundary();
    break;
  case State::skip:
    listener_.on_boundary_lost(side_);
    break;
  case State::head:
    if (!in_message_) {
      drop_partial();
    } else {
      miss(gap.length);
      end_message(false);
      lose_boundary();
    }
    break;
  case State::body: {
    const BodyReader::Hole hole = body_->skip(gap.length);
    miss(hole.missing);
    if (hole.end_unknown) {  // what came before is not the size of anything
      message_->half.framing_bytes.reset();
      message_->half.encoded_bytes.reset();
    } else {
      *message_->half.encoded_bytes += hole.content;
    }
    if (hole.over) {
      end_message(false);
    }
    if (hole.hides) {
      lose_boundary();
    }
    break;
  }
  }
}

void Http1Reader::on_end(StreamEnd end) {
  if (state_ == State::head && !in_message_ && answers_http09()) {
    begin_http09_body();
  }
  if (in_message_) {
    end_message(state_ == State::body && body_->ends_with_connection() &&
                end == StreamEnd::fin);
  } else if (state_ == State::head) {
    if (any_message_ && !partial_.empty()) {
      listener_.on_malformed_start(side_);  // cut off
    }
    drop_partial();
  }
  drop_interim();
  state_ = State::skip;
}

void Http1Reader::enter_tunnel(bool keep_looking) {
  if (in_message_) {
    end_message(false);
  } else if (state_ == State::head) {
    drop_partial();
  }
  state_ = keep_looking ? State::between : State::skip;
  skip_reason_ = Skipped::tunnel;
  look_ = keep_looking;
}

}  // namespace capaudit
