// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/recent_payload.h"

#include <algorithm>
#include <cstring>

namespace capaudit {

RecentPayload::RecentPayload(std::size_t capacity) : ring_(capacity) {}

void RecentPayload::remember(RecentIndex& index, std::uint64_t offset, Bytes data) {
  if (data.empty() || data.size() > ring_.size()) {
    return;
  }
  const std::size_t at = static_cast<std::size_t>(written_ % ring_.size());
  const std::size_t first = std::min(data.size(), ring_.size() - at);
  std::memcpy(ring_.data() + at, data.data(), first);
  std::memcpy(ring_.data(), data.data() + first, data.size() - first);
  const RecentIndex::Entry entry{offset, written_,
                                 static_cast<std::uint32_t>(data.size())};
  if (index.entries.size() < RecentIndex::kEntries) {
    index.entries.push_back(entry);
  } else {
    index.entries[index.next] = entry;
    index.next = (index.next + 1) % RecentIndex::kEntries;
  }
  written_ += data.size();
}

Comparison RecentPayload::compare(const RecentIndex& index, std::uint64_t offset,
                                  Bytes data) const {
  bool compared = false;
  for (const RecentIndex::Entry& entry : index.entries) {
    const std::uint64_t begin = std::max(offset, entry.offset);
    const std::uint64_t end = std::min(offset + data.size(), entry.offset + entry.length);
    if (begin >= end || written_ - entry.position > ring_.size()) {
      continue;  // no overlap, or overwritten since
    }
    compared = true;
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t position = entry.position + (i - entry.offset);
      if (ring_[static_cast<std::size_t>(position % ring_.size())] !=
          data[static_cast<std::size_t>(i - offset)]) {
        return Comparison::different;
      }
    }
  }
  return compared ? Comparison::same : Comparison::unknown;
}

}  // namespace capaudit
