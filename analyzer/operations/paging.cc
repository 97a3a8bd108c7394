// SPDX-License-Identifier: Apache-2.0
// Paging series: one query whose rows come in several answers. The next page is what the
// answer before points to: a continuation in x-ms-continuation-* headers, Link with
// rel=next (RFC 8288, RFC 5005 3), a next link in the body (OData, Atom). Where an answer
// points to nothing but the numbers go on ($skip grows by $top, page by 1) the series is
// inferred. A page asked for again after a failure is a retry: a request, no rows.
#include <algorithm>
#include <memory>
#include <unordered_set>
#include <vector>

#include "analyzer/operations/paging_query.h"
#include "analyzer/operations/url.h"
#include "analyzer/operations/waiting.h"

namespace capaudit {
namespace {

bool is_good(const Exchange& exchange) {
  const int status = exchange.status.value_or(0);
  return exchange.response && status >= 200 && status < 300;
}

/// Fingerprints of the requests that may ask for the page after this one; empty: the
/// answer points to none.
std::vector<std::uint64_t> pages_pointed_to(const Exchange& exchange) {
  std::vector<std::uint64_t> keys;
  const HeadFacts& head = exchange.response->head_facts;
  const std::string tokens = head.joined(HeadText::continuation);
  const std::string& linked_by_body = exchange.response->facts.next_link;
  if (tokens.empty() && linked_by_body.empty() &&
      head.text(HeadText::next_link).empty()) {
    return keys;
  }
  const std::string place = place_of(exchange.url);
  if (!tokens.empty()) {
    keys.push_back(target_key(place, with_tokens(query_of(exchange.url), tokens)));
  }
  for (const std::string_view link :
       {head.text(HeadText::next_link), std::string_view(linked_by_body)}) {
    if (link.empty()) {
      continue;
    }
    const std::string url = resolve_url(exchange.url, link);
    const QueryParameters query = query_of(url);
    const std::string linked = place_of(url);
    keys.push_back(target_key(linked, query));
    // A server behind a proxy may not know the name it was asked by.
    const std::string authority = place.substr(0, place.find('/'));
    keys.push_back(target_key(authority + path_of_place(linked), query));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

class PagingRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    if (exchange.method != "GET") {
      return;
    }
    const bool free = !grouping.follows(index);
    const bool pointed_to = free && continue_pointed_to(grouping, index);
    if (!is_good(exchange)) {
      return;
    }
    if (free && !pointed_to) {
      continue_numbers(grouping, index);
    }
    const std::vector<std::uint64_t> next = pages_pointed_to(exchange);
    for (const std::uint64_t key : next) {
      pointed_to_.offer(mix(grouping.client(index), key), index);
    }
    if (!next.empty()) {
      grouping.mark(index, OperationKind::paging);
      grouping.set_role(index, PartRole::page);
      grouping.set_open(index, true);
    } else if (!pointed_to) {
      for (const std::uint64_t key : keys_of_next(exchange.url)) {
        numbers_.offer(mix(grouping.client(index), key), index);
      }
    }
  }

 private:
  bool continue_pointed_to(Grouping& grouping, std::uint32_t index) {
    if (pointed_to_.empty()) {
      return false;
    }
    const std::uint64_t key = mix(grouping.client(index), grouping.target(index));
    const auto before = pointed_to_.take(grouping, key, index, [&](std::uint32_t from) {
      return followed_.count(from) == 0 && grouping.could_lead_to(from, index);
    });
    if (!before) {
      return false;
    }
    const Exchange& exchange = grouping[index];
    const bool failed = !exchange.response || exchange.status.value_or(0) >= 400;
    grouping.join(*before, index, OperationKind::paging);
    grouping.set_follows(index);
    grouping.set_role(index, failed ? PartRole::failed_try : PartRole::page);
    grouping.set_open(index, !is_good(exchange));
    if (failed) {
      pointed_to_.offer(key, *before);  // it may be asked for again
    } else {
      followed_.insert(*before);
    }
    return true;
  }

  void continue_numbers(Grouping& grouping, std::uint32_t index) {
    if (numbers_.empty()) {
      return;
    }
    for (const std::uint64_t key : keys_as_next(grouping[index].url)) {
      const auto before = numbers_.take(
          grouping, mix(grouping.client(index), key), index, [&](std::uint32_t from) {
            return followed_.count(from) == 0 && grouping.could_lead_to(from, index) &&
                   grouping[from].response->facts.format ==
                       grouping[index].response->facts.format;
          });
      if (!before) {
        continue;
      }
      followed_.insert(*before);
      grouping.join(*before, index, OperationKind::paging);
      grouping.set_follows(index);
      grouping.set_role(*before, PartRole::page);
      grouping.set_role(index, PartRole::page);
      grouping.set_inferred(index);
      // Fewer rows than before tell that it was the last page.
      const std::uint64_t rows = rows_of(grouping[index]);
      grouping.set_open(index, rows != 0 && rows >= rows_of(grouping[*before]));
      return;
    }
  }

  static std::uint64_t rows_of(const Exchange& exchange) {
    return exchange.response->facts.rows.value_or(0);
  }

  Waiting pointed_to_, numbers_;
  std::unordered_set<std::uint32_t> followed_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_paging_rule() {
  return std::make_unique<PagingRule>();
}

}  // namespace capaudit
