// SPDX-License-Identifier: Apache-2.0
// One interface for all content codings (RFC 9110 8.4.1): bytes are pushed in, in pieces
// of any size, and what they decode to is pushed on to a sink, which is the next coding
// or the end of the chain. The outcome does not depend on how the input was cut up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decoders/core/bytes.h"
#include "decoders/core/result.h"

namespace capaudit {

/// Takes decoded bytes; `data` is valid for the call.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// False: no more is wanted (a limit was reached or a later coding failed).
  virtual bool write(Bytes data) = 0;
};

/// One coding being taken off one body.
class CodingDecoder {
 public:
  virtual ~CodingDecoder() = default;

  /// Decodes the next piece. False once nothing more can come of it: error() says why,
  /// or is empty when it was the sink that had enough.
  bool write(Bytes input, ByteSink& out) {
    const bool going = !stopped_ && (input.empty() || decode(input, out));
    stopped_ = !going;
    input_bytes_ += input.size();
    return going;
  }
  /// Says that the input ends here; what then is missing makes a `truncated` error.
  bool finish(ByteSink& out) {
    const bool good = !stopped_ && end(out);
    stopped_ = true;
    return good;
  }

  const std::optional<Error>& error() const { return error_; }
  /// Findings that leave the content valid, as stable codes: "checksum_wrong", ...
  const std::vector<std::string_view>& notes() const { return notes_; }

 protected:
  virtual bool decode(Bytes input, ByteSink& out) = 0;
  virtual bool end(ByteSink& out) = 0;

  /// Bytes of the pieces before the present one.
  std::uint64_t input_bytes() const { return input_bytes_; }
  bool fail(ErrorCode code, std::uint64_t offset, std::string what) {
    error_ = Error{code, offset, std::move(what)};
    return false;
  }
  void note(std::string_view code) {
    if (std::find(notes_.begin(), notes_.end(), code) == notes_.end()) {
      notes_.push_back(code);
    }
  }

 private:
  std::optional<Error> error_;
  std::vector<std::string_view> notes_;
  std::uint64_t input_bytes_ = 0;
  bool stopped_ = false;
};

/// Output is handed on in pieces of at most this size.
inline constexpr std::size_t kScratchBytes = std::size_t{64} << 10;

std::unique_ptr<CodingDecoder> make_gzip_decoder();
std::unique_ptr<CodingDecoder> make_deflate_decoder();
std::unique_ptr<CodingDecoder> make_brotli_decoder();
std::unique_ptr<CodingDecoder> make_zstd_decoder();
std::unique_ptr<CodingDecoder> make_compress_decoder();
std::unique_ptr<CodingDecoder> make_aws_chunked_decoder();

}  // namespace capaudit
