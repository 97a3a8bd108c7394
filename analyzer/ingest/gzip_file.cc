// SPDX-License-Identifier: Apache-2.0
// gzip and zlib files (RFC 1952, 1950): members one after the other, zeros may fill up
// the end.
#include <algorithm>
#include <limits>
#include <string>

#include <zlib.h>

#include "analyzer/ingest/compression.h"

namespace capaudit {
namespace {

constexpr std::size_t kMaxStep = std::numeric_limits<uInt>::max();

class GzipDecompressor final : public Decompressor {
 public:
  explicit GzipDecompressor(int window_bits) {
    ready_ = inflateInit2(&stream_, window_bits) == Z_OK;
  }
  ~GzipDecompressor() override {
    if (ready_) {
      inflateEnd(&stream_);
    }
  }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;

  Result<Step> step(Bytes in, std::span<std::uint8_t> out) override {
    if (!ready_) {
      return Error{ErrorCode::limit, 0, "no memory for the decoder"};
    }
    Step step;
    if (!in_member_) {
      const auto begin =
          std::find_if(in.begin(), in.end(), [](std::uint8_t byte) { return byte != 0; });
      step.consumed = members_ == 0 ? 0 : static_cast<std::size_t>(begin - in.begin());
      in = in.subspan(step.consumed);
      if (in.empty()) {
        return step;
      }
      inflateReset(&stream_);
      in_member_ = true;
    }
    // zlib does not write through next_in; its type predates const.
    stream_.next_in = const_cast<Bytef*>(in.data());
    stream_.avail_in = static_cast<uInt>(std::min(in.size(), kMaxStep));
    stream_.next_out = out.data();
    stream_.avail_out = static_cast<uInt>(std::min(out.size(), kMaxStep));
    const uInt in_before = stream_.avail_in;
    const uInt out_before = stream_.avail_out;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    step.consumed += in_before - stream_.avail_in;
    step.produced = out_before - stream_.avail_out;
    if (status == Z_STREAM_END) {
      in_member_ = false;
      ++members_;
      return step;
    }
    // Z_BUF_ERROR says that nothing could be done without more input.
    if (status != Z_OK && status != Z_BUF_ERROR && step.produced == 0) {
      return Error{ErrorCode::malformed, 0,
                   stream_.msg != nullptr ? stream_.msg : "not readable"};
    }
    return step;
  }

  bool complete() const override { return !in_member_; }

 private:
  z_stream stream_ = {};
  bool ready_ = false;
  bool in_member_ = false;
  std::uint64_t members_ = 0;
};

}  // namespace

std::unique_ptr<Decompressor> make_gzip_decompressor() {
  return std::make_unique<GzipDecompressor>(16 + MAX_WBITS);
}

std::unique_ptr<Decompressor> make_zlib_decompressor() {
  return std::make_unique<GzipDecompressor>(MAX_WBITS);
}

}  // namespace capaudit
