// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/window.h"

#include <algorithm>
#include <cstring>

namespace capaudit {
namespace {

constexpr std::size_t kInitialBytes = 512 * 1024;
constexpr std::size_t kMostRoom = std::size_t{64} << 20;

}  // namespace

void Window::fill(std::size_t count) {
  if (ended_) {
    return;
  }
  if (buffer_.empty()) {
    buffer_.resize(kInitialBytes + kReadableBehind);
  }
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  while (end_ < count) {
    if (end_ + kReadableBehind == buffer_.size()) {
      buffer_.resize(end_ + std::min(end_, kMostRoom) + kReadableBehind);
    }
    const std::size_t room = buffer_.size() - kReadableBehind - end_;
    const Result<std::size_t> got = source_.read(std::span(buffer_).subspan(end_, room));
    if (!got.ok()) {
      failure_ = got.error();
    }
    if (!got.ok() || *got == 0) {
      ended_ = true;
      return;
    }
    end_ += *got;
  }
}

std::uint64_t Window::skip_far(std::uint64_t count) {
  std::uint64_t left = count;
  while (left > 0) {
    const std::size_t have = available().size();
    if (have == 0) {
      break;
    }
    const std::size_t step =
        static_cast<std::size_t>(std::min<std::uint64_t>(have, left));
    skip(step);
    left -= step;
  }
  return count - left;
}

}  // namespace capaudit
