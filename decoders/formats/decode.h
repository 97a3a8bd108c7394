// SPDX-License-Identifier: Apache-2.0
// A body decoded: which format it is, its tree, and what the format says about itself.
// One table of families in decode.cc; a new format is one file and one line there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/format.h"
#include "decoders/core/tree_builder.h"
#include "decoders/formats/call.h"

namespace capaudit {

/// What stands beside the body and may settle what the bytes leave open.
struct Hints {
  std::string_view content_type;
  std::string_view soap_action;
  std::string_view target;  ///< URL of the request
  bool is_request = false;
  bool complete = true;  ///< the content ends where it should
};

struct Decoded {
  explicit Decoded(Tree decoded_tree) : tree(std::move(decoded_tree)) {}

  Format format = Format::binary;
  Tree tree;  ///< empty for formats that are only recognised
  /// AMF messages, Bayeux messages, items of a batch; 1 for any other body. None if the
  /// body ends, or stops making sense, before the last of them.
  std::optional<std::uint64_t> messages = 1;
  std::vector<std::string> names;  ///< of operations, one per call, in order
  std::vector<Call> calls;         ///< AMF, Bayeux: every message
  std::string next_link;  ///< OData, Atom: where the next page is; empty: none told
  std::vector<std::string_view> findings;

  void note(std::string_view code);
  /// Adds the name of a call; past a limit only a finding.
  void add_name(std::string name);
  /// How the body's bytes fall to its calls.
  CallBytes call_bytes() const;
};

/// Decodes `content`, which must outlive the result.
Decoded decode(Bytes content, const Hints& hints, const Limits& limits);

}  // namespace capaudit
