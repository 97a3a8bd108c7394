// SPDX-License-Identifier: Apache-2.0
// URLs as grouping compares them (RFC 3986 5.2, 6.2): references resolved, spelling made
// one, the query as its parameters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace capaudit {

/// `reference` as seen from `base`, an absolute URL; the fragment is dropped.
std::string resolve_url(std::string_view base, std::string_view reference);

/// Where a request goes: authority and path, the authority in lower case without user
/// information and the scheme's own port, the path decoded as far as that changes
/// nothing, without dot segments, without ;jsessionid=....
std::string place_of(std::string_view url);
/// Only the path of it.
std::string path_of_place(std::string_view place);

using QueryParameters = std::vector<std::pair<std::string, std::string>>;

/// Decoded, in order.
QueryParameters query_of(std::string_view url);

/// Fingerprint of a place and parameters in whatever order, their names in whatever case.
std::uint64_t target_key(std::string_view place, QueryParameters query);
std::uint64_t target_key(std::string_view url);

/// Of several keys one.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15U + (a << 6) + (a >> 2);
  return a * 0xbf58476d1ce4e5b9U;
}

}  // namespace capaudit
