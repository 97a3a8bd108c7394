// SPDX-License-Identifier: Apache-2.0
// JSON that a strict parser (RFC 8259) refuses, made such that it takes it, without
// inventing anything: numbers that are none (NaN, Infinity, 01, +1, 1e999, undefined)
// become null, raw control characters in strings become escapes, bytes that are not UTF-8
// and halves of surrogate pairs become U+FFFD, a comma before a closing bracket goes.
#pragma once

#include <string>
#include <string_view>

namespace capaudit {

std::string repair_json(std::string_view json);

}  // namespace capaudit
