// SPDX-License-Identifier: Apache-2.0
// xz files (The .xz File Format 1.2): streams one after the other. A dictionary may be
// declared up to 4 GiB; `xz -9` makes 64 MiB.
#include <string>

#include <lzma.h>

#include "analyzer/ingest/compression.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kMaxMemory = std::uint64_t{192} << 20;

std::string describe(lzma_ret status) {
  // Only what a decoder can return is told apart.
  if (status == LZMA_FORMAT_ERROR) {
    return "what follows is not xz";
  }
  if (status == LZMA_OPTIONS_ERROR) {
    return "options that are not known here";
  }
  if (status == LZMA_MEMLIMIT_ERROR || status == LZMA_MEM_ERROR) {
    return "its dictionary needs more memory than 192 MiB";
  }
  return "corrupt data";
}

class XzDecompressor final : public Decompressor {
 public:
  XzDecompressor() {
    ready_ = lzma_stream_decoder(&stream_, kMaxMemory, LZMA_CONCATENATED) == LZMA_OK;
  }
  ~XzDecompressor() override { lzma_end(&stream_); }
  XzDecompressor(const XzDecompressor&) = delete;
  XzDecompressor& operator=(const XzDecompressor&) = delete;

  Result<Step> step(Bytes in, std::span<std::uint8_t> out) override {
    if (!ready_) {
      return Error{ErrorCode::limit, 0, "no memory for the decoder"};
    }
    if (ended_) {
      return Step{};
    }
    if (failure_ != LZMA_OK) {
      return failed();
    }
    stream_.next_in = in.data();
    stream_.avail_in = in.size();
    stream_.next_out = out.data();
    stream_.avail_out = out.size();
    const lzma_ret status = lzma_code(&stream_, in.empty() ? LZMA_FINISH : LZMA_RUN);
    const Step step{in.size() - stream_.avail_in, out.size() - stream_.avail_out};
    ended_ = status == LZMA_STREAM_END;
    if (!ended_ && status != LZMA_OK && status != LZMA_BUF_ERROR) {
      failure_ = status;
    }
    // What was decoded before the damage goes out first.
    if (failure_ != LZMA_OK && step.produced == 0) {
      return failed();
    }
    return step;
  }

  bool complete() const override { return ended_; }

 private:
  Error failed() const {
    const bool limit = failure_ == LZMA_MEMLIMIT_ERROR || failure_ == LZMA_MEM_ERROR;
    return {limit ? ErrorCode::limit : ErrorCode::malformed, 0, describe(failure_)};
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ready_ = false;
  bool ended_ = false;
  lzma_ret failure_ = LZMA_OK;
};

}  // namespace

std::unique_ptr<Decompressor> make_xz_decompressor() {
  return std::make_unique<XzDecompressor>();
}

}  // namespace capaudit
