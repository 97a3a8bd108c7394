// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compact/text.h"

#include <cstring>
#include <new>

namespace capaudit {
namespace {

// What a pool keeps is bounded: a capture in which no text comes twice would fill memory
// with what helps nobody.
constexpr std::size_t kMostPooled = 65536;
constexpr std::size_t kLongestPooled = 1024;

}  // namespace

/// One block of memory: this, then the letters.
struct Text::Letters {
  std::atomic<std::uint32_t> owners{1};
  std::uint32_t size = 0;

  char* begin() { return static_cast<char*>(static_cast<void*>(this + 1)); }
};

Text::Text(std::string_view text) {
  if (text.empty()) {
    return;
  }
  text = text.substr(0, UINT32_MAX);
  letters_ = new (::operator new(sizeof(Letters) + text.size())) Letters;
  letters_->size = static_cast<std::uint32_t>(text.size());
  std::memcpy(letters_->begin(), text.data(), text.size());
}

std::string_view Text::view() const {
  return letters_ == nullptr ? std::string_view()
                             : std::string_view(letters_->begin(), letters_->size);
}

void Text::share() const {
  if (letters_ != nullptr) {
    letters_->owners.fetch_add(1, std::memory_order_relaxed);
  }
}

void Text::release() {
  if (letters_ != nullptr &&
      letters_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    letters_->~Letters();
    ::operator delete(letters_);
  }
}

Text TextPool::get(std::string_view text) {
  if (text.empty()) {
    return Text();
  }
  if (const auto known = texts_.find(text); known != texts_.end()) {
    return *known;
  }
  Text made(text);
  if (texts_.size() < kMostPooled && text.size() <= kLongestPooled) {
    texts_.insert(made);
  }
  return made;
}

}  // namespace capaudit
