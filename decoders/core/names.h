// SPDX-License-Identifier: Apache-2.0
// Names: each different name once, as a number, so that rows are compared by numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

using NameId = std::uint32_t;
inline constexpr NameId kNoName = 0;  ///< no name at all; "" has a number of its own

class Names {
 public:
  /// The number of `text`, given on first sight.
  NameId intern(std::string_view text);
  /// kNoName when it was never interned.
  NameId find(std::string_view text) const;
  /// Valid until the next intern(). Empty for kNoName.
  std::string_view text(NameId id) const {
    return std::string_view(store_).substr(ends_[id], ends_[id + 1] - ends_[id]);
  }
  /// Numbers given so far are below this.
  std::size_t size() const { return ends_.size() - 1; }

 private:
  std::size_t slot(std::string_view text) const;
  void grow();

  std::string store_;
  std::vector<std::uint32_t> ends_ = {0, 0};
  std::vector<NameId> slots_;
};

/// Numbers names that come in the same order again and again, as the members of rows do:
/// each remembers which came after it, and one comparison mostly does for a look-up.
class NameChain {
 public:
  explicit NameChain(Names& names) : names_(names) {}

  NameId intern(std::string_view text) {
    const NameId guess = last_ < next_.size() ? next_[last_] : kNoName;
    if (guess != kNoName && names_.text(guess) == text) {
      last_ = guess;
      return guess;
    }
    return look_up(text);
  }

 private:
  NameId look_up(std::string_view text);

  Names& names_;
  NameId last_ = kNoName;
  std::vector<NameId> next_;
};

}  // namespace capaudit
