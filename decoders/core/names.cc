// SPDX-License-Identifier: Apache-2.0
// One string that holds all names end to end; where they are many, an open hash table
// over it. Most bodies have a few names, and looking through those is faster.
#include "decoders/core/names.h"

#include <functional>

namespace capaudit {

namespace {

constexpr std::size_t kMostLookedThrough = 12;

}  // namespace

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
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, kNoName);
  for (NameId id = kNoName + 1; id < size(); ++id) {
    slots_[slot(text(id))] = id;
  }
}

NameId Names::intern(std::string_view text) {
  NameId known = find(text);
  if (known != kNoName) {
    return known;
  }
  known = static_cast<NameId>(size());
  store_ += text;
  ends_.push_back(static_cast<std::uint32_t>(store_.size()));
  if (size() > kMostLookedThrough && size() * 2 > slots_.size()) {
    grow();
  } else if (!slots_.empty()) {
    slots_[slot(text)] = known;
  }
  return known;
}

NameId Names::find(std::string_view text) const {
  if (!slots_.empty()) {
    return slots_[slot(text)];
  }
  for (NameId id = kNoName + 1; id < size(); ++id) {
    if (ends_[id + 1] - ends_[id] == text.size() && this->text(id) == text) {
      return id;
    }
  }
  return kNoName;
}

NameId NameChain::look_up(std::string_view text) {
  const NameId id = names_.intern(text);
  next_.resize(names_.size(), kNoName);
  next_[last_] = id;
  last_ = id;
  return id;
}

}  // namespace capaudit
