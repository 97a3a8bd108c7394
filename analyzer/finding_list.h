// SPDX-License-Identifier: Apache-2.0
// FindingList: each code once, with a count of its occurrences; what is told is the first
// of them.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/finding.h"

namespace capaudit {

class FindingList {
 public:
  /// True when a finding of this code stands already; then it counts once more.
  bool told(std::string_view code) {
    const auto known =
        std::find_if(all_.begin(), all_.end(),
                     [code](const Finding& other) { return other.code == code; });
    if (known == all_.end()) {
      return false;
    }
    ++known->count;
    return true;
  }

  /// For a code that was not told().
  void add(Finding finding) { all_.push_back(std::move(finding)); }

  const std::vector<Finding>& all() const { return all_; }

 private:
  std::vector<Finding> all_;
};

}  // namespace capaudit
