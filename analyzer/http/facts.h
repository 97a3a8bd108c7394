// SPDX-License-Identifier: Apache-2.0
// Facts: what is kept of a body once the body itself is gone. examine_body() is a pure
// function of its input, so bodies can be examined on any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/compact/known.h"
#include "analyzer/compact/rare.h"
#include "analyzer/compact/text.h"
#include "analyzer/http/call_facts.h"
#include "decoders/core/bytes.h"
#include "decoders/core/format.h"

namespace capaudit {

struct BodyInput {
  Bytes
      encoded;  ///< after transfer framing was taken off, codings still on; without holes
  bool complete = true;  ///< all bytes of the body are in `encoded`
  std::vector<std::string>
      codings;  ///< in the order applied, lower case, x-gzip = gzip, without identity
  std::string_view
      content_type;              ///< the first Content-Type's value, trimmed; empty: none
  std::string_view soap_action;  ///< SOAPAction header's value, as sent
  std::string_view target;       ///< URL of the request
  bool is_request = false;
  std::uint64_t max_content_bytes = std::uint64_t{1} << 30;  ///< decompression stops here
  std::uint64_t max_ratio = 1100;  ///< and here (DEFLATE's ceiling is 1032)
};

struct Facts {
  /// What decompression has put out, whole or not: the cost of the body.
  std::uint64_t decompressed_bytes = 0;
  /// Decoded size; none when damaged, of unknown coding or past a limit: never a partial
  /// number.
  Known<std::uint64_t> content_bytes;
  /// AMF messages, Bayeux messages, batch items; 1 otherwise, 0 if empty.
  Known<std::uint64_t> messages;
  Known<std::uint64_t> rows, columns;
  List<std::string> names;  ///< operation names found in the body
  List<CallFact> calls;     ///< of AMF and Bayeux; the first kMostCallFacts
  Text next_link;           ///< where the body says the next page is
  Text digest;              ///< of the rows; empty: none
  /// Stable codes (literals): "checksum_wrong", "coding_mislabelled", ...
  List<std::string_view> findings;
  std::optional<Format> format;
};

Facts examine_body(const BodyInput& input);

/// The body decoded: what `show --body decoded` prints. `error` says why it stops early,
/// empty when it does not.
struct DecodedBody {
  Buffer content;
  std::string error;
};
DecodedBody decode_body(const BodyInput& input);

}  // namespace capaudit
