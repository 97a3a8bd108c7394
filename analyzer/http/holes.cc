// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/holes.h"

#include <algorithm>

namespace capaudit {
namespace {

// Kept for messages still to come, which may refer to what lies a window back.
constexpr std::size_t kLastKept = 1024;

}  // namespace

bool Holes::between(std::uint64_t offset, std::uint64_t until) const {
  const auto hole = std::partition_point(
      holes_.begin(), holes_.end(),
      [offset](const Gap& gap) { return gap.offset + gap.length <= offset; });
  return hole != holes_.end() && hole->offset < until;
}

void Holes::keep_first_behind(std::vector<std::uint64_t> offsets) {
  std::sort(offsets.begin(), offsets.end());
  std::vector<Gap> kept;
  auto offset = offsets.begin();
  for (std::size_t i = 0; i < holes_.size(); ++i) {
    const Gap& hole = holes_[i];
    const auto next = std::lower_bound(offset, offsets.end(), hole.offset + hole.length);
    if (next != offset || i + kLastKept >= holes_.size()) {
      kept.push_back(hole);
    }
    offset = next;
  }
  holes_ = std::move(kept);
  limit_ = std::max(limit_, 2 * holes_.size());
}

}  // namespace capaudit
