// SPDX-License-Identifier: Apache-2.0
// The pass that groups: every exchange of a capture, in order, before every rule. A new
// rule is one file and one line here.
#include <array>
#include <memory>
#include <optional>

#include "analyzer/operations/grouping.h"

namespace capaudit {
namespace {

using MakeRule = std::unique_ptr<GroupingRule> (*)();

constexpr std::array kMakeRules = std::to_array<MakeRule>({
    make_preflight_rule,
    make_authentication_rule,
    make_redirect_rule,
    make_retry_rule,
    make_ranges_rule,
    make_paging_rule,
    make_batch_rule,
    make_long_poll_rule,
    make_bayeux_rule,
    make_amf_handshake_rule,
});

}  // namespace

void group_operations(Analysis& analysis) {
  Grouping grouping(analysis);
  std::array<std::unique_ptr<GroupingRule>, kMakeRules.size()> rules;
  std::optional<std::uint32_t> capture;
  const auto finish = [&] {
    for (const std::unique_ptr<GroupingRule>& rule : rules) {
      if (rule) {
        rule->finish(grouping);
      }
    }
  };
  for (std::uint32_t i = 0; i < analysis.exchanges.size(); ++i) {
    if (capture != analysis.exchanges[i].capture) {
      finish();
      capture = analysis.exchanges[i].capture;
      for (std::size_t r = 0; r < rules.size(); ++r) {
        rules[r] = kMakeRules[r]();
      }
    }
    if (!analysis.exchanges[i].request) {
      continue;
    }
    for (const std::unique_ptr<GroupingRule>& rule : rules) {
      rule->see(grouping, i);
    }
  }
  finish();
  grouping.write(analysis);
}

}  // namespace capaudit
