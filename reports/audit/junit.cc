// SPDX-License-Identifier: Apache-2.0
// The audit as JUnit's XML, which build servers show: a claim is a test case.
#include "reports/audit/audit_output.h"
#include "reports/audit/words.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// Visible text has no control characters, which XML 1.0 cannot carry.
std::string safe(std::string_view text) {
  return escape_html(visible(text));
}

void write_case(const Audit& audit, const ClaimVerdict& verdict, Output& out) {
  out.write("  <testcase classname=\"" + safe(audit.file.path) + "\" name=\"" +
            safe(verdict.claim->id) + "\">\n");
  const std::string message =
      std::string(to_string(verdict.kind)) + ": " + reason_text(verdict);
  switch (verdict.kind) {
  case VerdictKind::contradicted:
    out.write("    <failure message=\"" + safe(message) + "\">" +
              safe(verdict.claim->says + " (" + claimed_text(*verdict.claim) +
                   "); frames " + frame_ranges(audit.analysis, verdict.exchanges)) +
              "</failure>\n");
    break;
  case VerdictKind::inconclusive:
  case VerdictKind::not_observable:
    out.write("    <skipped message=\"" + safe(message) + "\"/>\n");
    break;
  case VerdictKind::supported:
  case VerdictKind::supported_one_reading:
    out.write("    <system-out>" + safe(message) + "</system-out>\n");
    break;
  }
  out.write("  </testcase>\n");
}

}  // namespace

void write_audit_junit(const Audit& audit, Output& out) {
  const std::size_t skipped =
      audit.count(VerdictKind::inconclusive) + audit.count(VerdictKind::not_observable);
  out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
            safe(audit.file.title.empty() ? audit.file.path : audit.file.title) +
            "\" tests=\"" + std::to_string(audit.verdicts.size()) + "\" failures=\"" +
            std::to_string(audit.count(VerdictKind::contradicted)) +
            "\" errors=\"0\" skipped=\"" + std::to_string(skipped) + "\">\n");
  for (const ClaimVerdict& verdict : audit.verdicts) {
    write_case(audit, verdict, out);
  }
  out.write("</testsuite>\n");
}

}  // namespace capaudit
