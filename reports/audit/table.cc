// SPDX-License-Identifier: Apache-2.0
// The audit on a terminal: a block per claim, verdict first. Colours repeat what words
// say.
#include "reports/audit/audit_output.h"
#include "reports/audit/words.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string_view color_of(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::supported:
    return "\x1b[32m";
  case VerdictKind::contradicted:
    return "\x1b[31m";
  case VerdictKind::supported_one_reading:
    return "\x1b[36m";
  case VerdictKind::inconclusive:
    return "\x1b[33m";
  case VerdictKind::not_observable:
    return "\x1b[2m";
  }
  return "";
}

/// Breaks at spaces; further lines are indented.
void wrapped(const std::string& label, const std::string& text, const Terminal& terminal,
             Output& out) {
  if (text.empty()) {
    return;
  }
  constexpr std::size_t kIndent = 13;
  std::string head = "  " + label;
  head.resize(std::max(kIndent, head.size() + 1), ' ');
  std::string line = head;
  const std::string shown = visible(text);
  std::size_t at = 0;
  while (at < shown.size()) {
    const std::size_t end = std::min(shown.find(' ', at), shown.size());
    const std::string word = shown.substr(at, end - at);
    if (terminal.width && line.size() > kIndent &&
        display_width(line) + 1 + display_width(word) > *terminal.width) {
      out.write(line + "\n");
      line = std::string(kIndent, ' ');
    }
    line += (line.size() > kIndent ? " " : "") + word;
    at = end + 1;
  }
  out.write(line + "\n");
}

void write_verdict(const Audit& audit, const ClaimVerdict& verdict,
                   const Terminal& terminal, Output& out) {
  const ClaimSpec& claim = *verdict.claim;
  out.write(terminal.color ? color_of(verdict.kind) : "");
  out.write(to_string(verdict.kind));
  out.write(terminal.color ? "\x1b[0m  " : "  ");
  out.write(visible(claim.id) + "\n");
  wrapped("says", claim.says, terminal, out);
  wrapped("claimed", claimed_text(claim) + " (" + std::string(claim.metric->name) + ")",
          terminal, out);
  if (verdict.kind != VerdictKind::not_observable) {
    wrapped("measured", estimate_text(verdict.chosen.measured, verdict.reading.dimension),
            terminal, out);
    wrapped("reading", reading_text(verdict), terminal, out);
    wrapped("tolerance", tolerance_text(claim), terminal, out);
  }
  wrapped("because", reason_text(verdict), terminal, out);
  wrapped("warm-up", warm_up_text(verdict), terminal, out);
  wrapped("explained", explanation_text(verdict), terminal, out);
  wrapped("left out", excluded_text(verdict), terminal, out);
  wrapped("frames", frame_ranges(audit.analysis, verdict.exchanges), terminal, out);
}

}  // namespace

void write_audit_table(const Audit& audit, const Terminal& terminal, Output& out) {
  if (!audit.file.title.empty()) {
    out.write(visible(audit.file.title) + "\n");
  }
  if (!audit.file.source.empty()) {
    out.write(visible(audit.file.source) + "\n");
  }
  for (const ClaimVerdict& verdict : audit.verdicts) {
    out.put('\n');
    write_verdict(audit, verdict, terminal, out);
  }
  if (!audit.findings.empty()) {
    out.write("\nchecks\n");
  }
  for (const AuditFinding& finding : audit.findings) {
    wrapped(std::string(finding.code), finding.text + "; " + finding.remedy, terminal,
            out);
  }
  out.write("\n" + tally_text(audit) + "\n");
}

}  // namespace capaudit
