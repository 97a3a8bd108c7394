// SPDX-License-Identifier: Apache-2.0
// EntryStart: where the next entry begins after a damaged one. Quotes cannot be trusted
// there, so it is known by its first member: the one that the entries before began with,
// or one that only entries have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace capaudit {

class EntryStart {
 public:
  /// A place that is cut at the end of the text is found with this much of it given
  /// again.
  static constexpr std::size_t kOverlap = 4096;

  /// From the first whole entry.
  void learn(std::string_view entry);

  /// Index of the brace that opens an entry behind another one's end, from `from` on;
  /// npos if there is none.
  std::size_t find_entry(std::string_view text, std::size_t from) const;

 private:
  bool is_first_member(std::string_view key) const;

  std::string key_;
};

}  // namespace capaudit
