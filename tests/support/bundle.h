// SPDX-License-Identifier: Apache-2.0
// Members of a .tar.gz of the corpus (tests/support/corpus.h). POSIX ustar, regular
// files.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace capaudit {

/// bundles/<name>.tar.gz as path in the archive -> content; empty where there is none.
std::map<std::string, std::string> bundle_members(std::string_view name);

}  // namespace capaudit
