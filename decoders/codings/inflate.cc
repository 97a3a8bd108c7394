// SPDX-License-Identifier: Apache-2.0
// Raw DEFLATE (RFC 1951) over zlib.
#include "decoders/codings/inflate.h"

#include <array>
#include <limits>
#include <new>

#define ZLIB_CONST
#include <zlib.h>

namespace capaudit {

struct RawInflater::State {
  z_stream stream{};
  std::array<std::uint8_t, kScratchBytes> scratch;
  std::uint64_t output_bytes = 0;

  State() {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~State() { inflateEnd(&stream); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

RawInflater::RawInflater() : state_(std::make_unique<State>()) {}
RawInflater::~RawInflater() = default;
RawInflater::RawInflater(RawInflater&&) noexcept = default;
RawInflater& RawInflater::operator=(RawInflater&&) noexcept = default;

void RawInflater::reset() {
  inflateReset(&state_->stream);
  state_->output_bytes = 0;
}

std::uint64_t RawInflater::output_bytes() const {
  return state_->output_bytes;
}

const char* RawInflater::reason() const {
  return state_->stream.msg != nullptr ? state_->stream.msg : "invalid data";
}

Inflated RawInflater::run(Bytes& input, ByteSink& out) {
  z_stream& stream = state_->stream;
  for (;;) {
    const std::size_t piece =
        std::min<std::size_t>(input.size(), std::numeric_limits<uInt>::max());
    stream.next_in = input.data();
    stream.avail_in = static_cast<uInt>(piece);
    stream.next_out = state_->scratch.data();
    stream.avail_out = static_cast<uInt>(state_->scratch.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    input = input.subspan(piece - stream.avail_in);
    const std::size_t made = state_->scratch.size() - stream.avail_out;
    state_->output_bytes += made;
    if (made != 0 && !out.write(Bytes(state_->scratch.data(), made))) {
      return Inflated::stopped;
    }
    if (status == Z_STREAM_END) {
      return Inflated::ended;
    }
    if (status != Z_OK && status != Z_BUF_ERROR) {
      return Inflated::damaged;
    }
    if (input.empty() && stream.avail_out != 0) {
      return Inflated::more;
    }
  }
}

}  // namespace capaudit
