// SPDX-License-Identifier: Apache-2.0
// All runs of one side come before all of the other: what changed with time looks like
// a difference.
#include <algorithm>
#include <optional>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

struct Span {
  std::optional<std::int64_t> first, last;
};

Span span_of(const CheckInput& input, const Scenario& scenario) {
  Span out;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.exchanges) {
      const std::optional<std::int64_t> start = input.exchange(index).time.start_ns;
      if (start) {
        out.first = std::min(out.first.value_or(*start), *start);
        out.last = std::max(out.last.value_or(*start), *start);
      }
    }
  }
  return out;
}

}  // namespace

std::vector<AuditFinding> check_order(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const Span first = span_of(input, pair.first);
    const Span second = span_of(input, pair.second);
    if (!first.first || !second.first || pair.first.runs.size() < 2 ||
        pair.second.runs.size() < 2) {
      continue;
    }
    const bool before = *first.last < *second.first;
    if (before || *second.last < *first.first) {
      const Scenario& early = before ? pair.first : pair.second;
      out.push_back(about(pair, "all runs of '" + early.spec->id +
                                    "' come before those of the other side"));
    }
  }
  return out;
}

}  // namespace capaudit
