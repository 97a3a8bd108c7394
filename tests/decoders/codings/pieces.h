// SPDX-License-Identifier: Apache-2.0
// Runs one coding over an input that is cut up in a given way, and the properties that
// every coding has: no cut changes the outcome, and no prefix gives a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/codings/codings.h"

namespace capaudit {

struct Outcome {
  std::string text;
  std::optional<ErrorCode> error;
  std::optional<std::uint64_t> offset;  ///< of the error
  std::vector<std::string_view> notes;
};

/// Feeds input[0, cut) and the rest; `piece` bytes at a time if that is not 0.
Outcome decode_pieces(std::string_view coding, Bytes input, std::size_t cut,
                      std::size_t piece = 0);

inline Outcome decode_whole(std::string_view coding, Bytes input) {
  return decode_pieces(coding, input, input.size());
}

/// Any two pieces and byte by byte: the same text and notes, or the same error. How much
/// comes out before an error is the library's affair, but it is a start of the same text.
void expect_cuts_do_not_matter(std::string_view coding, Bytes input);

/// Every prefix but the empty one and those of the lengths in `whole` is truncated.
void expect_prefixes_truncated(std::string_view coding, Bytes input,
                               const std::vector<std::size_t>& whole = {});

}  // namespace capaudit
