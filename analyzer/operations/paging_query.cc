// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operations/paging_query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "analyzer/http/call_facts.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::array kTokens = {"nextpartitionkey"sv, "nextrowkey"sv, "nexttablename"sv,
                                "continuation"sv,     "$skiptoken"sv, "cursor"sv};
constexpr std::array kOffsets = {"$skip"sv, "skip"sv, "offset"sv, "start"sv,
                                 "startindex"sv};
constexpr std::array kSteps = {"$top"sv, "top"sv,      "limit"sv,   "count"sv,
                               "rows"sv, "pagesize"sv, "per_page"sv};
constexpr std::array kPages = {"page"sv, "pagenumber"sv, "p"sv};
constexpr std::uint64_t kLargest = UINT64_MAX / 4;

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  const std::string lower = to_lower(name);
  return std::find(names.begin(), names.end(), lower) != names.end();
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value > kLargest) {
    return std::nullopt;
  }
  return value;
}

/// Whether the query has a parameter that may count pages, without taking it apart: most
/// have none.
bool may_count(std::string_view url) {
  std::string_view query = url.substr(std::min(url.find('?'), url.size()));
  while (!query.empty()) {
    query.remove_prefix(1);  // ? or &
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    const std::string_view name = one.substr(0, one.find('='));
    const auto is = [name](std::string_view other) {
      return equal_ignoring_case(name, other);
    };
    if (name.find('%') != std::string_view::npos ||
        std::any_of(kOffsets.begin(), kOffsets.end(), is) ||
        std::any_of(kSteps.begin(), kSteps.end(), is) ||
        std::any_of(kPages.begin(), kPages.end(), is)) {
      return true;
    }
    query.remove_prefix(end);
  }
  return false;
}

/// Of the request with `query` in which the parameter `name` has `value`.
std::uint64_t key_of(std::string_view place, QueryParameters query, std::string_view name,
                     std::uint64_t value) {
  query.erase(std::remove_if(query.begin(), query.end(),
                             [name](const auto& parameter) {
                               return equal_ignoring_case(parameter.first, name);
                             }),
              query.end());
  query.emplace_back(to_lower(name), std::to_string(value));
  return target_key(place, std::move(query));
}

}  // namespace

QueryParameters with_tokens(QueryParameters query, std::string_view tokens) {
  query.erase(std::remove_if(query.begin(), query.end(),
                             [](const auto& parameter) {
                               return is_one_of(parameter.first, kTokens);
                             }),
              query.end());
  while (!tokens.empty()) {
    const std::size_t end = std::min(tokens.find('&'), tokens.size());
    const std::string_view one = tokens.substr(0, end);
    const std::size_t equals = std::min(one.find('='), one.size());
    query.emplace_back(one.substr(0, equals),
                       one.substr(std::min(one.size(), equals + 1)));
    tokens.remove_prefix(std::min(tokens.size(), end + 1));
  }
  return query;
}

std::vector<std::uint64_t> keys_of_next(std::string_view url) {
  std::vector<std::uint64_t> keys;
  if (!may_count(url)) {
    return keys;
  }
  const std::string place = place_of(url);
  const QueryParameters query = query_of(url);
  std::optional<std::uint64_t> step;
  bool counts = false;
  for (const auto& [name, value] : query) {
    if (is_one_of(name, kSteps)) {
      step = number(value);
    }
    counts = counts || is_one_of(name, kOffsets) || is_one_of(name, kPages);
  }
  for (const auto& [name, value] : query) {
    const std::optional<std::uint64_t> at = number(value);
    if (at && step && *step > 0 && is_one_of(name, kOffsets)) {
      keys.push_back(key_of(place, query, name, *at + *step));
    } else if (at && is_one_of(name, kPages)) {
      keys.push_back(key_of(place, query, name, *at + 1));
    }
  }
  if (!counts && step && *step > 0) {  // the first page may do without an offset
    for (const std::string_view name : kOffsets) {
      keys.push_back(key_of(place, query, name, *step));
    }
  }
  return keys;
}

std::vector<std::uint64_t> keys_as_next(std::string_view url) {
  std::vector<std::uint64_t> keys;
  if (!may_count(url)) {
    return keys;
  }
  const QueryParameters query = query_of(url);
  for (const auto& [name, value] : query) {
    const std::optional<std::uint64_t> at = number(value);
    if (at && (is_one_of(name, kOffsets) || is_one_of(name, kPages))) {
      keys.push_back(key_of(place_of(url), query, name, *at));
    }
  }
  return keys;
}

}  // namespace capaudit
