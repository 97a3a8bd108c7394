// SPDX-License-Identifier: Apache-2.0
// The parameters of a query that say which page is meant: opaque tokens, which an answer
// hands out, and numbers, which a client counts on.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/operations/url.h"

namespace capaudit {

/// `query` for the page after: its own continuation parameters replaced by `tokens`
/// ("NextPartitionKey=a&NextRowKey=b", values as they stand, not escaped).
QueryParameters with_tokens(QueryParameters query, std::string_view tokens);

/// Keys under which the page after `url` is expected if its numbers go on: $skip grows by
/// $top, offset by limit, page by 1. Empty where nothing counts.
std::vector<std::uint64_t> keys_of_next(std::string_view url);

/// Keys under which `url` may have been expected.
std::vector<std::uint64_t> keys_as_next(std::string_view url);

}  // namespace capaudit
