// SPDX-License-Identifier: Apache-2.0
// Escapes in JSON strings that simdjson refuses (RFC 8259 8.2): half a surrogate pair,
// which JavaScript writes and reads; and strings of documents that are not quite JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace capaudit {

struct JsonStringNotes {
  bool lone_surrogate = false;
  bool lenient = false;  ///< an escaped "'"
};

/// Appends what stands between the quotes of a string, escapes decoded; half a pair
/// becomes the three bytes that UTF-8 would give it. None: all is well, else the index
/// where an escape stops making sense.
std::optional<std::size_t> decode_json_string(std::string_view inside, std::string& out,
                                              JsonStringNotes& notes);

}  // namespace capaudit
