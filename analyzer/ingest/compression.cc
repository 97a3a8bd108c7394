// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/compression.h"

#include <optional>
#include <string>
#include <utility>

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr Compression kCompressions[] = {
    {"gzip", "\x1f\x8b"sv, make_gzip_decompressor},
    {"zlib", "\x78\x01"sv, make_zlib_decompressor},
    {"zlib", "\x78\x9c"sv, make_zlib_decompressor},
    {"zlib", "\x78\xda"sv, make_zlib_decompressor},
    {"zstd", "\x28\xb5\x2f\xfd"sv, make_zstd_decompressor},
    {"xz", "\xfd\x37\x7a\x58\x5a\x00"sv, make_xz_decompressor},
};

// Decoders are always given as much, since what one has put out when it meets damage
// depends on how much it was given, and a pipe gives what it likes.
constexpr std::size_t kStepBytes = 64 * 1024;

class DecompressedSource final : public ByteSource {
 public:
  DecompressedSource(const Compression& compression, Window& input)
      : name_(compression.name), decompressor_(compression.make()), input_(input) {}

  Result<std::size_t> read(std::span<std::uint8_t> into) override {
    while (!failure_) {
      const Bytes in = input_.peek(kStepBytes);
      if (in.empty() && input_.failure()) {
        failure_ = input_.failure();
        break;
      }
      const Result<Decompressor::Step> step = decompressor_->step(in, into);
      if (!step.ok()) {
        fail(step.error().code, step.error().what);
        break;
      }
      input_.skip(step->consumed);
      if (step->produced > 0) {
        produced_ += step->produced;
        return step->produced;
      }
      if (in.empty()) {
        if (decompressor_->complete()) {
          return std::size_t{0};
        }
        fail(ErrorCode::truncated, "ends inside its data");
      } else if (step->consumed == 0) {
        fail(ErrorCode::malformed, "the decoder stands still");
      }
    }
    return *failure_;
  }

 private:
  void fail(ErrorCode code, const std::string& what) {
    failure_ = Error{code, produced_, std::string(name_) + ": " + what};
  }

  std::string_view name_;
  std::unique_ptr<Decompressor> decompressor_;
  Window& input_;
  std::uint64_t produced_ = 0;
  std::optional<Error> failure_;
};

}  // namespace

const Compression* find_compression(Bytes head) {
  for (const Compression& compression : kCompressions) {
    if (as_text(head).starts_with(compression.magic)) {
      return &compression;
    }
  }
  return nullptr;
}

std::unique_ptr<ByteSource> decompress(const Compression& compression, Window& input) {
  return std::make_unique<DecompressedSource>(compression, input);
}

}  // namespace capaudit
