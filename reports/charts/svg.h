// SPDX-License-Identifier: Apache-2.0
// gnuplot's SVG made fit to stand in a page beside others: unique ids, a title and a
// description for those who do not see it, no style attributes, no dead weight.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/result.h"

namespace capaudit {

/// The documents in what gnuplot wrote, one after the other.
std::vector<std::string_view> split_svg(std::string_view output);

struct SvgText {
  std::string id;      ///< unique on the page
  std::string prefix;  ///< of all ids inside: short, as every mark names one
  std::string title, description;
};

/// An <svg> element. Fails where `document` is none.
Result<std::string> inline_svg(std::string_view document, const SvgText& text);

}  // namespace capaudit
