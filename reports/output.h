// SPDX-License-Identifier: Apache-2.0
// Output: where a writer puts its bytes. Buffered, so that a writer may emit single
// characters; a failed write is sticky and later writes cost nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace capaudit {

class Output {
 public:
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kFlushBytes) {
      flush();
    }
  }
  void put(char c) { buffer_.push_back(c); }
  /// Two blanks for each level, which stop growing: a small body may be nested deeply,
  /// and its lines must not be longer than what stands in them.
  void indent(std::size_t depth) {
    buffer_.append(2 * std::min(depth, kMostIndented), ' ');
  }
  static constexpr std::size_t kMostIndented = 32;

  /// Hands over what is buffered; false once any write has failed.
  bool flush() {
    if (ok_ && !buffer_.empty()) {
      ok_ = drain(buffer_);
    }
    buffer_.clear();
    return ok_;
  }
  bool ok() const { return ok_; }

 protected:
  Output() = default;
  virtual bool drain(std::string_view bytes) = 0;

 private:
  static constexpr std::size_t kFlushBytes = std::size_t{1} << 16;
  std::string buffer_;
  bool ok_ = true;
};

/// Collects everything in a string.
class StringOutput final : public Output {
 public:
  /// What was written so far; valid until the next write.
  const std::string& text() {
    flush();
    return text_;
  }

 private:
  bool drain(std::string_view bytes) override {
    text_.append(bytes);
    return true;
  }
  std::string text_;
};

}  // namespace capaudit
