// SPDX-License-Identifier: Apache-2.0
// Evidence quality: what the captures cannot show, and what that does to the figures.
#include <algorithm>
#include <array>

#include "reports/har_text.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/evidence.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostNotices = 12;

class Checks {
 public:
  void add(std::string what, Tone tone, std::string found, std::string effect) {
    PageRow row;
    row.cells.push_back(text_cell(std::move(what)));
    PageCell mark = text_cell(tone == Tone::good      ? "fine"
                              : tone == Tone::warning ? "limits"
                              : tone == Tone::bad     ? "damage"
                                                      : "not known");
    mark.tone = tone;
    row.cells.push_back(mark);
    row.cells.push_back(text_cell(std::move(found)));
    row.cells.push_back(text_cell(std::move(effect)));
    table_.rows.push_back(std::move(row));
  }
  PageTable table() && {
    table_.id = "checks";
    table_.caption = "What was checked";
    table_.columns = {{"Check", false},
                      {"Result", false},
                      {"Found", false},
                      {"What it means for the figures", false}};
    return std::move(table_);
  }

 private:
  PageTable table_;
};

void check_files(const Evidence& t, Checks& checks) {
  checks.add("Files readable to the end", t.damaged == 0 ? Tone::good : Tone::bad,
             t.damaged == 0 ? "yes, " + grouped(t.packets) + " packets"
                            : grouped(t.damaged) + " damaged",
             t.damaged == 0 ? "every packet of the files took part"
                            : "what stands behind the damage is not counted");
  if (t.drops != 0) {
    checks.add("Packets dropped while recording", Tone::warning,
               grouped(t.drops) + " dropped",
               "exchanges may be missing; a count is a lower bound");
  } else {
    const bool known = t.drops_known == t.interfaces && t.interfaces != 0;
    checks.add("Packets dropped while recording", known ? Tone::good : Tone::plain,
               known ? "none" : "the file does not say",
               known ? "nothing was lost before the file"
                     : "look for missing bytes below: drops show there");
  }
  checks.add("Whole packets", t.cut_packets == 0 ? Tone::good : Tone::warning,
             t.cut_packets == 0
                 ? "no packet cut by the snapshot length"
                 : grouped(t.cut_packets) + " cut, " + full_bytes(t.cut_bytes) + " lost",
             t.cut_packets == 0 ? "bodies can be decoded"
                                : "cut bodies cannot be decoded; record with -s 0");
}

bool only_hars(const Analysis& analysis) {
  return std::all_of(analysis.captures.begin(), analysis.captures.end(),
                     [](const Capture& capture) { return capture.har.has_value(); });
}

// A HAR says what its exporter made of the messages: how far its own sums agree.
void check_hars(const Analysis& analysis, Checks& checks) {
  for (const Capture& capture : analysis.captures) {
    if (!capture.har) {
      continue;
    }
    const HarInfo& har = *capture.har;
    checks.add(capture.source.name + ": entries", har.lost == 0 ? Tone::good : Tone::bad,
               har_entries(har) +
                   (har.lost == 0 ? "" : "; " + grouped(har.lost) + " not readable"),
               "a HAR knows no packets: no round trip, no server time, no losses");
    for (const HarCheck& check : har.checks) {
      if (const std::string text = har_check(check); !text.empty()) {
        checks.add(capture.source.name + ": sums",
                   check.failed == 0 ? Tone::good : Tone::warning, text,
                   check.failed == 0 ? "these figures agree with each other"
                                     : "findings say what was made of the others");
      }
    }
  }
}

void check_streams(const Analysis& analysis, const Evidence& t, Checks& checks) {
  checks.add("TCP streams without holes", t.missing == 0 ? Tone::good : Tone::warning,
             t.missing == 0
                 ? "no byte missing of " + full_bytes(t.stream_bytes)
                 : full_bytes(t.missing) + " missing in " + grouped(t.holed_connections) +
                       " of " + grouped(t.connections) + " connections",
             t.missing == 0 ? "sizes are exact"
                            : "exchanges with a hole have the state gap and take part "
                              "in no figure that the hole touches");
  checks.add("Retransmissions", Tone::good,
             t.retransmitted == 0
                 ? "none seen"
                 : full_bytes(t.retransmitted) + " (" +
                       percent(t.retransmitted, t.stream_bytes) + " of the stream)",
             "counted apart, never in the size of a message");
  checks.add("Frames recorded twice", Tone::good,
             t.duplicates == 0 ? "none" : full_bytes(t.duplicates) + " set aside",
             "each frame counts once");
  if (t.estimated != 0 || was_found(analysis, "offload")) {
    checks.add("Packets as on the wire", Tone::warning,
               "segmentation offload: packets were recorded before they were cut",
               "packet counts and header sizes are estimates; sizes of messages are not");
  }
  if (t.encrypted != 0 || t.undecryptable != 0) {
    checks.add("Encrypted connections", Tone::warning,
               grouped(t.encrypted) + " of " + counted(t.connections, "connection") +
                   ", " + full_bytes(t.undecryptable) + " without a key",
               "what is inside is in no count");
  }
}

/// Its finding says it; of several captures, the first that has one.
void check_capture_point(const Analysis& analysis, Checks& checks) {
  for (const Finding& finding : analysis.findings) {
    if (finding.code == "capture_point") {
      checks.add(
          "Capture point", Tone::good, finding.text,
          "the way between here and the server is taken off the wait; what is left "
          "is the server's time");
      return;
    }
  }
  checks.add("Capture point", Tone::plain, "not known: no handshake",
             "waits cannot be split between network and server");
}

void check_clock(const Analysis& analysis, const Evidence& t, Checks& checks) {
  const bool known = t.slowest_clock > 0;
  const double tick_ms = known ? 1000.0 / static_cast<double>(t.slowest_clock) : 0;
  if (was_found(analysis, "clock_step")) {
    checks.add("Clock runs forward", Tone::warning, "no, see the limit above",
               "a time across a step is given as 0 and marked");
  }
  checks.add(
      "Clock",
      !known         ? Tone::plain
      : tick_ms <= 1 ? Tone::good
                     : Tone::warning,
      known ? "ticks of " + tick_text(tick_ms, "ms") : "the file has no usable clock",
      known ? "no time is known better than one tick" : "no time can be given");
  if (t.with_http == 0) {
    return;
  }
  checks.add(
      "Handshakes recorded", t.no_handshake == 0 ? Tone::good : Tone::warning,
      t.no_handshake == 0
          ? "all of " + grouped(t.with_http) + " connections with HTTP"
          : grouped(t.no_handshake) + " of " + grouped(t.with_http) + " missing",
      t.no_handshake == 0
          ? "the network's share of the waiting time is known"
          : "without the handshake the server's time is unknown; the wait is given");
}

void check_exchanges(const ReportInput& input, const Evidence& t, Checks& checks) {
  std::array<std::uint64_t, 7> states{};
  for (const Exchange* exchange : input.exchanges) {
    ++states[static_cast<std::size_t>(exchange->state)];
  }
  const std::uint64_t all = input.exchanges.size();
  const std::uint64_t complete = states[static_cast<std::size_t>(State::complete)];
  std::string found;
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (states[i] != 0) {
      found += (found.empty() ? "" : ", ") + grouped(states[i]) + " ";
      found += to_string(static_cast<State>(i));
    }
  }
  checks.add("Exchanges complete", complete == all ? Tone::good : Tone::warning,
             complete == all ? "all " + grouped(all) : found,
             complete == all ? "requests and responses are there from end to end"
                             : "what an incomplete exchange does not show is unknown");
  checks.add("Sizes known", t.sizes_unknown == 0 ? Tone::good : Tone::warning,
             t.sizes_unknown == 0 ? "all sizes of all responses"
                                  : grouped(t.sizes_unknown) + " of " + grouped(all) +
                                        " exchanges have a size that is unknown",
             t.sizes_unknown == 0 ? "sums leave nothing out"
                                  : "sums are lower bounds and say what they leave out");
}

}  // namespace

Section quality_section(const ReportInput& input) {
  Section section{"quality", "Evidence quality", {}};
  const Evidence totals = evidence_of(input);
  const Grade grade = grade_of(input, totals);
  section.blocks.push_back(
      Answers{{{"How far can the figures be trusted?",
                std::string("Grade ") + grade.letter +
                    " of A to D: " + std::string(grade.meaning) + ".",
                grade.tone}}});
  std::size_t notices = 0;
  std::size_t more = 0;
  for (const Finding& finding : input.analysis.findings) {
    if (finding.severity == Severity::note) {
      continue;
    }
    if (++notices > kMostNotices) {
      ++more;
      continue;
    }
    std::string text = input.options.redactor.text(finding.text);
    text += finding.remedy.empty() ? "" : ". What to do: " + finding.remedy;
    section.blocks.push_back(
        Notice{finding.severity == Severity::damage ? Tone::bad : Tone::warning, text});
  }
  if (more != 0) {
    section.blocks.push_back(
        Paragraph{grouped(std::uint64_t{more}) + " more stand under Findings."});
  }
  Checks checks;
  check_hars(input.analysis, checks);
  if (only_hars(input.analysis)) {
    check_exchanges(input, totals, checks);
    section.blocks.push_back(std::move(checks).table());
    return section;
  }
  check_files(totals, checks);
  check_streams(input.analysis, totals, checks);
  check_clock(input.analysis, totals, checks);
  check_capture_point(input.analysis, checks);
  check_exchanges(input, totals, checks);
  checks.add("Byte ledger", totals.residual == 0 ? Tone::good : Tone::bad,
             totals.residual == 0 ? "residual 0" : "residual " + grouped(totals.residual),
             totals.residual == 0 ? "every captured byte has exactly one fate"
                                  : "a fault in capaudit: please report it");
  section.blocks.push_back(std::move(checks).table());
  return section;
}

}  // namespace capaudit
