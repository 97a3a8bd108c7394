// SPDX-License-Identifier: Apache-2.0
// The templates as built in. Defined by a source that templates/embed.cc makes.
#pragma once

#include <string_view>

namespace capaudit {

/// The text of a file of this folder; empty for a name that is none.
std::string_view embedded_template(std::string_view name);

}  // namespace capaudit
