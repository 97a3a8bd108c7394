// SPDX-License-Identifier: Apache-2.0
#include "analyzer/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace capaudit {

std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t best_distance = word.size() / 3 + 2;
  for (const std::string& candidate : known) {
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t change = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace capaudit
