// SPDX-License-Identifier: Apache-2.0
// Head: the fields of an HTTP/1 message that decide its framing and its facts (RFC 9112 5
// and 6, RFC 9110 5), and the length of its body by RFC 9112 6.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/http/head_facts.h"

namespace capaudit {

enum class LengthField : std::uint8_t { absent, valid, invalid };

/// What the field lines of one message say. Values are copies: a folded value is not
/// contiguous.
struct Head {
  LengthField content_length_field = LengthField::absent;
  std::uint64_t content_length = 0;
  bool content_length_repeated = false;
  std::vector<std::string>
      transfer_codings;                      ///< lower case, in order, parameters dropped
  std::vector<std::string> content_codings;  ///< lower case, in the order applied
  std::optional<std::string> content_type;   ///< the first one's whole value, trimmed
  std::optional<std::string> host;           ///< the first one's
  std::string soap_action;
  bool expect_continue = false;
  HeadFacts facts;
  std::vector<std::string_view> findings;  ///< literals
};

/// `fields`: the head after its start line's end, up to and with the empty line.
Head parse_head(std::string_view fields);

/// Index behind the empty line that ends a head, searched from `from`; npos: not yet
/// there. Lines may end with a bare LF (RFC 9112 2.2).
std::size_t find_head_end(std::string_view text, std::size_t from);

enum class BodyMode : std::uint8_t {
  none,
  length,
  chunked,
  until_close,
  tunnel,       ///< what follows is another protocol
  unframeable,  ///< nothing says where the body ends
};

struct BodyPlan {
  BodyMode mode = BodyMode::none;
  std::uint64_t length = 0;
  bool interim =
      false;  ///< a 1xx response: the final one is still to come (RFC 9110 15.2)
  /// A response whose request is unknown: that to HEAD has no body, whatever it says.
  bool perhaps_to_head = false;
  std::vector<std::string_view> findings;  ///< literals
};

BodyPlan plan_request_body(const Head& head, std::string_view version);
/// `method` of the request it answers; empty when that is unknown.
BodyPlan plan_response_body(const Head& head, int status, std::string_view version,
                            std::string_view method);

/// Content codings, then transfer codings other than chunked and identity, in the order
/// applied; x-gzip = gzip.
std::vector<std::string> applied_codings(const Head& head);

/// Optional whitespace of RFC 9110 5.6.3 taken off both ends.
std::string_view trim_ows(std::string_view text);

}  // namespace capaudit
