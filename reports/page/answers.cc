// SPDX-License-Identifier: Apache-2.0
#include "reports/page/answers.h"

#include <algorithm>
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
        answer.links.push_back(
            exchange_link(input.analysis, input.analysis.exchanges[part.exchange]));
      }
    }
    out.answers.push_back(std::move(answer));
  }
}

std::string format_of(const CapturedSeries& series) {
  return std::string(to_string(*series.points[0].exchange->response->facts.format));
}

/// Row counts of which both have an answer, ascending.
std::vector<std::uint64_t> common_counts(const CapturedCrossing& crossing) {
  std::vector<std::uint64_t> out;
  for (const CapturedPoint& point : crossing.before->points) {
    if (crossing.after->at(point.rows) != nullptr) {
      out.push_back(point.rows);
    }
  }
  return out;
}

/// "1,204 B against 1,238 B": at some row count, as sent.
std::string sizes_at(const CapturedSeries& smaller, const CapturedSeries& larger,
                     std::uint64_t rows) {
  return grouped(smaller.at(rows)->encoded) + " B against " +
         grouped(larger.at(rows)->encoded) + " B";
}

/// Bytes of a further row between two answers, as sent.
double bytes_of_a_row(const CapturedSeries& series, std::uint64_t from,
                      std::uint64_t to) {
  return (static_cast<double>(series.at(to)->encoded) -
          static_cast<double>(series.at(from)->encoded)) /
         static_cast<double>(to - from);
}

/// What stands before the first row, and what each further row adds.
std::string why_text(const CapturedCrossing& one, std::uint64_t most) {
  std::string out;
  if (const CapturedPoint* const after = one.after->at(0)) {
    const CapturedPoint* const before = one.before->at(0);
    out += one.after->name + " takes " + grouped(after->encoded) +
           " B with no rows, all of it envelope" +
           (before == nullptr
                ? std::string()
                : ", and " + one.before->name + " " + grouped(before->encoded) + " B");
  }
  if (most > one.to) {
    out += (out.empty() ? "" : "; ") + std::string("from ") + grouped(one.to) + " to " +
           grouped(most) + " rows each further row adds " +
           hundredths(bytes_of_a_row(*one.after, one.to, most)) + " B to " +
           one.after->name + " and " +
           hundredths(bytes_of_a_row(*one.before, one.to, most)) + " B to " +
           one.before->name;
  }
  return out.empty() ? out : " Why: " + out + ".";
}

/// Between formats, as sent: where no answer is coded that is the decoded size.
void add_crossings(const ReportInput& input, const std::vector<CapturedSeries>& series,
                   Answers& out) {
  std::size_t count = 0;
  for (const CapturedCrossing& one : captured_crossings(series)) {
    if (!one.encoded || format_of(*one.before) == format_of(*one.after) ||
        ++count > kMostCrossings) {
      continue;
    }
    const std::vector<std::uint64_t> counts = common_counts(one);
    const bool all_below =
        std::all_of(counts.begin(), counts.end(), [&one](std::uint64_t rows) {
          return rows > one.from ||
                 one.before->at(rows)->encoded <= one.after->at(rows)->encoded;
        });
    Answer answer;
    answer.question =
        "Which is smaller as sent, " + one.before->name + " or " + one.after->name + "?";
    answer.answer = (all_below ? "Up to " : "At ") + counted(one.from, "row") + " " +
                    one.before->name + " (" +
                    sizes_at(*one.before, *one.after, one.from) + " there), from " +
                    grouped(one.to) + " rows on " + one.after->name + " (" +
                    sizes_at(*one.after, *one.before, one.to) +
                    " there), of the same rows." + why_text(one, counts.back());
    for (const CapturedSeries* side : {one.before, one.after}) {
      if (const CapturedPoint* const none = side->at(0)) {
        answer.links.push_back(exchange_link(input.analysis, *none->exchange));
      }
      for (const std::uint64_t rows : {one.from, one.to}) {
        if (rows != 0) {
          answer.links.push_back(
              exchange_link(input.analysis, *side->at(rows)->exchange));
        }
      }
    }
    out.answers.push_back(std::move(answer));
  }
}

}  // namespace

Answers first_answers(const ReportInput& input) {
  Answers out;
  add_cold_calls(input, out);
  const std::vector<CapturedSeries> series = captured_series(input);
  add_crossings(input, series, out);
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
