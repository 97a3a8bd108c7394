// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/utf16_source.h"

#include <algorithm>

#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

constexpr std::size_t kStepBytes = 64 * 1024;
constexpr std::uint32_t kReplacement = 0xfffd;

std::uint32_t unit_at(Bytes text, std::size_t at, ByteOrder order) {
  const std::uint32_t first = text[at];
  const std::uint32_t second = text[at + 1];
  return order == ByteOrder::little ? second << 8 | first : first << 8 | second;
}

bool is_high(std::uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low(std::uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

// Appends the characters of `text`; returns how many bytes they took. At the end of the
// input what is left of one is replaced.
std::size_t convert(Bytes text, ByteOrder order, bool at_end, std::string& out) {
  std::size_t at = 0;
  while (at + 2 <= text.size()) {
    const std::uint32_t unit = unit_at(text, at, order);
    if (!is_high(unit)) {
      append_utf8(out, is_low(unit) ? kReplacement : unit);
      at += 2;
      continue;
    }
    if (at + 4 > text.size()) {
      break;
    }
    const std::uint32_t next = unit_at(text, at + 2, order);
    const bool pair = is_low(next);
    append_utf8(
        out, pair ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : kReplacement);
    at += pair ? 4 : 2;
  }
  if (at_end && at < text.size()) {
    append_utf8(out, kReplacement);
    at = text.size();
  }
  return at;
}

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(Window& input, ByteOrder order) : input_(input), order_(order) {}

  Result<std::size_t> read(std::span<std::uint8_t> into) override {
    while (at_ == text_.size()) {
      text_.clear();
      at_ = 0;
      const Bytes in = input_.peek(kStepBytes);
      if (in.empty()) {
        return input_.failure() ? Result<std::size_t>(*input_.failure())
                                : Result<std::size_t>(std::size_t{0});
      }
      input_.skip(convert(in, order_, in.size() < kStepBytes, text_));
    }
    const Bytes left = as_bytes(text_).subspan(at_);
    const std::size_t count = std::min(into.size(), left.size());
    std::copy_n(left.begin(), count, into.begin());
    at_ += count;
    return count;
  }

 private:
  Window& input_;
  ByteOrder order_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<ByteOrder> utf16_order(Bytes head) {
  if (head.size() < 4) {
    return std::nullopt;
  }
  const auto bracket = [](std::uint8_t byte) { return byte == '{' || byte == '['; };
  if ((head[0] == 0xff && head[1] == 0xfe) || (bracket(head[0]) && head[1] == 0)) {
    return ByteOrder::little;
  }
  if ((head[0] == 0xfe && head[1] == 0xff) || (head[0] == 0 && bracket(head[1]))) {
    return ByteOrder::big;
  }
  return std::nullopt;
}

std::string utf8_of_utf16(Bytes text, ByteOrder order) {
  std::string out;
  convert(text, order, false, out);
  return out;
}

std::unique_ptr<ByteSource> utf16_source(Window& input, ByteOrder order) {
  return std::make_unique<Utf16Source>(input, order);
}

}  // namespace capaudit
