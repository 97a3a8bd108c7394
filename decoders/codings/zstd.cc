// SPDX-License-Identifier: Apache-2.0
// "zstd": Zstandard (RFC 8878) over libzstd: frames and skippable frames one after the
// other. A window above 8 MiB is refused: RFC 9659 forbids it in HTTP, and it bounds what
// one body can make us allocate. A body that begins with no magic number was never zstd.
#include <array>
#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "decoders/codings/coding.h"

namespace capaudit {
namespace {

constexpr int kMaxWindowLog = 23;

struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

constexpr std::array<std::uint8_t, 4> kFrameMagic = {0x28, 0xb5, 0x2f, 0xfd};
/// The low four bits of the first byte are free.
constexpr std::array<std::uint8_t, 4> kSkippableMagic = {0x50, 0x2a, 0x4d, 0x18};

/// Could `have` be the start of a magic number?
bool starts_magic(Bytes have) {
  const bool frame = std::equal(have.begin(), have.end(), kFrameMagic.begin());
  const bool skippable =
      (have[0] & 0xf0) == kSkippableMagic[0] &&
      std::equal(have.begin() + 1, have.end(), kSkippableMagic.begin() + 1);
  return frame || skippable;
}

class ZstdDecoder : public CodingDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr ||
        ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax,
                                            kMaxWindowLog)) != 0) {
      throw std::bad_alloc();
    }
  }

 protected:
  bool decode(Bytes input, ByteSink& out) override;
  bool end(ByteSink& out) override;

 private:
  enum class Part { magic, frame, trailing, identity };

  bool read_magic(Bytes& input, ByteSink& out);
  bool read_frame(Bytes& input, ByteSink& out);

  std::unique_ptr<ZSTD_DCtx, FreeZstd> context_;
  Part part_ = Part::magic;
  std::array<std::uint8_t, 4> magic_{};
  std::size_t gathered_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t piece_bytes_ = 0;
  std::array<std::uint8_t, kScratchBytes> scratch_;
};

bool ZstdDecoder::read_magic(Bytes& input, ByteSink& out) {
  while (!input.empty() && gathered_ < magic_.size()) {
    magic_[gathered_] = input[0];
    if (!starts_magic(Bytes(magic_.data(), gathered_ + 1))) {
      break;
    }
    ++gathered_;
    input = input.subspan(1);
  }
  const Bytes held(magic_.data(), gathered_);
  if (gathered_ == magic_.size()) {
    gathered_ = 0;
    part_ = Part::frame;
    Bytes magic = held;
    return read_frame(magic, out);
  }
  if (input.empty()) {
    return true;
  }
  if (frames_ != 0) {
    note("trailing_bytes");
    part_ = Part::trailing;
    return true;
  }
  note("coding_mislabelled");
  part_ = Part::identity;
  return held.empty() || out.write(held);
}

bool ZstdDecoder::read_frame(Bytes& input, ByteSink& out) {
  ZSTD_inBuffer in = {input.data(), input.size(), 0};
  for (;;) {
    ZSTD_outBuffer made = {scratch_.data(), scratch_.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &made, &in);
    if (made.pos != 0 && !out.write(Bytes(scratch_.data(), made.pos))) {
      return false;
    }
    if (ZSTD_isError(result) != 0) {
      const ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
      const bool window = code == ZSTD_error_frameParameter_windowTooLarge;
      return fail(window ? ErrorCode::limit : ErrorCode::malformed,
                  input_bytes() + piece_bytes_ - input.size() + in.pos,
                  std::string("data is refused: ") + ZSTD_getErrorName(result));
    }
    if (result == 0) {
      ++frames_;
      part_ = Part::magic;
      break;
    }
    if (in.pos == in.size && made.pos < made.size) {
      break;
    }
  }
  input = input.subspan(in.pos);
  return true;
}

bool ZstdDecoder::decode(Bytes input, ByteSink& out) {
  piece_bytes_ = input.size();
  bool going = true;
  while (going && !input.empty()) {
    switch (part_) {
    case Part::magic:
      going = read_magic(input, out);
      break;
    case Part::frame:
      going = read_frame(input, out);
      break;
    case Part::trailing:
      return true;
    case Part::identity:
      return out.write(input);
    }
  }
  return going;
}

bool ZstdDecoder::end(ByteSink&) {
  if (part_ == Part::trailing || part_ == Part::identity) {
    return true;
  }
  if (part_ == Part::magic && frames_ != 0) {
    if (gathered_ != 0) {
      note("trailing_bytes");
    }
    return true;
  }
  return fail(ErrorCode::truncated, input_bytes(),
              "data ends inside frame " + std::to_string(frames_ + 1));
}

}  // namespace

std::unique_ptr<CodingDecoder> make_zstd_decoder() {
  return std::make_unique<ZstdDecoder>();
}

}  // namespace capaudit
