// SPDX-License-Identifier: Apache-2.0
// The scanners behind Redactor: each finds the stretches of a text that are secret.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace capaudit {

/// Called with the half-open range of bytes to hide.
using HideRange = std::function<void(std::size_t from, std::size_t to)>;

/// What stands between "//" and "@" of an authority.
void find_user_information(std::string_view text, const HideRange& hide);
/// The values of name=value and name: value pairs whose name is a secret's.
void find_secret_pairs(std::string_view text, const HideRange& hide);
/// Tokens that are secret by their look, whatever they are called.
void find_secret_shapes(std::string_view text, const HideRange& hide);

}  // namespace capaudit
