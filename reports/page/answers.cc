// SPDX-License-Identifier: Apache-2.0
#include "reports/page/answers.h"

#include <set>
#include <string>
#include <utility>

#include "reports/numbers.h"
#include "reports/page/captured_sizes.h"
#include "reports/page/evidence.h"
#include "reports/page/parse_answer.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostCalls = 3;
constexpr std::size_t kMostCrossings = 3;
constexpr std::size_t kMostLinks = 4;
constexpr std::size_t kNameWidth = 60;

PageLink link_to(const Exchange& exchange) {
  return {"#" + std::to_string(exchange.number), exchange_anchor(exchange)};
}

/// Cold calls that took more than one request, each name once, in capture order.
void add_cold_calls(const ReportInput& input, Answers& out) {
  const std::set<const Exchange*> selected(input.exchanges.begin(),
                                           input.exchanges.end());
  std::set<std::string> seen;
  for (const Operation& operation : input.analysis.operations) {
    if (operation.start != Start::cold || !operation.complete ||
        operation.parts.size() < 2 || seen.size() == kMostCalls ||
        selected.count(&input.analysis.exchanges[operation.anchor]) == 0) {
      continue;
    }
    const std::string name = operation_name(input.analysis, operation);
    const std::size_t all = operation.parts.size();
    const std::size_t warm = exchanges_of(operation, false).size();
    if (warm == all || !seen.insert(name).second) {
      continue;
    }
    const std::string shown =
        cut_middle(visible(input.options.redactor.text(name)), kNameWidth);
    Answer answer;
    answer.question = "How many requests did one " + shown + " take?";
    answer.answer = grouped(std::uint64_t{all}) + " with what a first call sets up, " +
                    grouped(std::uint64_t{warm}) +
                    " without: " + grouped_because(operation) + ".";
    for (const Part& part : operation.parts) {
      if (answer.links.size() < kMostLinks) {
        answer.links.push_back(link_to(input.analysis.exchanges[part.exchange]));
      }
    }
    out.answers.push_back(std::move(answer));
  }
}

std::string format_of(const CapturedSeries& series) {
  return std::string(to_string(*series.points[0].exchange->response->facts.format));
}

/// Between formats, as sent: where no answer is coded that is the decoded size.
void add_crossings(const std::vector<CapturedSeries>& series, Answers& out) {
  std::size_t count = 0;
  for (const CapturedCrossing& one : captured_crossings(series)) {
    if (!one.encoded || format_of(*one.before) == format_of(*one.after) ||
        ++count > kMostCrossings) {
      continue;
    }
    Answer answer;
    answer.question =
        "Which is smaller as sent, " + one.before->name + " or " + one.after->name + "?";
    std::string text = crossing_text(one);
    text[0] = 'F';
    answer.answer = text + ". Each size is that of one captured answer.";
    const CapturedPoint* const none = one.after->at(0);
    if (none != nullptr) {
      answer.answer += " With no rows " + one.after->name + " takes " +
                       grouped(none->encoded) + " B: that is its envelope.";
      answer.links.push_back(link_to(*none->exchange));
    }
    answer.links.push_back(link_to(*one.before->at(one.from)->exchange));
    answer.links.push_back(link_to(*one.after->at(one.to)->exchange));
    out.answers.push_back(std::move(answer));
  }
}

}  // namespace

Answers first_answers(const ReportInput& input) {
  Answers out;
  add_cold_calls(input, out);
  const std::vector<CapturedSeries> series = captured_series(input);
  add_crossings(series, out);
  if (std::optional<Answer> parsing = parse_answer(input)) {
    out.answers.push_back(std::move(*parsing));
  }
  if (out.answers.empty()) {
    return out;
  }
  const Grade grade = grade_of(input, evidence_of(input));
  out.answers.push_back({"How sure is that?",
                         std::string("Evidence of grade ") + grade.letter + ": " +
                             std::string(grade.meaning) + "; " +
                             counted(input.exchanges.size(), "exchange") + ".",
                         grade.tone,
                         {{"the checks", "checks"}}});
  return out;
}

}  // namespace capaudit
