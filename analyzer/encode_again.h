// SPDX-License-Identifier: Apache-2.0
// Which captured bodies are encoded again, and the figures of each: for `sizes` as many
// as asked for, for a report within bounds that do not depend on the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/payloads.h"
#include "analyzer/rows/sizes.h"

namespace capaudit {

SizesInput sizes_input(const Analysis& analysis, const Payload& payload);
/// The answers of the group, each row count once, ascending.
std::vector<MeasuredSize> measured_in(const Analysis& analysis,
                                      const PayloadGroup& group);

struct EncodeBounds {
  std::size_t operations = 3;            ///< those with the largest answers
  std::uint64_t fewest_rows = 10;        ///< of one answer behind the first
  std::uint64_t rows = 1000;             ///< of one answer
  std::uint64_t content = 2'000'000;     ///< bytes of one answer
  std::size_t rows_bytes = 8'000'000;    ///< texts of one answer's rows, written out
  std::uint64_t captures = 256'000'000;  ///< bytes of files that are read twice
  /// An answer with the rows, by digest, of one that is chosen is passed over: it would
  /// say the same again.
  bool distinct_rows = false;
};

struct EncodedAnswer {
  const Exchange* exchange = nullptr;
  Sizes sizes;
  /// The operation's largest answer, where that is another one.
  const Exchange* larger = nullptr;
};

struct EncodedAgain {
  EncodeBounds bounds;
  std::vector<EncodedAnswer> answers;
  std::uint64_t operations = 0;      ///< that have answers with rows
  std::uint64_t beyond = 0;          ///< of these, too many or with too few rows
  std::uint64_t same_rows = 0;       ///< of these, passed over for their rows
  std::vector<std::string> without;  ///< "a.pcap#3: why", of those without figures
  bool too_large = false;            ///< the captures: nothing was encoded
};

/// The largest answer within `bounds` of each operation. Pointers are
/// into `analysis`.
EncodedAgain encode_again(const Analysis& analysis,
                          const std::vector<const Exchange*>& exchanges,
                          const AnalyzeOptions& options, const EncodeBounds& bounds);

}  // namespace capaudit
