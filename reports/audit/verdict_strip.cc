// SPDX-License-Identifier: Apache-2.0
// The verdicts at a glance: how many of each kind, and what a reader asks of all claims.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "reports/audit/sections.h"
#include "reports/audit/words.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

PageLink link_to(const Audit& audit, const ClaimVerdict& verdict) {
  return {cut_middle(visible(verdict.claim->id), 40),
          "claim-" + std::to_string(&verdict - audit.verdicts.data() + 1)};
}

/// "one page is one request; measured 3 (n = 4)".
std::string said_and_found(const ClaimVerdict& verdict) {
  constexpr std::size_t kWidth = 160;
  const std::string says = cut_middle(visible(verdict.claim->says), kWidth);
  return (says.empty() ? "" : says + "; ") + "measured " +
         estimate_text(verdict.chosen.measured, verdict.reading.dimension);
}

Answer which_fell(const Audit& audit) {
  constexpr std::size_t kMostTold = 12;
  Answer out{"Which claims fell?", "None is contradicted.", Tone::good};
  std::size_t fell = 0;
  for (const ClaimVerdict& verdict : audit.verdicts) {
    if (verdict.kind == VerdictKind::contradicted && ++fell <= kMostTold) {
      out.items.emplace_back(said_and_found(verdict), link_to(audit, verdict));
      out.measured = out.measured || is_timed_here(verdict.claim->metric->name);
    }
  }
  if (fell != 0) {
    out.tone = Tone::bad;
    out.answer =
        grouped(std::uint64_t{fell}) + " of " + counted(audit.verdicts.size(), "claim") +
        (fell > kMostTold ? ", the first " + grouped(std::uint64_t{kMostTold}) : "") +
        ":";
  }
  return out;
}

/// Claims of some kinds: how many, why in general, which.
struct Undecided {
  VerdictKind kind;
  std::string_view why;
};

void add_undecided(const Audit& audit, std::string question,
                   const std::vector<Undecided>& kinds, Answers& out) {
  Answer answer{std::move(question), ""};
  for (const auto& [kind, why] : kinds) {
    std::size_t count = 0;
    for (const ClaimVerdict& verdict : audit.verdicts) {
      if (verdict.kind == kind) {
        ++count;
        answer.links.push_back(link_to(audit, verdict));
      }
    }
    if (count != 0) {
      answer.answer += (answer.answer.empty() ? "" : " ") +
                       grouped(std::uint64_t{count}) + " " +
                       std::string(to_string(kind)) + ": " + std::string(why) + ".";
    }
  }
  if (!answer.links.empty()) {
    out.answers.push_back(std::move(answer));
  }
}

Answers answers_of(const Audit& audit) {
  Answers out;
  out.answers.push_back(which_fell(audit));
  add_undecided(
      audit, "Which hold only if they are read in one way?",
      {{VerdictKind::supported_one_reading, "the line of each names the way of reading"}},
      out);
  add_undecided(audit, "Which could not be judged?",
                {{VerdictKind::inconclusive,
                  "these captures neither bear them out nor refute them"},
                 {VerdictKind::not_observable, "no capture of the network shows it"}},
                out);
  return out;
}

}  // namespace

Section verdict_strip(const Audit& audit) {
  Section section{"verdicts", "Verdicts", {}};
  Cards cards;
  for (const VerdictKind kind :
       {VerdictKind::contradicted, VerdictKind::supported_one_reading,
        VerdictKind::supported, VerdictKind::inconclusive, VerdictKind::not_observable}) {
    const std::size_t count = audit.count(kind);
    cards.cards.push_back({std::string(to_string(kind)), grouped(std::uint64_t{count}),
                           "of " + counted(audit.verdicts.size(), "claim"),
                           count == 0 ? Tone::plain : tone_of(kind), "claims-table"});
  }
  if (!audit.file.source.empty()) {
    section.blocks.push_back(Paragraph{"Claims from: " + audit.file.source});
  }
  section.blocks.push_back(std::move(cards));
  section.blocks.push_back(answers_of(audit));
  return section;
}

}  // namespace capaudit
