// SPDX-License-Identifier: Apache-2.0
#include "reports/page/parse_answer.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "reports/numbers.h"
#include "reports/parse_text.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::string_view kQuestion = "Is JSON slower to parse?";

Format format_of(const ParsedAnswer& answer) {
  return *answer.exchange->response->facts.format;
}

bool is_json(const Exchange& exchange) {
  return payload_kind(*exchange.response->facts.format) == PayloadKind::json;
}

/// Rows were captured in JSON and in another format.
bool is_asked(const ReportInput& input) {
  bool json = false;
  bool other = false;
  for (const Exchange* exchange : input.exchanges) {
    if (is_parsable(exchange->response) &&
        exchange->response->facts.rows.value_or(0) > 0) {
      (is_json(*exchange) ? json : other) = true;
    }
  }
  return json && other;
}

std::optional<Estimate> floor_of(const ParseFigures& figures) {
  return figures.works.empty() ? std::nullopt : figures.works[0].floor;
}

std::string time_text(std::string_view format, const Timing& timing) {
  return std::string(format) + " " + short_ms(timing.pass_ns.middle / kNsPerMs) + " (" +
         visible(timing.engine) + ")";
}

enum class Outcome : std::uint8_t { faster, slower, alike };

struct Comparison {
  Outcome outcome = Outcome::alike;  ///< of JSON
  std::string text;
};

/// "json 0.5 ms (yajl), amf3 0.7 ms (capaudit): JSON takes 0.71 times as long (0.69 to
/// 0.73)".
Comparison comparison_of(const ParsedAnswer& json, const Timing& json_time,
                         const ParsedAnswer& other, const Timing& other_time) {
  Comparison out;
  out.text = time_text(to_string(format_of(json)), json_time) + ", " +
             time_text(to_string(format_of(other)), other_time) + ": ";
  const std::optional<Estimate> ratio = time_ratio(json_time, other_time);
  if (!ratio) {
    out.text += "no ratio can be made of that";
    return out;
  }
  if (measurable(*ratio, floor_of(json.figures)) &&
      measurable(*ratio, floor_of(other.figures))) {
    out.outcome = ratio->middle < 1 ? Outcome::faster : Outcome::slower;
    out.text += "JSON takes ";
  } else {
    out.text += "no measurable difference, ";
  }
  out.text += short_ratio(ratio->middle) + " times as long (" + short_ratio(ratio->low) +
              " to " + short_ratio(ratio->high) + ")";
  return out;
}

/// Of all comparisons in a word.
std::string_view verdict_of(const std::set<Outcome>& outcomes) {
  if (outcomes.size() > 1) {
    return "Not alike for all formats.";
  }
  switch (*outcomes.begin()) {
  case Outcome::faster:
    return "Not here.";
  case Outcome::slower:
    return "Here it is.";
  case Outcome::alike:
    return "No measurable difference here.";
  }
  return "";
}

/// Against the first JSON answer that has the same rows.
const ParsedAnswer* json_with_rows_of(const ParsedAnswer& other,
                                      const std::vector<ParsedAnswer>& answers) {
  const std::string& digest = other.exchange->response->facts.digest;
  const auto found =
      std::find_if(answers.begin(), answers.end(), [&](const ParsedAnswer& answer) {
        return is_json(*answer.exchange) && !digest.empty() &&
               answer.exchange->response->facts.digest == digest;
      });
  return found == answers.end() ? nullptr : &*found;
}

void compare(const std::vector<ParsedAnswer>& answers, Answer& out) {
  std::string text;
  std::set<Outcome> outcomes;
  for (const ParsedAnswer& other : answers) {
    const ParsedAnswer* const json =
        is_json(*other.exchange) ? nullptr : json_with_rows_of(other, answers);
    const Timing* const other_time = fastest_from_bytes(other.figures);
    const Timing* const json_time =
        json == nullptr ? nullptr : fastest_from_bytes(json->figures);
    if (json_time != nullptr && other_time != nullptr) {
      const Comparison one = comparison_of(*json, *json_time, other, *other_time);
      outcomes.insert(one.outcome);
      text += (text.empty() ? "" : "; ") + counted(other.figures.rows, "row") + ": " +
              one.text;
    }
  }
  out.answer = text.empty() ? "Not shown: no two of the answers that were timed hold the "
                              "same rows in JSON and in another format."
                            : std::string(verdict_of(outcomes)) +
                                  " The same rows by the fastest engine of each; " +
                                  text + ". Not the time of the browser in any claim.";
}

}  // namespace

const Timing* fastest_from_bytes(const ParseFigures& figures) {
  const Timing* best = nullptr;
  for (const WorkFigures& work : figures.works) {
    for (const Timing& timing : work.timings) {
      if (work.work == Work::parse_bytes && timing.timed() && !timing.below_quantum() &&
          (best == nullptr || timing.pass_ns.middle < best->pass_ns.middle)) {
        best = &timing;
      }
    }
  }
  return best;
}

std::optional<Answer> parse_answer(const ReportInput& input) {
  if (!is_asked(input)) {
    return std::nullopt;
  }
  Answer answer;
  answer.question = kQuestion;
  const bool section = input.extras.encoded && input.extras.encoded->operations != 0;
  if (section) {
    answer.links.push_back({"parse times", "parse-times"});
  }
  if (!input.extras.times_asked) {
    answer.answer = "Not measured: --parse times it here, on the captured bytes.";
    return answer;
  }
  answer.measured = true;
  if (input.extras.parsed) {
    compare(input.extras.parsed->answers, answer);
  }
  return answer;
}

}  // namespace capaudit
