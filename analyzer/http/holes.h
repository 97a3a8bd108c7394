// SPDX-License-Identifier: Apache-2.0
// Holes: where one side's stream may hide whole messages, in order, as far as anybody can
// still ask for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyzer/flow/stream.h"

namespace capaudit {

class Holes {
 public:
  /// `hole` lies behind all others.
  void add(const Gap& hole) { holes_.push_back(hole); }

  /// Does the first hole that ends behind `offset` begin before `until`?
  bool between(std::uint64_t offset, std::uint64_t until) const;

  /// Have so many come together that keep_first_behind() should be called?
  bool full() const { return holes_.size() >= limit_; }
  /// Forgets all holes but the last few and those that between() looks at for one of
  /// `offsets`, so that their number is bounded by that of the questions.
  void keep_first_behind(std::vector<std::uint64_t> offsets);

  std::size_t size() const { return holes_.size(); }

 private:
  std::vector<Gap> holes_;
  std::size_t limit_ = 4096;
};

}  // namespace capaudit
