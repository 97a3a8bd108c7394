// SPDX-License-Identifier: Apache-2.0
// Fuzzes analyzer/flow/reassembler.h: five bytes of input make a segment of one of two
// known streams, in any order, cut, repeated, with any ACK. Whatever comes, bytes are
// delivered once, in order and right, holes have their true size, each captured byte has
// one fate, and the held bytes keep to their limit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/flow/reassembler.h"
#include "tests/support/stream_recorder.h"

namespace {

using namespace capaudit;

constexpr std::size_t kStream = 70'000;

void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

std::string make_stream(unsigned seed) {
  std::string out;
  for (std::size_t i = 0; i < kStream; ++i) {
    out += static_cast<char>('a' + (i * 7 + i / 26 * 3 + seed) % 26);
  }
  return out;
}

class Run {
 public:
  explicit Run(std::uint8_t options) : syn_((options & 1) != 0) {
    context_.recent = RecentPayload(1 << 14);  // quick to make
    context_.max_held_bytes = (options & 2) != 0 ? 3000 : 1 << 20;
    isn_[0] = (options & 4) != 0 ? 0xffffff00u : 1000u;
    isn_[1] = (options & 8) != 0 ? 0xfffffffeu : 0u;
    if (syn_) {
      reassembler_.syn(0, isn_[0], std::nullopt);
      reassembler_.syn(1, isn_[1], std::nullopt);
    }
  }

  void step(const std::uint8_t* code) {
    const StreamSide side = code[0] & 1;
    const std::size_t offset = std::size_t{code[1]} << 8 | code[2];
    const std::size_t size = std::min<std::size_t>(code[3], kStream - offset);
    Segment segment;
    segment.frame.number = ++frame_;
    segment.sequence = isn_[side] + 1 + static_cast<std::uint32_t>(offset);
    segment.window = static_cast<std::uint16_t>(code[4] << 4);
    if ((code[0] & 2) != 0) {
      segment.flags = kTcpAck;
      segment.acknowledgment =
          isn_[1 - side] + 1 + (static_cast<std::uint32_t>(code[4]) << 5);
    }
    segment.payload_bytes = size;
    segment.payload = as_bytes(std::string_view(streams_[side]).substr(offset, size));
    if ((code[0] & 4) != 0) {
      segment.payload = segment.payload.first(size / 2);
    }
    if ((code[0] & 0xf0) == 0x10) {
      reassembler_.reset(side, segment.sequence, frame_);
      return;
    }
    sent_ += segment.payload.size();
    const PayloadFate fate = reassembler_.add(side, segment, segment.sequence);
    gone_ += fate.repeat + fate.outside;
    if ((code[0] & 0xf0) == 0x20) {
      reassembler_.fin(side, segment.sequence + static_cast<std::uint32_t>(size));
    }
    check(context_.held_bytes <= context_.max_held_bytes);
  }

  void finish() {
    reassembler_.finish();
    check(seen_.faults().empty());
    check(context_.held_bytes == 0);
    check(seen_.conflicts().empty());
    std::uint64_t delivered = 0;
    for (const StreamSide side : {0u, 1u}) {
      delivered += seen_.delivered(side);
      check(seen_.ended(side));
      check(reassembler_.delivered(side) == seen_.delivered(side));
      check(reassembler_.missing(side) == seen_.missing(side));
      check(reassembler_.length(side) == seen_.delivered(side) + seen_.missing(side));
      for (const StreamRecorder::Piece& piece : seen_.pieces(side)) {
        check(!syn_ || streams_[side].compare(static_cast<std::size_t>(piece.offset),
                                              piece.bytes.size(), piece.bytes) == 0);
      }
    }
    check(delivered + gone_ + seen_.discarded() == sent_);
  }

 private:
  bool syn_;
  std::uint32_t isn_[2];
  std::uint64_t frame_ = 0, sent_ = 0, gone_ = 0;
  ReassemblyContext context_;
  StreamRecorder seen_;
  Reassembler reassembler_{context_, seen_};
  inline static const std::string streams_[2] = {make_stream(0), make_stream(11)};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  Run run(data[0]);
  for (std::size_t at = 1; at + 5 <= size && at < 2000; at += 5) {
    run.step(data + at);
  }
  run.finish();
  return 0;
}
