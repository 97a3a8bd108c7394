// SPDX-License-Identifier: Apache-2.0
// "compress" (RFC 9110 8.4.1.1): the LZW of Unix compress, a .Z file.
//
//   1f 9d FLAGS  codes...          FLAGS: bits 0-4 widest code (9..16), bit 7 block mode
//
// Codes are packed from the low bit up, 9 bits wide at first, one bit wider each time the
// table is full. They come in groups of 8: when the width changes or the table is cleared
// (code 256, block mode), the rest of the group is filler. There is no end mark and no
// checksum, so a cut file shows only where it cuts a code.
#include <array>

#include "decoders/codings/coding.h"

namespace capaudit {
namespace {

constexpr unsigned kFirstWidth = 9;
constexpr unsigned kClear = 256;

class CompressDecoder : public CodingDecoder {
 protected:
  bool decode(Bytes input, ByteSink& out) override;
  bool end(ByteSink& out) override;

 private:
  enum class Part { magic, codes, identity };

  bool read_magic(Bytes& input, ByteSink& out);
  bool read_codes(Bytes input, ByteSink& out);
  bool take_code(unsigned code, ByteSink& out);
  bool put_string(unsigned code, ByteSink& out);
  bool flush(ByteSink& out);
  void widen(unsigned width);

  Part part_ = Part::magic;
  std::array<std::uint8_t, 3> magic_{};
  std::size_t gathered_ = 0;

  unsigned max_width_ = 0;
  bool block_mode_ = false;
  unsigned width_ = kFirstWidth;
  std::uint32_t bits_ = 0;
  unsigned bit_count_ = 0;
  unsigned codes_in_group_ = 0;
  std::uint64_t filler_bits_ = 0;
  std::uint64_t offset_ = 3;

  std::vector<std::uint16_t> prefix_;
  std::vector<std::uint8_t> suffix_;
  unsigned next_code_ = 0;
  int previous_ = -1;
  std::uint8_t first_byte_ = 0;
  std::array<std::uint8_t, kScratchBytes> scratch_;
  std::size_t made_ = 0;
};

bool CompressDecoder::read_magic(Bytes& input, ByteSink& out) {
  constexpr std::array<std::uint8_t, 2> kMagic = {0x1f, 0x9d};
  while (!input.empty() && gathered_ < magic_.size()) {
    if (gathered_ < kMagic.size() && input[0] != kMagic[gathered_]) {
      note("coding_mislabelled");
      part_ = Part::identity;
      return gathered_ == 0 || out.write(Bytes(magic_.data(), gathered_));
    }
    magic_[gathered_++] = input[0];
    input = input.subspan(1);
  }
  if (gathered_ < magic_.size()) {
    return true;
  }
  max_width_ = magic_[2] & 0x1f;
  block_mode_ = (magic_[2] & 0x80) != 0;
  if (max_width_ < kFirstWidth || max_width_ > 16) {
    return fail(ErrorCode::malformed, 2,
                "code width " + std::to_string(max_width_) + " is not in 9 to 16");
  }
  prefix_.resize(std::size_t{1} << max_width_);
  suffix_.resize(prefix_.size());
  next_code_ = block_mode_ ? kClear + 1 : kClear;
  part_ = Part::codes;
  return true;
}

bool CompressDecoder::flush(ByteSink& out) {
  const std::size_t made = made_;
  made_ = 0;
  return made == 0 || out.write(Bytes(scratch_.data(), made));
}

/// A string is at most as long as the table; it is unrolled from its end.
bool CompressDecoder::put_string(unsigned code, ByteSink& out) {
  std::size_t length = 1;
  for (unsigned c = code; c >= kClear; c = prefix_[c]) {
    ++length;
  }
  if (length > scratch_.size() - made_ && !flush(out)) {
    return false;
  }
  std::size_t at = made_ + length;
  made_ = at;
  for (; code >= kClear; code = prefix_[code]) {
    scratch_[--at] = suffix_[code];
  }
  scratch_[--at] = static_cast<std::uint8_t>(code);
  first_byte_ = scratch_[at];
  return true;
}

void CompressDecoder::widen(unsigned width) {
  // The rest of the group of 8 codes is filler.
  filler_bits_ = codes_in_group_ == 0 ? 0 : std::uint64_t{8 - codes_in_group_} * width_;
  codes_in_group_ = 0;
  width_ = width;
}

bool CompressDecoder::take_code(unsigned code, ByteSink& out) {
  if (block_mode_ && code == kClear) {
    next_code_ = kClear + 1;
    previous_ = -1;
    widen(kFirstWidth);
    return true;
  }
  const bool unknown = code >= next_code_ && code >= kClear;
  if (previous_ < 0 ? code >= kClear : unknown && code != next_code_) {
    return fail(ErrorCode::malformed, offset_,
                "code " + std::to_string(code) + " is beyond the table of " +
                    std::to_string(next_code_));
  }
  if (unknown && next_code_ >= prefix_.size()) {
    return fail(ErrorCode::malformed, offset_, "table is full");
  }
  if (previous_ < 0) {
    previous_ = static_cast<int>(code);
    return put_string(code, out);
  }
  if (next_code_ < prefix_.size()) {
    prefix_[next_code_] = static_cast<std::uint16_t>(previous_);
  }
  if (unknown) {
    // The string that is only now being defined ends in its own first byte.
    suffix_[next_code_] = first_byte_;
  }
  if (!put_string(code, out)) {
    return false;
  }
  if (next_code_ < prefix_.size()) {
    suffix_[next_code_++] = first_byte_;
  }
  previous_ = static_cast<int>(code);
  if (next_code_ == (1U << width_) && width_ < max_width_) {
    widen(width_ + 1);
  }
  return true;
}

bool CompressDecoder::read_codes(Bytes input, ByteSink& out) {
  for (const std::uint8_t byte : input) {
    ++offset_;
    bits_ |= static_cast<std::uint32_t>(byte) << bit_count_;
    bit_count_ += 8;
    const unsigned drop =
        static_cast<unsigned>(std::min<std::uint64_t>(filler_bits_, bit_count_));
    bits_ >>= drop;
    bit_count_ -= drop;
    filler_bits_ -= drop;
    if (bit_count_ < width_) {
      continue;
    }
    const unsigned code = bits_ & ((1U << width_) - 1);
    bits_ >>= width_;
    bit_count_ -= width_;
    codes_in_group_ = (codes_in_group_ + 1) % 8;
    if (!take_code(code, out)) {
      return false;
    }
    // Bits left over may be filler of a group that has just ended.
    const unsigned rest =
        static_cast<unsigned>(std::min<std::uint64_t>(filler_bits_, bit_count_));
    bits_ >>= rest;
    bit_count_ -= rest;
    filler_bits_ -= rest;
  }
  return true;
}

bool CompressDecoder::decode(Bytes input, ByteSink& out) {
  if (part_ == Part::magic && !read_magic(input, out)) {
    return false;
  }
  if (input.empty()) {
    return true;
  }
  if (part_ == Part::identity) {
    return out.write(input);
  }
  const bool good = read_codes(input, out);
  return flush(out) && good;
}

bool CompressDecoder::end(ByteSink&) {
  if (part_ == Part::identity) {
    return true;
  }
  if (part_ == Part::magic || bits_ != 0 || bit_count_ >= 8) {
    return fail(ErrorCode::truncated, input_bytes(), "data ends inside a code");
  }
  return true;
}

}  // namespace

std::unique_ptr<CodingDecoder> make_compress_decoder() {
  return std::make_unique<CompressDecoder>();
}

}  // namespace capaudit
