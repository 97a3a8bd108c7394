// SPDX-License-Identifier: Apache-2.0
// "aws-chunked": the framing that Amazon S3 clients put around an upload and list as a
// content coding.
//
//   chunk+ trailers CRLF      chunk = HEX [";chunk-signature=..."] CRLF data CRLF
//
// The last chunk has size 0. Signatures and trailers are skipped, not checked.
#include "decoders/codings/coding.h"

namespace capaudit {
namespace {

constexpr unsigned kMaxSizeDigits = 15;
constexpr std::uint64_t kMaxLineBytes = 64 << 10;

int hex_value(std::uint8_t byte) {
  if (byte >= '0' && byte <= '9') {
    return byte - '0';
  }
  const int letter = byte | 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

class AwsChunkedDecoder : public CodingDecoder {
 protected:
  bool decode(Bytes input, ByteSink& out) override;
  bool end(ByteSink& out) override;

 private:
  enum class Part { size, extension, data, data_end, trailers, trailing, identity };

  bool take(std::uint8_t byte, std::uint64_t offset);
  bool take_size(std::uint8_t byte, std::uint64_t offset);
  void end_line();

  Part part_ = Part::size;
  std::uint64_t left_ = 0;
  unsigned digits_ = 0;
  std::uint64_t line_bytes_ = 0;
  bool last_ = false;
};

void AwsChunkedDecoder::end_line() {
  last_ = left_ == 0;
  digits_ = 0;
  line_bytes_ = 0;
  part_ = last_ ? Part::trailers : Part::data;
}

bool AwsChunkedDecoder::take_size(std::uint8_t byte, std::uint64_t offset) {
  const int value = hex_value(byte);
  if (value >= 0 && digits_ < kMaxSizeDigits) {
    left_ = left_ << 4 | static_cast<std::uint64_t>(value);
    ++digits_;
    return true;
  }
  if (digits_ == 0 || value >= 0) {
    return fail(ErrorCode::malformed, offset, "size line has no size");
  }
  if (byte == '\n') {
    end_line();
  } else if (byte == ';' || byte == '\r' || byte == ' ') {
    part_ = Part::extension;
  } else {
    return fail(ErrorCode::malformed, offset, "size line has a wrong byte");
  }
  return true;
}

bool AwsChunkedDecoder::take(std::uint8_t byte, std::uint64_t offset) {
  if (part_ == Part::size) {
    return take_size(byte, offset);
  }
  if (++line_bytes_ > kMaxLineBytes) {
    return fail(ErrorCode::limit, offset, "line has more than 65536 bytes");
  }
  if (part_ == Part::extension) {
    if (byte == '\n') {
      end_line();
    }
  } else if (part_ == Part::data_end) {
    if (byte == '\n') {
      part_ = Part::size;
      line_bytes_ = 0;
    } else if (byte != '\r') {
      return fail(ErrorCode::malformed, offset, "data is longer than its size");
    }
  } else if (byte == '\n') {
    // The empty line ends the trailers.
    part_ = line_bytes_ == 1 ? Part::trailing : Part::trailers;
    line_bytes_ = 0;
  } else if (byte == '\r') {
    --line_bytes_;
  }
  return true;
}

bool AwsChunkedDecoder::decode(Bytes input, ByteSink& out) {
  std::uint64_t offset = input_bytes();
  if (offset == 0 && hex_value(input[0]) < 0) {
    note("coding_mislabelled");
    part_ = Part::identity;
  }
  while (!input.empty()) {
    std::size_t taken = 1;
    if (part_ == Part::identity) {
      return out.write(input);
    }
    if (part_ == Part::trailing) {
      note("trailing_bytes");
      return true;
    }
    if (part_ == Part::data) {
      taken = static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size()));
      if (!out.write(input.first(taken))) {
        return false;
      }
      left_ -= taken;
      if (left_ == 0) {
        part_ = Part::data_end;
      }
    } else if (!take(input[0], offset)) {
      return false;
    }
    input = input.subspan(taken);
    offset += taken;
  }
  return true;
}

bool AwsChunkedDecoder::end(ByteSink&) {
  const bool whole = part_ == Part::trailing || part_ == Part::identity;
  return whole || fail(ErrorCode::truncated, input_bytes(), "data has no last chunk");
}

}  // namespace

std::unique_ptr<CodingDecoder> make_aws_chunked_decoder() {
  return std::make_unique<AwsChunkedDecoder>();
}

}  // namespace capaudit
