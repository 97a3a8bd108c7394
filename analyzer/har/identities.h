// SPDX-License-Identifier: Apache-2.0
// Sums that hold in an entry of a sound HAR (HAR 1.2, entries, response, timings),
// counted over the file as it is, before anything is repaired.
#pragma once

#include <vector>

#include "analyzer/har/figures.h"
#include "analyzer/har/har_info.h"

namespace capaudit {

class HarIdentities {
 public:
  HarIdentities();

  /// Takes part in each check for which the entry has all figures.
  void see(const HarFigures& figures);

  const std::vector<HarCheck>& checks() const { return checks_; }

 private:
  std::vector<HarCheck> checks_;
};

}  // namespace capaudit
