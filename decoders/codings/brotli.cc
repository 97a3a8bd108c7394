// SPDX-License-Identifier: Apache-2.0
// "br": Brotli (RFC 7932) over libbrotlidec. The large-window extension, which is not
// part of the coding, stays off, so the window is at most 16 MiB.
#include <array>
#include <new>

#include <brotli/decode.h>

#include "decoders/codings/probe.h"

namespace capaudit {
namespace {

struct DestroyBrotli {
  void operator()(BrotliDecoderState* state) const {
    BrotliDecoderDestroyInstance(state);
  }
};
using BrotliState = std::unique_ptr<BrotliDecoderState, DestroyBrotli>;

BrotliState make_state() {
  BrotliState state(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
  if (state == nullptr) {
    throw std::bad_alloc();
  }
  return state;
}

class BrotliDecoder : public ProbingDecoder {
 protected:
  bool plausible(Bytes start) override;
  bool decode_coded(Bytes input, ByteSink& out) override;
  bool end_coded(ByteSink& out) override;

 private:
  BrotliState state_ = make_state();
  std::array<std::uint8_t, kScratchBytes> scratch_;
};

/// One buffer of output is enough to believe it; a few bytes can stand for gigabytes.
bool BrotliDecoder::plausible(Bytes start) {
  const BrotliState trial = make_state();
  std::size_t input_left = start.size();
  const std::uint8_t* next_in = start.data();
  std::size_t output_left = scratch_.size();
  std::uint8_t* next_out = scratch_.data();
  return BrotliDecoderDecompressStream(trial.get(), &input_left, &next_in, &output_left,
                                       &next_out, nullptr) != BROTLI_DECODER_RESULT_ERROR;
}

bool BrotliDecoder::decode_coded(Bytes input, ByteSink& out) {
  const std::size_t piece_bytes = input.size();
  std::size_t input_left = input.size();
  const std::uint8_t* next_in = input.data();
  if (BrotliDecoderIsFinished(state_.get()) != BROTLI_FALSE) {
    note("trailing_bytes");
    return true;
  }
  for (;;) {
    std::size_t output_left = scratch_.size();
    std::uint8_t* next_out = scratch_.data();
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(
        state_.get(), &input_left, &next_in, &output_left, &next_out, nullptr);
    const std::size_t made = scratch_.size() - output_left;
    if (made != 0 && !out.write(Bytes(scratch_.data(), made))) {
      return false;
    }
    switch (result) {
    case BROTLI_DECODER_RESULT_ERROR:
      return fail(ErrorCode::malformed, coded_bytes() + piece_bytes - input_left,
                  std::string("data is damaged: ") +
                      BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state_.get())));
    case BROTLI_DECODER_RESULT_SUCCESS:
      if (input_left != 0) {
        note("trailing_bytes");
      }
      return true;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
      return true;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
      break;
    }
  }
}

bool BrotliDecoder::end_coded(ByteSink&) {
  return BrotliDecoderIsFinished(state_.get()) != BROTLI_FALSE ||
         fail(ErrorCode::truncated, coded_bytes(), "data ends too early");
}

}  // namespace

std::unique_ptr<CodingDecoder> make_brotli_decoder() {
  return std::make_unique<BrotliDecoder>();
}

}  // namespace capaudit
