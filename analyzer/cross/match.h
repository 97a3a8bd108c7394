// SPDX-License-Identifier: Apache-2.0
// Which entry of a HAR is which exchange of the packets.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/http/exchange.h"

namespace capaudit {

struct Matching {
  std::vector<std::pair<const Exchange*, const Exchange*>> pairs;  ///< entry, exchange
  std::vector<const Exchange*> entries, exchanges;                 ///< without a partner
  std::optional<std::int64_t> offset_ns;
};

/// Both in order of time. Of one method and URL the order is kept; where there are more
/// of one kind than of the other, those stay alone that fit the times worst.
Matching match_exchanges(const std::vector<const Exchange*>& entries,
                         const std::vector<const Exchange*>& exchanges);

}  // namespace capaudit
