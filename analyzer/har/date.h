// SPDX-License-Identifier: Apache-2.0
// ISO 8601 times as HAR has them (HAR 1.2, startedDateTime): date, time with any
// fraction, and a zone. Without a zone it is no instant.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace capaudit {

/// Nanoseconds since 1970 UTC; digits beyond them are dropped. None for anything else and
/// outside the years 1677 to 2262.
std::optional<std::int64_t> parse_har_date(std::string_view text);

}  // namespace capaudit
