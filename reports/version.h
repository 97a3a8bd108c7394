// SPDX-License-Identifier: Apache-2.0
// The program's version, as meson.build gives it.
#pragma once

#include <string_view>

namespace capaudit {

std::string_view version();

}  // namespace capaudit
