// SPDX-License-Identifier: Apache-2.0
// The Content-Security-Policy of a page whose only script and style stand in it.
#pragma once

#include <string>
#include <string_view>

namespace capaudit {

/// A policy that allows exactly this style and this script, and no network.
std::string content_security_policy(std::string_view style, std::string_view script);

/// Standard base64 with padding (RFC 4648 4).
std::string base64(std::string_view bytes);

}  // namespace capaudit
