// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word that a mistyped one is nearest to.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace capaudit {

/// The known word nearest to `word` by edit distance, if it is near enough to be meant: a
/// third of the letters may be wrong.
std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& known);

}  // namespace capaudit
