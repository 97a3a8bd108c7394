// SPDX-License-Identifier: Apache-2.0
// Waiting: exchanges whose answer tells what the next request will be, under a key of
// that request. Each is taken once, so nothing is attached twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/operations/grouping.h"

namespace capaudit {

enum class Prefer : std::uint8_t { oldest, newest };

class Waiting {
 public:
  /// Among equals `prefer` decides.
  explicit Waiting(Prefer prefer = Prefer::oldest) : prefer_(prefer) {}

  void offer(std::uint64_t key, std::uint32_t exchange);

  /// The one that `next` goes on from, among those that `accepts` says fit: of the same
  /// connection first, then of the same session.
  template <class F>
  std::optional<std::uint32_t> take(const Grouping& grouping, std::uint64_t key,
                                    std::uint32_t next, F accepts);

  /// Those whose answer had begun when `next` was sent.
  std::optional<std::uint32_t> take(const Grouping& grouping, std::uint64_t key,
                                    std::uint32_t next) {
    return take(grouping, key, next, [&](std::uint32_t exchange) {
      return grouping.could_lead_to(exchange, next);
    });
  }

  bool empty() const { return waiting_.empty(); }

 private:
  /// So that no request costs more than so many comparisons.
  static constexpr std::size_t kMostOfAKey = 64;

  Prefer prefer_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> waiting_;
};

inline void Waiting::offer(std::uint64_t key, std::uint32_t exchange) {
  std::vector<std::uint32_t>& same = waiting_[key];
  if (same.size() == kMostOfAKey) {
    same.erase(same.begin());
  }
  same.push_back(exchange);
}

template <class F>
std::optional<std::uint32_t> Waiting::take(const Grouping& grouping, std::uint64_t key,
                                           std::uint32_t next, F accepts) {
  const auto found = waiting_.find(key);
  if (found == waiting_.end()) {
    return std::nullopt;
  }
  std::vector<std::uint32_t>& same = found->second;
  std::optional<std::size_t> best;
  int best_likeness = -1;
  for (std::size_t i = 0; i < same.size(); ++i) {
    const int likeness = grouping.likeness(same[i], next);
    const bool better = likeness > best_likeness ||
                        (likeness == best_likeness && prefer_ == Prefer::newest);
    if (better && accepts(same[i])) {
      best = i;
      best_likeness = likeness;
    }
  }
  if (!best) {
    return std::nullopt;
  }
  const std::uint32_t exchange = same[*best];
  same.erase(same.begin() + static_cast<std::ptrdiff_t>(*best));
  if (same.empty()) {
    waiting_.erase(found);
  }
  return exchange;
}

}  // namespace capaudit
