// SPDX-License-Identifier: Apache-2.0
// Content-Type values (RFC 9110 8.3): the essence and the parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace capaudit {

/// "Text/HTML; charset=x" is "text/html"; lower case, without parameters and blanks.
std::string media_type_essence(std::string_view content_type);

/// The value of a parameter, unquoted; names compare without regard to case.
std::optional<std::string> media_type_parameter(std::string_view content_type,
                                                std::string_view name);

}  // namespace capaudit
