// SPDX-License-Identifier: Apache-2.0
// Namespace prefixes in scope (REC-xml-names 6): one look-up however many are declared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "decoders/core/names.h"

namespace capaudit {

class XmlNamespaces {
 public:
  explicit XmlNamespaces(Names& names) : names_(names) {}

  /// Declares a prefix, "" for the default; an empty URI takes the meaning away.
  void bind(std::string_view prefix, std::string_view uri) {
    const NameId id = names_.intern(prefix);
    const NameId meaning = uri.empty() ? kNoName : names_.intern(uri);
    meaning_.resize(std::max<std::size_t>(meaning_.size(), id + std::size_t{1}), kNoName);
    bindings_.push_back({id, meaning_[id]});
    meaning_[id] = meaning;
  }

  /// The namespace that a prefix means here; kNoName: none.
  NameId find(std::string_view prefix) {
    const NameId id = names_.find(prefix);
    if (id != kNoName && id < meaning_.size() && meaning_[id] != kNoName) {
      return meaning_[id];
    }
    return prefix == "xml" ? names_.intern("http://www.w3.org/XML/1998/namespace")
                           : kNoName;
  }

  /// Before the declarations of an element; its end tag goes back to it.
  std::size_t mark() const { return bindings_.size(); }
  void forget(std::size_t mark) {
    while (bindings_.size() > mark) {
      meaning_[bindings_.back().prefix] = bindings_.back().before;
      bindings_.pop_back();
    }
  }

 private:
  struct Binding {
    NameId prefix;
    NameId before;  ///< what the prefix meant outside
  };

  Names& names_;
  std::vector<Binding> bindings_;
  std::vector<NameId> meaning_;  ///< per prefix
};

}  // namespace capaudit
