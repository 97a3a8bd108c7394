// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/value_end.h"

#include <bit>
#include <cstring>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

// Deeper brackets are counted but their kinds are not kept.
constexpr std::uint64_t kKindsKept = 4096;

constexpr unsigned kHoleBytes = 64;

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

// The high bit of each byte of `word` that is `c`, exact up to the first of them.
constexpr std::uint64_t bytes_equal(std::uint64_t word, char c) {
  const std::uint64_t x = word ^ (kOnes * static_cast<unsigned char>(c));
  return (x - kOnes) & ~x & kHighs;
}

// Index of the next quote or backslash from `at`; the size of `text` if there is none.
std::size_t find_quote_or_backslash(std::string_view text, std::size_t at) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + 8 <= text.size(); at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, 8);
      const std::uint64_t hits = bytes_equal(word, '"') | bytes_equal(word, '\\');
      if (hits != 0) {
        return at + static_cast<std::size_t>(std::countr_zero(hits)) / 8;
      }
    }
  }
  while (at < text.size() && text[at] != '"' && text[at] != '\\') {
    ++at;
  }
  return at;
}

bool ends_scalar(char c) {
  return c == ',' || c == ']' || c == '}' || is_blank(c);
}

}  // namespace

ValueEnd::State ValueEnd::look(std::string_view text) {
  while (at_ < text.size()) {
    if (in_string_) {
      const State state = look_in_string(text);
      if (state != State::whole) {
        return state;
      }
      if (depth_ == 0) {
        return State::whole;
      }
      continue;
    }
    const State state = look_outside(text);
    if (state != State::open || !in_string_) {
      return state;
    }
  }
  return State::open;
}

// Up to the next string, or to the value's end.
ValueEnd::State ValueEnd::look_outside(std::string_view text) {
  for (; at_ < text.size(); ++at_) {
    const char c = text[at_];
    switch (c) {
    case '"':
      if (depth_ == 0 && begun_) {
        return State::broken;
      }
      begun_ = true;
      in_string_ = true;
      ++at_;
      return State::open;
    case '{':
    case '[':
      if (depth_ == 0 && begun_) {
        return State::broken;
      }
      begun_ = true;
      if (depth_ < kKindsKept) {
        objects_.push_back(c == '{');
      }
      ++depth_;
      break;
    case '}':
    case ']':
      if (depth_ > 0) {
        const State state = close(c);
        if (state != State::open) {
          return state;
        }
        break;
      }
      return begun_ ? State::whole : State::broken;
    case '\0':
      return State::broken;
    default:
      if (depth_ == 0 && ends_scalar(c)) {
        return begun_ ? State::whole : State::broken;
      }
      begun_ = true;
    }
  }
  return State::open;
}

ValueEnd::State ValueEnd::close(char bracket) {
  if (depth_ <= objects_.size()) {
    if (objects_.back() != (bracket == '}')) {
      return State::broken;
    }
    objects_.pop_back();
  }
  --depth_;
  if (depth_ == 0) {
    ++at_;
    return State::whole;
  }
  return State::open;
}

// A run of zeros from at_ up to `end` that goes on from those before it. Some exporters
// write control characters as they are, but none so many zeros.
bool ValueEnd::has_hole(std::string_view text, std::size_t end) {
  const std::string_view piece = text.substr(at_, end - at_);
  if (!piece.empty() && std::memchr(piece.data(), 0, piece.size()) == nullptr) {
    zeros_ = 0;
    return false;
  }
  for (const char c : piece) {
    zeros_ = c == '\0' ? zeros_ + 1 : 0;
    if (zeros_ == kHoleBytes) {
      return true;
    }
    ++at_;
  }
  return false;
}

// Whole when the string has ended.
ValueEnd::State ValueEnd::look_in_string(std::string_view text) {
  while (true) {
    const std::size_t hit = find_quote_or_backslash(text, at_);
    if (has_hole(text, hit)) {
      return State::broken;
    }
    if (hit == text.size()) {
      at_ = hit;
      return State::open;
    }
    zeros_ = 0;
    if (text[hit] == '"') {
      at_ = hit + 1;
      in_string_ = false;
      return State::whole;
    }
    if (hit + 1 == text.size()) {
      at_ = hit;  // what is escaped has not arrived yet
      return State::open;
    }
    at_ = hit + 2;
  }
}

}  // namespace capaudit
