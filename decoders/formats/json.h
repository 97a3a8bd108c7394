// SPDX-License-Identifier: Apache-2.0
// JSON (RFC 8259) as it is met on the wire: after a byte order mark, behind guards
// against script inclusion, as the argument of a JSONP call, several values in one body
// (JSON lines, RFC 7464, server-sent events).
//
// simdjson (On-Demand) reads it. Around it are ours: the guards, several values in one
// text, extents, repeated members, the limits of the tree, and the place where a damaged
// body stops making sense. docs/DEPENDENCIES.md says what simdjson cannot read.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "decoders/core/tree_builder.h"

namespace capaudit {

struct JsonResult {
  NodeId root = kNoNode;   ///< the value, or the list of values if there are several
  bool json = false;       ///< at least one whole value was read, or the text ends early
  std::size_t values = 0;  ///< top-level values
  std::size_t guard_bytes = 0;             ///< prefix, wrapper and call around the value
  std::vector<std::string_view> findings;  ///< "json_lenient", "json_duplicate_keys", ...
};

/// Parses bytes [begin, end) of the tree's body into the innermost open container. What
/// is wrong is in the tree's error.
JsonResult parse_json(TreeBuilder& builder, std::size_t begin, std::size_t end);

}  // namespace capaudit
