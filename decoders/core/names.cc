// SPDX-License-Identifier: Apache-2.0
// An open hash table over one string that holds all names end to end.
#include "decoders/core/names.h"

#include <functional>

namespace capaudit {

/// The slot that holds `text`, or the empty one where it would go.
std::size_t Names::slot(std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::hash<std::string_view>{}(text)&mask;
  while (slots_[at] != kNoName && this->text(slots_[at]) != text) {
    at = (at + 1) & mask;
  }
  return at;
}

void Names::grow() {
  std::vector<NameId> old(slots_.empty() ? 64 : slots_.size() * 2, kNoName);
  old.swap(slots_);
  for (const NameId id : old) {
    if (id != kNoName) {
      slots_[slot(text(id))] = id;
    }
  }
}

NameId Names::intern(std::string_view text) {
  if (size() * 2 >= slots_.size()) {
    grow();
  }
  NameId& id = slots_[slot(text)];
  if (id == kNoName) {
    id = static_cast<NameId>(size());
    store_ += text;
    ends_.push_back(static_cast<std::uint32_t>(store_.size()));
  }
  return id;
}

NameId Names::find(std::string_view text) const {
  return slots_.empty() ? kNoName : slots_[slot(text)];
}

NameId NameChain::look_up(std::string_view text) {
  const NameId id = names_.intern(text);
  next_.resize(names_.size(), kNoName);
  next_[last_] = id;
  last_ = id;
  return id;
}

}  // namespace capaudit
