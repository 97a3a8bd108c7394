// SPDX-License-Identifier: Apache-2.0
// Choices that are the same in every run, for generated cases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace capaudit {

class Random {
 public:
  explicit Random(std::uint64_t seed = 42) : state_(seed) {}

  std::uint64_t bits() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 33;
  }
  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>(bits()) % limit;
  }
  template <std::size_t n>
  std::string_view pick(const std::string_view (&all)[n]) {
    return all[below(n)];
  }

 private:
  std::uint64_t state_;
};

/// `text` with one or two bytes put in, taken out or replaced by one of `bytes`; never
/// empty.
inline std::string changed(Random& random, std::string text, std::string_view bytes) {
  for (std::size_t changes = 1 + random.below(2); changes > 0; --changes) {
    const std::size_t at = random.below(text.size() + 1);
    const char byte = bytes[random.below(bytes.size())];
    switch (random.below(3)) {
    case 0:
      text.insert(at, 1, byte);
      break;
    case 1:
      text.erase(std::min(at, text.size() - 1), 1);
      break;
    default:
      text[std::min(at, text.size() - 1)] = byte;
      break;
    }
    if (text.empty()) {
      text = byte;
    }
  }
  return text;
}

}  // namespace capaudit
