// SPDX-License-Identifier: Apache-2.0
// What a Flash client loads before it asks anything: the page with its scripts, the SWF,
// the policy file. The Referer of its first request leads back to them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/operations/grouping.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {

class FlashPages {
 public:
  /// Keeps `index` if it may be part of what a client loads.
  void see(const Grouping& grouping, std::uint32_t index);

  /// The policy file of the host that `index` asks, the page and the SWF its Referer
  /// names, and the scripts of an SWF's page: those that are not attached yet.
  std::vector<std::uint32_t> take(const Grouping& grouping, std::uint32_t index);

 private:
  void forget_page(const Grouping& grouping, std::uint32_t index);
  std::optional<std::uint32_t> take_document(const Grouping& grouping, std::uint64_t url,
                                             std::uint32_t index);

  Waiting policies_;                   ///< by client and host
  Waiting documents_{Prefer::newest};  ///< pages and SWFs, by client and URL
  Waiting scripts_;                    ///< by client and referring URL
};

}  // namespace capaudit
