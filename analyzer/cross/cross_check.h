// SPDX-License-Identifier: Apache-2.0
// CrossCheck: a HAR against packets of the same session. Entries are matched to exchanges
// by method and URL, in order, with the offset of the two clocks taken from the file;
// what differs is named field by field, with the reason where one is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"

namespace capaudit {

/// One field of one matched entry in which the two disagree.
struct CrossDifference {
  std::string_view field;    ///< literal: "response content_bytes"
  std::string har, packets;  ///< as text; empty: none there
  std::string_view reason;   ///< literal; empty: not explained
};

struct CrossPair {
  const Exchange* entry = nullptr;
  const Exchange* exchange = nullptr;
  std::vector<CrossDifference> differences;
};

/// An entry without packets, or an exchange without an entry.
struct CrossSingle {
  const Exchange* exchange = nullptr;
  std::string_view reason;  ///< literal; empty: not explained
};

/// How one field fared over all pairs.
struct CrossField {
  std::string_view name;
  std::uint64_t equal = 0;
  std::uint64_t har_unknown = 0;      ///< only the packets tell
  std::uint64_t packets_unknown = 0;  ///< only the HAR tells
  std::uint64_t explained = 0, unexplained = 0;
};

/// HAR less packets, in milliseconds.
struct CrossTime {
  std::string_view name;
  std::uint64_t pairs = 0;
  double median = 0, least = 0, most = 0;
};

struct CrossCheck {
  std::vector<CrossPair> pairs;  ///< in order of the entries
  std::vector<CrossSingle> entries_alone, exchanges_alone;
  std::vector<CrossField> fields;
  std::vector<CrossTime> times;
  /// The HAR's clock less the packets', by the starts of what is matched.
  std::optional<std::int64_t> offset_ns;

  std::uint64_t unexplained() const;
};

/// `analysis` holds two captures, a HAR and one of packets, in any order. Valid as long
/// as `analysis` is.
Result<CrossCheck> cross_check(const Analysis& analysis);

}  // namespace capaudit
