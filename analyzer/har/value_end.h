// SPDX-License-Identifier: Apache-2.0
// ValueEnd: finds where one JSON value (RFC 8259) ends, by strings and brackets alone,
// while its bytes still arrive. What stands inside is not checked: a parser reads the
// value once it is whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace capaudit {

class ValueEnd {
 public:
  enum class State : std::uint8_t {
    open,    ///< the text ends inside the value
    whole,   ///< it ends at end()
    broken,  ///< at end() stands a bracket that closes another kind, no value begins, or
             ///< zeros that are no text: a file with a hole
  };

  /// Looks on in `text`, which begins with the value (no space before it) and is the text
  /// of the last call or that one with more behind it.
  State look(std::string_view text);

  /// Bytes that need not be looked at again; of a value that is whole its size.
  std::size_t end() const { return at_; }

  /// The next text begins end() bytes later.
  void drop_seen() { at_ = 0; }

 private:
  State look_outside(std::string_view text);
  State look_in_string(std::string_view text);
  bool has_hole(std::string_view text, std::size_t end);
  State close(char bracket);

  std::size_t at_ = 0;
  bool begun_ = false;
  bool in_string_ = false;
  std::uint64_t depth_ = 0;
  unsigned zeros_ = 0;         ///< in a string, up to at_
  std::vector<bool> objects_;  ///< the outer brackets' kinds: true for {
};

}  // namespace capaudit
