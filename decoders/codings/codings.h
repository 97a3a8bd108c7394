// SPDX-License-Identifier: Apache-2.0
// Content codings by name (RFC 9110 8.4, RFC 9112 7.2 for transfer codings), and a whole
// chain of them taken off a body.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/codings/coding.h"
#include "decoders/core/bytes.h"
#include "decoders/core/result.h"

namespace capaudit {

struct Coding {
  std::string_view name;
  std::unique_ptr<CodingDecoder> (*make)();
  /// Output cannot be more than about 1032 times the input (the DEFLATE family): more is
  /// a chain built to explode. Others reach far higher ratios honestly; for them the
  /// ratio counts only once the output is large.
  bool ratio_bounded;
};

/// By lower-case name, aliases (x-gzip, x-compress) too; null: unknown.
const Coding* find_coding(std::string_view name);

struct CodingLimits {
  std::uint64_t max_content_bytes = std::uint64_t{1} << 30;
  std::uint64_t max_ratio = 1100;
  /// Up to here no ratio counts for a coding that is not ratio_bounded.
  std::uint64_t free_content_bytes = std::uint64_t{64} << 20;
  /// Content beyond is counted, not kept.
  std::uint64_t max_kept_bytes = std::uint64_t{64} << 20;
};

struct Content {
  /// The content, or its start when it is larger than max_kept_bytes or an error stopped
  /// it. A view into `owned` or `inflated`, or into the input when no coding was on it.
  Bytes data;
  Buffer owned;
  std::unique_ptr<std::uint8_t[]> inflated;
  std::uint64_t bytes = 0;  ///< decoded so far; the content's size if there is no error
  std::optional<Error> error;
  std::vector<std::string_view> notes;  ///< findings that leave the size valid

  Content() = default;
  Content(Content&&) = default;
  Content& operator=(Content&&) = default;

  bool kept_whole() const { return !error && data.size() == bytes; }
};

/// A longer list of codings is refused.
inline constexpr std::size_t kMaxCodings = 16;

/// Takes `codings` (in the order applied) off `encoded`, the last first. If not
/// `complete`, the result always has an error.
Content remove_codings(Bytes encoded, bool complete, std::span<const std::string> codings,
                       const CodingLimits& limits);

}  // namespace capaudit
