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
    make_batch_rule,
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
    if (analysis.exchanges[i].state == State::response_only) {
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
