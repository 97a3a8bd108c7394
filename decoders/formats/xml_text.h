// SPDX-License-Identifier: Apache-2.0
// References in XML text (REC-xml 4.1): characters by number, the five entities that need
// no declaration. Others stand as they are, because no DTD is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace capaudit {

class XmlText {
 public:
  /// Appends text[begin, end) with references replaced; false and nothing if it has none.
  bool decode(std::string_view text, std::size_t begin, std::size_t end,
              std::string& out);

  bool unresolved() const { return unresolved_; }  ///< an entity was met that has no text
  bool broken() const { return broken_; }  ///< a reference that is not well-formed

 private:
  std::size_t reference(std::string_view text, std::size_t at, std::string& out);
  bool number_reference(std::string_view digits, std::string& out);

  std::uint32_t high_surrogate_ = 0;  ///< the first half of a pair, just appended
  bool unresolved_ = false;
  bool broken_ = false;
};

}  // namespace capaudit
