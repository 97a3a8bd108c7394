// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cross/match.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

using Group = std::pair<std::vector<const Exchange*>, std::vector<const Exchange*>>;

// Alignments of more cells than this go by order alone.
constexpr std::size_t kMostCells = 4'000'000;

bool erase_suffix(std::string& text, std::string_view suffix) {
  const bool has = text.ends_with(suffix);
  text.resize(has ? text.size() - suffix.size() : text.size());
  return has;
}

// Scheme, default port, user and fragment do not tell requests apart: packets of a
// WebSocket are those of http, and what was decrypted may stand as either.
std::string match_key(const Exchange& exchange) {
  std::string_view url = exchange.url;
  url = url.substr(0, url.find('#'));
  const std::size_t scheme = url.find("://");
  url.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
  const std::size_t path = std::min(url.find_first_of("/?"), url.size());
  std::string_view host = url.substr(0, path);
  host.remove_prefix(host.find('@') + 1);  // user information is not sent; npos + 1 is 0
  std::string authority = to_lower(host);
  if (!erase_suffix(authority, ":80")) {
    erase_suffix(authority, ":443");
  }
  const std::string_view rest = url.substr(path);
  return exchange.method + " " + authority + std::string(rest.empty() ? "/" : rest);
}

double start_ms(const Exchange& exchange) {
  return exchange.time.start_ns ? static_cast<double>(*exchange.time.start_ns) / 1e6
                                : std::numeric_limits<double>::quiet_NaN();
}

// The starts of groups of equal size tell the offset of the clocks.
std::optional<double> offset_of(const std::map<std::string, Group>& groups) {
  std::vector<double> offsets;
  for (const auto& [key, group] : groups) {
    const auto& [entries, exchanges] = group;
    for (std::size_t i = 0; entries.size() == exchanges.size() && i < entries.size();
         ++i) {
      const double offset = start_ms(*entries[i]) - start_ms(*exchanges[i]);
      if (std::isfinite(offset)) {
        offsets.push_back(offset);
      }
    }
  }
  if (offsets.empty()) {
    return std::nullopt;
  }
  const auto middle = offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2);
  std::nth_element(offsets.begin(), middle, offsets.end());
  return *middle;
}

double cost(const Exchange& entry, const Exchange& exchange, double offset) {
  constexpr double kUnknown = 1e9;
  constexpr double kOtherStatus = 1e6;  // a retry after 401 is told by its status
  const double distance = std::abs(start_ms(entry) - start_ms(exchange) - offset);
  const bool other = entry.status && exchange.status && entry.status != exchange.status;
  return (std::isfinite(distance) ? std::min(distance, kUnknown) : kUnknown) +
         (other ? kOtherStatus : 0);
}

// Which of the longer list stay alone, such that the distances of the others are least:
// best[i][j] is that of the first i of `few` among the first j of `many`.
std::vector<std::size_t> align(const std::vector<const Exchange*>& few,
                               const std::vector<const Exchange*>& many,
                               bool few_are_entries, double offset) {
  const std::size_t n = few.size();
  const std::size_t m = many.size();
  std::vector<std::size_t> partner(n);
  if ((n + 1) * (m + 1) > kMostCells) {
    for (std::size_t i = 0; i < n; ++i) {
      partner[i] = i;
    }
    return partner;
  }
  constexpr double kNever = 1e300;
  std::vector<std::vector<double>> best(n + 1, std::vector<double>(m + 1, kNever));
  std::fill(best[0].begin(), best[0].end(), 0.0);
  const auto pair_cost = [&](std::size_t i, std::size_t j) {
    return few_are_entries ? cost(*few[i], *many[j], offset)
                           : cost(*many[j], *few[i], offset);
  };
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t j = i; j <= m; ++j) {
      best[i][j] = std::min(best[i][j - 1], best[i - 1][j - 1] + pair_cost(i - 1, j - 1));
    }
  }
  for (std::size_t i = n, j = m; i > 0; --j) {
    if (best[i][j] != best[i][j - 1]) {
      partner[--i] = j - 1;
    }
  }
  return partner;
}

void match_group(const Group& group, double offset, Matching& out) {
  const auto& [entries, exchanges] = group;
  const bool few_are_entries = entries.size() <= exchanges.size();
  const auto& few = few_are_entries ? entries : exchanges;
  const auto& many = few_are_entries ? exchanges : entries;
  const std::vector<std::size_t> partner = align(few, many, few_are_entries, offset);
  std::vector<bool> taken(many.size(), false);
  for (std::size_t i = 0; i < few.size(); ++i) {
    taken[partner[i]] = true;
    out.pairs.emplace_back(few_are_entries ? few[i] : many[partner[i]],
                           few_are_entries ? many[partner[i]] : few[i]);
  }
  for (std::size_t j = 0; j < many.size(); ++j) {
    if (!taken[j]) {
      (few_are_entries ? out.exchanges : out.entries).push_back(many[j]);
    }
  }
}

}  // namespace

Matching match_exchanges(const std::vector<const Exchange*>& entries,
                         const std::vector<const Exchange*>& exchanges) {
  std::map<std::string, Group> groups;
  for (const Exchange* const entry : entries) {
    groups[match_key(*entry)].first.push_back(entry);
  }
  for (const Exchange* const exchange : exchanges) {
    groups[match_key(*exchange)].second.push_back(exchange);
  }
  const std::optional<double> offset = offset_of(groups);
  Matching out;
  if (offset) {
    out.offset_ns = static_cast<std::int64_t>(std::llround(*offset * 1e6));
  }
  for (const auto& [key, group] : groups) {
    match_group(group, offset.value_or(0), out);
  }
  const auto by_number = [](const Exchange* a, const Exchange* b) {
    return a->number < b->number;
  };
  std::sort(out.pairs.begin(), out.pairs.end(), [](const auto& a, const auto& b) {
    return a.first->number < b.first->number;
  });
  std::sort(out.entries.begin(), out.entries.end(), by_number);
  std::sort(out.exchanges.begin(), out.exchanges.end(), by_number);
  return out;
}

}  // namespace capaudit
