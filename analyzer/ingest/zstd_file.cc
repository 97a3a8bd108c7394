// SPDX-License-Identifier: Apache-2.0
// zstd files (RFC 8878): frames one after the other, skippable ones among them. A frame
// may declare any window; 128 MiB is what the zstd program accepts by default.
#include <algorithm>
#include <string>

#include <zstd.h>

#include "analyzer/ingest/compression.h"

namespace capaudit {
namespace {

constexpr int kMaxWindowLog = 27;
constexpr std::size_t kFirstBytes = 5;  // enough to know how long the frame head is

class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx()) {
    if (context_ != nullptr) {
      ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
    }
  }

  Result<Step> step(Bytes in, std::span<std::uint8_t> out) override {
    if (context_ == nullptr) {
      return Error{ErrorCode::limit, 0, "no memory for the decoder"};
    }
    // Block by block, since an error discards what the same call had decoded before it.
    ZSTD_inBuffer input = {in.data(), std::min(in.size(), wanted_), 0};
    ZSTD_outBuffer output = {out.data(), out.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &output, &input);
    if (ZSTD_isError(left) != 0) {
      // The text, since the numbers are not part of the stable interface.
      const std::string what = ZSTD_getErrorName(left);
      const bool window = what.find("too much memory") != std::string::npos;
      return Error{window ? ErrorCode::limit : ErrorCode::malformed, 0, what};
    }
    if (input.pos > 0 || output.pos > 0) {
      in_frame_ = left != 0;
    }
    wanted_ = left != 0 ? left : kFirstBytes;
    return Step{input.pos, output.pos};
  }

  bool complete() const override { return !in_frame_; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool in_frame_ = false;
  std::size_t wanted_ = kFirstBytes;
};

}  // namespace

std::unique_ptr<Decompressor> make_zstd_decompressor() {
  return std::make_unique<ZstdDecompressor>();
}

}  // namespace capaudit
