// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/chunked.h"

#include <algorithm>
#include <cstddef>

namespace capaudit {
namespace {

// Larger sizes are no sizes: nothing can hold them (RFC 9112 7.1: recipients must prevent
// overflow).
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 63;

int hex_value(std::uint8_t byte) {
  if (byte >= '0' && byte <= '9') {
    return byte - '0';
  }
  const std::uint8_t letter = byte | 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

ChunkedReader::Step ChunkedReader::read(Bytes input) {
  Step step;
  std::size_t at = 0;
  while (at < input.size() && state_ != State::data && state_ != State::done &&
         state_ != State::malformed) {
    take(input[at]);
    if (state_ == State::malformed) {
      break;
    }
    ++at;
  }
  step.framing = at;
  if (state_ == State::data) {
    const std::size_t n =
        static_cast<std::size_t>(std::min<std::uint64_t>(size_, input.size() - at));
    step.data = input.subspan(at, n);
    size_ -= n;
    if (size_ == 0) {
      state_ = State::data_end;
      cr_seen_ = false;
    }
  }
  if (state_ == State::done) {
    step.status = Status::done;
  } else if (state_ == State::malformed) {
    step.status = Status::malformed;
  }
  return step;
}

void ChunkedReader::take(std::uint8_t byte) {
  switch (state_) {
  case State::size_start:
  case State::size:
    take_size(byte);
    break;
  case State::extension:  // ignored, however long (RFC 9112 7.1.1)
    if (byte == '\n') {
      end_size_line();
    }
    break;
  case State::data_end:
    if (byte == '\n') {
      state_ = State::size_start;
      cr_seen_ = false;
    } else if (byte == '\r' && !cr_seen_) {
      cr_seen_ = true;
    } else {
      state_ = State::malformed;
    }
    break;
  case State::trailer_start:
    if (byte == '\n') {
      state_ = State::done;
    } else if (byte != '\r') {
      state_ = State::trailer;
    }
    break;
  case State::trailer:
    if (byte == '\n') {
      state_ = State::trailer_start;
    }
    break;
  case State::data:
  case State::done:
  case State::malformed:
    break;
  }
}

void ChunkedReader::take_size(std::uint8_t byte) {
  const int digit = hex_value(byte);
  if (digit >= 0 && !blank_seen_ && !cr_seen_) {
    if (size_ > (kLargestSize - static_cast<std::uint64_t>(digit)) >> 4) {
      state_ = State::malformed;
      return;
    }
    size_ = size_ << 4 | static_cast<std::uint64_t>(digit);
    state_ = State::size;
    return;
  }
  if (state_ == State::size_start) {
    state_ = State::malformed;  // no digit at all
  } else if (byte == '\n') {
    end_size_line();
  } else if (byte == ';' && !cr_seen_) {
    state_ = State::extension;
  } else if ((byte == ' ' || byte == '\t') && !cr_seen_) {
    blank_seen_ = true;
  } else if (byte == '\r' && !cr_seen_) {
    cr_seen_ = true;
  } else {
    state_ = State::malformed;
  }
}

void ChunkedReader::end_size_line() {
  state_ = size_ == 0 ? State::trailer_start : State::data;
  blank_seen_ = false;
  cr_seen_ = false;
}

bool ChunkedReader::skip(std::uint64_t length) {
  if (state_ != State::data || length > size_) {
    return false;
  }
  size_ -= length;
  if (size_ == 0) {
    state_ = State::data_end;
    cr_seen_ = false;
  }
  return true;
}

}  // namespace capaudit
