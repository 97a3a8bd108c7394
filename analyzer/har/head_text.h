// SPDX-License-Identifier: Apache-2.0
// The head of a message as HTTP/1.1 would have it (RFC 9112 2.1), put together from what
// a HAR lists, in its order. It is not what was sent: exporters drop, add and rename
// lines.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/har/entry.h"

namespace capaudit {

std::string har_request_head(const HarMessage& request, std::string_view protocol);
std::string har_response_head(const HarMessage& response, std::string_view protocol);

/// The lines behind the start line, as parse_head() takes them. Valid as long as `head`
/// is.
std::string_view fields_of(std::string_view head);

}  // namespace capaudit
