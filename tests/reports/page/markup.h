// SPDX-License-Identifier: Apache-2.0
// A strict reader of the HTML that reports write: finds what must not be in a page. Not a
// browser: it accepts only markup as our own writer makes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

struct Markup {
  std::vector<std::string> faults;  ///< unbalanced tags, odd attributes, ids given twice
  std::vector<std::string> scripts, styles, data;  ///< texts of these elements
  std::string policy;                              ///< of the Content-Security-Policy
  std::string text;  ///< of everything else, references resolved
};

Markup read_markup(std::string_view page);

}  // namespace capaudit
