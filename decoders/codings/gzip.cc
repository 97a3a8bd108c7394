// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952, RFC 9110 8.4.1.3).
//
//   file   = member+ [trailing bytes]
//   member = 1f 8b 08 FLG MTIME(4) XFL OS [XLEN(2) extra] [name 00] [comment 00]
//   [CRC16(2)]
//            DEFLATE  CRC32(4)  ISIZE(4)
//
// A wrong CRC or size is noted and the content counts, because the bytes are there; what
// follows the last member is noted and ignored. A body that does not begin with 1f 8b was
// never gzip and is passed on as it is.
#include <array>

#include <zlib.h>

#include "decoders/codings/coding.h"
#include "decoders/codings/inflate.h"

namespace capaudit {
namespace {

constexpr std::array<std::uint8_t, 3> kMagic = {0x1f, 0x8b, 0x08};
constexpr std::uint8_t kFlagHeaderCrc = 0x02;
constexpr std::uint8_t kFlagExtra = 0x04;
constexpr std::uint8_t kFlagName = 0x08;
constexpr std::uint8_t kFlagComment = 0x10;
constexpr std::uint8_t kFlagsReserved = 0xe0;

/// CRC-32 of what passes through.
class CheckedSink : public ByteSink {
 public:
  explicit CheckedSink(ByteSink& out, unsigned long& crc) : out_(out), crc_(crc) {}
  bool write(Bytes data) override {
    crc_ = crc32_z(crc_, data.data(), data.size());
    return out_.write(data);
  }

 private:
  ByteSink& out_;
  unsigned long& crc_;
};

class GzipDecoder : public CodingDecoder {
 protected:
  bool decode(Bytes input, ByteSink& out) override;
  bool end(ByteSink& out) override;

 private:
  enum class Part {
    magic,
    fixed_head,
    extra_length,
    extra,
    name,
    comment,
    header_crc,
    data,
    trailer,
    trailing,  ///< after the last member
    identity,  ///< mislabelled
  };

  /// Gathers `need` bytes of a fixed field across pieces.
  bool gather(Bytes& input, std::size_t need);
  bool read_magic(Bytes& input, ByteSink& out);
  bool read_head(Bytes& input);
  void skip_extra(Bytes& input);
  void skip_text(Bytes& input, Part next);
  bool read_data(Bytes& input, ByteSink& out);
  void read_trailer(Bytes& input);
  void enter(Part part);
  /// The first part from `part` on that the flags say is there.
  void enter_optional(Part part);

  RawInflater inflater_;
  Part part_ = Part::magic;
  std::array<std::uint8_t, 10> field_{};
  std::size_t gathered_ = 0;
  std::uint64_t extra_left_ = 0;
  std::uint8_t flags_ = 0;
  unsigned long header_crc_ = 0;
  unsigned long crc_ = 0;
  std::uint64_t members_ = 0;
  std::uint64_t piece_bytes_ = 0;  ///< of the present piece, for offsets
};

void GzipDecoder::enter(Part part) {
  part_ = part;
  gathered_ = 0;
}

void GzipDecoder::enter_optional(Part part) {
  if (part <= Part::extra_length && (flags_ & kFlagExtra) != 0) {
    enter(Part::extra_length);
  } else if (part <= Part::name && (flags_ & kFlagName) != 0) {
    enter(Part::name);
  } else if (part <= Part::comment && (flags_ & kFlagComment) != 0) {
    enter(Part::comment);
  } else if (part <= Part::header_crc && (flags_ & kFlagHeaderCrc) != 0) {
    enter(Part::header_crc);
  } else {
    inflater_.reset();
    crc_ = 0;
    enter(Part::data);
  }
}

bool GzipDecoder::gather(Bytes& input, std::size_t need) {
  const std::size_t take = std::min(need - gathered_, input.size());
  std::copy_n(input.begin(), take,
              field_.begin() + static_cast<std::ptrdiff_t>(gathered_));
  gathered_ += take;
  input = input.subspan(take);
  return gathered_ == need;
}

bool GzipDecoder::read_magic(Bytes& input, ByteSink& out) {
  while (!input.empty() && gathered_ < kMagic.size()) {
    if (input[0] != kMagic[gathered_]) {
      break;
    }
    field_[gathered_++] = input[0];
    input = input.subspan(1);
  }
  if (gathered_ == kMagic.size()) {
    header_crc_ = crc32_z(0, kMagic.data(), kMagic.size());
    enter(Part::fixed_head);
    return true;
  }
  if (input.empty()) {
    return true;
  }
  if (members_ != 0) {
    note("trailing_bytes");
    enter(Part::trailing);
    return true;
  }
  if (gathered_ == 2) {
    return fail(ErrorCode::malformed, 2,
                "compression method " + std::to_string(input[0]) + " is not 8");
  }
  note("coding_mislabelled");
  const std::size_t held = gathered_;
  enter(Part::identity);
  return held == 0 || out.write(Bytes(field_.data(), held));
}

bool GzipDecoder::read_head(Bytes& input) {
  if (!gather(input, 7)) {
    return true;
  }
  flags_ = field_[0];
  if ((flags_ & kFlagsReserved) != 0) {
    return fail(ErrorCode::malformed, input_bytes() + piece_bytes_ - input.size(),
                "reserved flags are set: " + std::to_string(flags_));
  }
  header_crc_ = crc32_z(header_crc_, field_.data(), 7);
  enter_optional(Part::extra_length);
  return true;
}

void GzipDecoder::skip_extra(Bytes& input) {
  const std::size_t take =
      static_cast<std::size_t>(std::min<std::uint64_t>(extra_left_, input.size()));
  header_crc_ = crc32_z(header_crc_, input.data(), take);
  input = input.subspan(take);
  extra_left_ -= take;
  if (extra_left_ == 0) {
    enter_optional(Part::name);
  }
}

void GzipDecoder::skip_text(Bytes& input, Part next) {
  std::size_t length = 0;
  while (length < input.size() && input[length] != 0) {
    ++length;
  }
  const bool ended = length < input.size();
  const std::size_t take = ended ? length + 1 : length;
  header_crc_ = crc32_z(header_crc_, input.data(), take);
  input = input.subspan(take);
  if (ended) {
    enter_optional(next);
  }
}

bool GzipDecoder::read_data(Bytes& input, ByteSink& out) {
  CheckedSink checked(out, crc_);
  switch (inflater_.run(input, checked)) {
  case Inflated::more:
    return true;
  case Inflated::ended:
    enter(Part::trailer);
    return true;
  case Inflated::damaged:
    return fail(ErrorCode::malformed, input_bytes() + piece_bytes_ - input.size(),
                std::string("deflate data is damaged: ") + inflater_.reason());
  case Inflated::stopped:
    break;
  }
  return false;
}

void GzipDecoder::read_trailer(Bytes& input) {
  if (!gather(input, 8)) {
    return;
  }
  const auto u32 = [this](std::size_t at) {
    return static_cast<std::uint32_t>(field_[at]) |
           static_cast<std::uint32_t>(field_[at + 1]) << 8 |
           static_cast<std::uint32_t>(field_[at + 2]) << 16 |
           static_cast<std::uint32_t>(field_[at + 3]) << 24;
  };
  if (u32(0) != crc_ || u32(4) != (inflater_.output_bytes() & 0xffffffffU)) {
    note("checksum_wrong");
  }
  ++members_;
  enter(Part::magic);
}

bool GzipDecoder::decode(Bytes input, ByteSink& out) {
  piece_bytes_ = input.size();
  bool going = true;
  while (going && !input.empty()) {
    switch (part_) {
    case Part::magic:
      going = read_magic(input, out);
      break;
    case Part::fixed_head:
      going = read_head(input);
      break;
    case Part::extra_length:
      if (gather(input, 2)) {
        extra_left_ = static_cast<std::uint64_t>(field_[0] | field_[1] << 8);
        header_crc_ = crc32_z(header_crc_, field_.data(), 2);
        if (extra_left_ == 0) {
          enter_optional(Part::name);
        } else {
          enter(Part::extra);
        }
      }
      break;
    case Part::extra:
      skip_extra(input);
      break;
    case Part::name:
      skip_text(input, Part::comment);
      break;
    case Part::comment:
      skip_text(input, Part::header_crc);
      break;
    case Part::header_crc:
      if (gather(input, 2)) {
        if (static_cast<unsigned long>(field_[0] | field_[1] << 8) !=
            (header_crc_ & 0xffff)) {
          note("checksum_wrong");
        }
        enter_optional(Part::data);
      }
      break;
    case Part::data:
      going = read_data(input, out);
      break;
    case Part::trailer:
      read_trailer(input);
      break;
    case Part::trailing:
      return true;
    case Part::identity:
      return out.write(input);
    }
  }
  return going;
}

bool GzipDecoder::end(ByteSink&) {
  if (part_ == Part::trailing || part_ == Part::identity) {
    return true;
  }
  if (part_ == Part::magic && members_ != 0) {
    if (gathered_ != 0) {
      note("trailing_bytes");
    }
    return true;
  }
  return fail(ErrorCode::truncated, input_bytes(),
              "data ends inside member " + std::to_string(members_ + 1));
}

}  // namespace

std::unique_ptr<CodingDecoder> make_gzip_decoder() {
  return std::make_unique<GzipDecoder>();
}

}  // namespace capaudit
