// SPDX-License-Identifier: Apache-2.0
// Text or coded: decided once, on the first bytes of the body.
#include "decoders/codings/probe.h"

#include "decoders/core/utf8.h"

namespace capaudit {
namespace {

constexpr std::size_t kProbeBytes = 512;

/// From here on looking like text is proof: 32 bytes of a compressed stream look so once
/// in 10^12. Shorter text must also fail as coded data.
constexpr std::size_t kCertainTextBytes = 32;

/// True if the bytes are UTF-8, perhaps cut inside a character, and none is a control
/// character but white space.
bool looks_like_text(Bytes data) {
  constexpr std::size_t kLongestCut = 3;
  return utf8_length(as_text(data)) + kLongestCut >= data.size() &&
         std::all_of(data.begin(), data.end(), [](std::uint8_t byte) {
           return byte >= 0x20
                      ? byte != 0x7f
                      : byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
         });
}

}  // namespace

bool ProbingDecoder::pass_on(Bytes input, ByteSink& out) {
  if (input.empty()) {
    return true;
  }
  if (state_ == State::text) {
    return out.write(input);
  }
  const bool going = decode_coded(input, out);
  coded_bytes_ += input.size();
  return going;
}

bool ProbingDecoder::decide(ByteSink& out) {
  const bool possible = plausible(held_);
  if (looks_like_text(held_) && (held_.size() >= kCertainTextBytes || !possible)) {
    state_ = State::text;
    note("coding_mislabelled");
  } else {
    state_ = State::coded;
  }
  const bool going = pass_on(held_, out);
  held_ = Buffer();
  return going;
}

bool ProbingDecoder::decode(Bytes input, ByteSink& out) {
  if (state_ == State::probing) {
    const std::size_t take = std::min(kProbeBytes - held_.size(), input.size());
    held_.insert(held_.end(), input.begin(),
                 input.begin() + static_cast<std::ptrdiff_t>(take));
    input = input.subspan(take);
    if (held_.size() < kProbeBytes) {
      return true;
    }
    if (!decide(out)) {
      return false;
    }
  }
  return pass_on(input, out);
}

bool ProbingDecoder::end(ByteSink& out) {
  if (state_ == State::probing && !decide(out)) {
    return false;
  }
  return state_ == State::text || end_coded(out);
}

}  // namespace capaudit
