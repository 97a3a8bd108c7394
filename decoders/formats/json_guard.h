// SPDX-License-Identifier: Apache-2.0
// What stands around JSON in a body: guards against inclusion as a script, comment
// wrappers, JSONP calls, the line framing of server-sent events and RFC 7464.
#pragma once

#include <cstddef>
#include <string_view>

namespace capaudit {

struct JsonGuard {
  std::size_t begin = 0;  ///< where the JSON begins
  std::size_t end = 0;    ///< and ends
  bool events = false;    ///< server-sent events: values follow "data:"
};

/// Looks at `text` from `start`. Without a guard the range is all of it.
JsonGuard find_json_guard(std::string_view text, std::size_t start);

/// Skips what separates values: white space, record separators, and in server-sent events
/// the lines and prefixes that carry no data.
std::size_t next_json_value(std::string_view text, std::size_t at, bool events);

/// True if `text` starts like a JSONP call: a name, perhaps dotted, and a parenthesis.
bool starts_call(std::string_view text);

}  // namespace capaudit
