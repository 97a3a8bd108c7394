// SPDX-License-Identifier: Apache-2.0
// A body as pugixml has read it: no DTD, no entities, text and values as they stand, the
// memory for its nodes bounded. What pugixml says of an error is put into our words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "decoders/core/result.h"

namespace capaudit {

class XmlSource {
 public:
  /// Reads body[begin, end of body), which must outlive it.
  XmlSource(std::string_view body, std::size_t begin, std::size_t max_nodes);

  /// As far as it could be read.
  const pugi::xml_document& document() const { return document_; }
  /// Offset in the body of a name or a value of the document.
  std::size_t offset(const char* place) const {
    return begin_ + static_cast<std::size_t>(place - copy_.data());
  }
  bool sound() const { return result_.status == pugi::status_ok; }
  /// Where pugixml stopped: markup that ends behind it was not read.
  std::size_t sound_end() const { return sound_end_; }
  /// Past the end tag that follows at `at`, comments and instructions skipped; npos:
  /// none.
  std::size_t end_tag(std::size_t at) const;
  /// What went wrong. `innermost` begins with the start tag of the innermost element.
  Error error(std::string_view innermost) const;

 private:
  bool behind_mistake(std::size_t at) const;
  bool ends_early(std::size_t at, std::string_view innermost) const;
  std::size_t place(std::size_t at) const;

  std::string_view body_;
  std::size_t begin_;
  std::string copy_;  ///< pugixml writes into it
  pugi::xml_document document_;
  pugi::xml_parse_result result_;
  std::size_t sound_end_;
};

}  // namespace capaudit
