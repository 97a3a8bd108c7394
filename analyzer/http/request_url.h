// SPDX-License-Identifier: Apache-2.0
// The absolute URL of a request (RFC 9112 3.2, 3.3): an absolute target stands for
// itself, else authority and path are put together; case and fragment stay as sent.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/flow/segment.h"
#include "analyzer/http/head.h"

namespace capaudit {

/// Without a Host field the server's address stands in for it, `:80` left out.
std::string request_url(std::string_view target, const Head& head, bool connect,
                        const Endpoint& server);

}  // namespace capaudit
