// SPDX-License-Identifier: Apache-2.0
// "deflate" (RFC 9110 8.4.1.2): by the book the zlib format (RFC 1950)
//
//   CMF(1) FLG(1) [DICTID(4)] DEFLATE ADLER32(4)
//
// and raw DEFLATE (RFC 1951) from servers that took the name literally. The first two
// bytes say which; if the start of the body then turns out damaged, the other is tried.
#include <zlib.h>

#include "decoders/codings/inflate.h"
#include "decoders/codings/probe.h"

namespace capaudit {
namespace {

constexpr unsigned kFlagDictionary = 0x20;

class AdlerSink : public ByteSink {
 public:
  explicit AdlerSink(ByteSink& out, unsigned long& sum) : out_(out), sum_(sum) {}
  bool write(Bytes data) override {
    sum_ = adler32_z(sum_, data.data(), data.size());
    return out_.write(data);
  }

 private:
  ByteSink& out_;
  unsigned long& sum_;
};

class NullSink : public ByteSink {
 public:
  bool write(Bytes) override { return true; }
};

class DeflateDecoder : public ProbingDecoder {
 protected:
  bool plausible(Bytes start) override;
  bool decode_coded(Bytes input, ByteSink& out) override;
  bool end_coded(ByteSink& out) override;

 private:
  enum class Part { head, data, checksum, trailing };

  bool inflates(Bytes start, bool zlib);
  bool read_data(Bytes& input, ByteSink& out, std::size_t piece_bytes);

  RawInflater inflater_;
  Part part_ = Part::data;
  bool zlib_ = false;
  std::string_view reading_;  ///< finding about the head, once it is decoded
  unsigned long adler_ = 1;
  std::uint32_t sum_field_ = 0;
  std::size_t gathered_ = 0;
};

bool DeflateDecoder::inflates(Bytes start, bool zlib) {
  Bytes data = zlib ? start.subspan(std::min<std::size_t>(2, start.size())) : start;
  NullSink nowhere;
  const bool good = inflater_.run(data, nowhere) != Inflated::damaged;
  inflater_.reset();
  return good;
}

bool DeflateDecoder::plausible(Bytes start) {
  if (start.size() < 2) {
    zlib_ = true;
    part_ = Part::head;
    return true;
  }
  const unsigned cmf = start[0];
  const unsigned flags = start[1];
  const bool head = (cmf & 0x0f) == 8 && cmf >> 4 <= 7 && (cmf * 256 + flags) % 31 == 0;
  bool good = inflates(start, head);
  zlib_ = head;
  if (!good && (flags & kFlagDictionary) == 0 && inflates(start, !head)) {
    zlib_ = !head;
    good = true;
  }
  part_ = zlib_ ? Part::head : Part::data;
  if (head != zlib_ || !head) {
    reading_ = zlib_ ? "checksum_wrong" : "deflate_raw";
  }
  return good;
}

bool DeflateDecoder::read_data(Bytes& input, ByteSink& out, std::size_t piece_bytes) {
  AdlerSink summed(out, adler_);
  switch (inflater_.run(input, summed)) {
  case Inflated::more:
    return true;
  case Inflated::ended:
    part_ = zlib_ ? Part::checksum : Part::trailing;
    return true;
  case Inflated::damaged:
    return fail(ErrorCode::malformed, coded_bytes() + piece_bytes - input.size(),
                std::string("data is damaged: ") + inflater_.reason());
  case Inflated::stopped:
    break;
  }
  return false;
}

bool DeflateDecoder::decode_coded(Bytes input, ByteSink& out) {
  const std::size_t piece_bytes = input.size();
  if (!reading_.empty()) {
    note(reading_);
  }
  while (!input.empty()) {
    switch (part_) {
    case Part::head:
      if (gathered_ == 1 && (input[0] & kFlagDictionary) != 0) {
        return fail(ErrorCode::unsupported, 2, "data needs a preset dictionary");
      }
      input = input.subspan(1);
      if (++gathered_ == 2) {
        part_ = Part::data;
        gathered_ = 0;
      }
      break;
    case Part::data:
      if (!read_data(input, out, piece_bytes)) {
        return false;
      }
      break;
    case Part::checksum:
      sum_field_ = sum_field_ << 8 | input[0];
      input = input.subspan(1);
      if (++gathered_ == 4) {
        part_ = Part::trailing;
        if (sum_field_ != adler_) {
          note("checksum_wrong");
        }
      }
      break;
    case Part::trailing:
      note("trailing_bytes");
      return true;
    }
  }
  return true;
}

bool DeflateDecoder::end_coded(ByteSink&) {
  return part_ == Part::trailing ||
         fail(ErrorCode::truncated, coded_bytes(), "data ends too early");
}

}  // namespace

std::unique_ptr<CodingDecoder> make_deflate_decoder() {
  return std::make_unique<DeflateDecoder>();
}

}  // namespace capaudit
