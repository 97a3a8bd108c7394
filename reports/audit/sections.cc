// SPDX-License-Identifier: Apache-2.0
// The first sections of an audit's report: claims, checks.
#include "reports/audit/sections.h"

#include <algorithm>

#include "analyzer/metrics/metric.h"
#include "reports/audit/audit_output.h"
#include "reports/audit/words.h"
#include "reports/numbers.h"
#include "reports/page/cells.h"
#include "reports/text.h"

namespace capaudit {

/// A metric that the capture's bytes were parsed again for.
bool is_timed_here(std::string_view name) {
  const Metric* const metric = find_metric(name);
  return metric != nullptr && metric->function == nullptr;
}

Tone tone_of(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::supported:
    return Tone::good;
  case VerdictKind::contradicted:
    return Tone::bad;
  case VerdictKind::supported_one_reading:
  case VerdictKind::inconclusive:
    return Tone::warning;
  case VerdictKind::not_observable:
    return Tone::plain;
  }
  return Tone::plain;
}

namespace {

/// Of what a claim says; the whole of a longer one stands in its details.
constexpr std::size_t kSaysWidth = 300;
/// Told once below the table.
constexpr std::string_view kUsualTolerance = "half a unit of the last digit printed";
constexpr std::string_view kUsualReading = "as it stands";

void add(Detail& detail, std::string name, std::string value) {
  if (!value.empty()) {
    detail.facts.emplace_back(std::move(name), std::move(value));
  }
}

Detail details_of(const Audit& audit, const ClaimVerdict& verdict) {
  Detail out;
  out.title = "How this was judged";
  if (verdict.claim->says.size() > kSaysWidth) {
    add(out, "Claim", verdict.claim->says);
  }
  if (verdict.claim->source != audit.file.source) {
    add(out, "Source", verdict.claim->source);
  }
  add(out, "Metric", std::string(verdict.claim->metric->name));
  add(out, "Allowed", claimed_range_text(verdict));
  if (const std::string tolerance = tolerance_text(*verdict.claim);
      tolerance != kUsualTolerance) {
    add(out, "Tolerance", tolerance);
  }
  if (const std::string reading = reading_text(verdict); reading != kUsualReading) {
    add(out, "Reading", reading);
  }
  add(out, "Warm-up", warm_up_text(verdict));
  add(out, "Explained by", explanation_text(verdict));
  add(out, "Left out", excluded_text(verdict));
  add(out, "Exchanges", verdict.evidence == 0 ? "" : grouped(verdict.evidence));
  add(out, "Frames", frame_ranges(audit.analysis, verdict.exchanges));
  return out;
}

Detail readings_of(const ClaimVerdict& verdict) {
  Detail out;
  out.title = "Ways to read it";
  for (const Candidate& one : verdict.reading.candidates) {
    add(out, one.name.empty() ? "as it stands" : one.name,
        std::string(to_string(one.fit)) + ": " +
            estimate_text(one.measured, verdict.reading.dimension));
  }
  return out;
}

PageRow claim_row(const Audit& audit, const ClaimVerdict& verdict) {
  PageRow row;
  row.id = "claim-" + std::to_string(&verdict - audit.verdicts.data() + 1);
  row.cells.push_back(cut_cell(verdict.claim->id, 40));
  PageCell kind = text_cell(std::string(to_string(verdict.kind)));
  kind.tone = tone_of(verdict.kind);
  row.cells.push_back(std::move(kind));
  row.cells.push_back(cut_cell(verdict.claim->says, kSaysWidth));
  row.cells.push_back(cut_cell(claimed_text(*verdict.claim), 30));
  PageCell value =
      text_cell(estimate_text(verdict.chosen.measured, verdict.reading.dimension));
  if (verdict.chosen.measured.n != 0) {
    value.order = verdict.chosen.measured.middle;
  }
  row.cells.push_back(std::move(value));
  const std::string left_out = excluded_text(verdict);
  PageCell reason =
      text_cell(reason_text(verdict) + (left_out.empty() ? "" : "; " + left_out));
  constexpr std::size_t kLinks = 3;
  for (std::size_t i = 0; i < std::min(kLinks, verdict.exchanges.size()); ++i) {
    const Exchange& one = audit.analysis.exchanges[verdict.exchanges[i]];
    reason.links.push_back({exchange_id(audit.analysis, one), exchange_anchor(one)});
  }
  row.cells.push_back(std::move(reason));
  row.details = {details_of(audit, verdict), readings_of(verdict)};
  row.measured = is_timed_here(verdict.claim->metric->name);
  return row;
}

Section claims_section(const Audit& audit) {
  Section section{"claims", "Claims", {}};
  PageTable table;
  table.id = "claims-table";
  table.caption = "Each claim, its verdict, and what the captures show";
  table.columns = {{"claim", false},   {"verdict", false}, {"says", false},
                   {"claimed", false}, {"measured", true}, {"because", false}};
  table.sortable = true;
  table.filterable = audit.verdicts.size() > 20;
  table.unfolds = 2;  // what it says
  for (const ClaimVerdict& verdict : audit.verdicts) {
    table.rows.push_back(claim_row(audit, verdict));
  }
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(Paragraph{
      "Values are medians over runs with an interval at the 95% level: order statistics, "
      "for ratios and differences a bootstrap with the seed " +
      std::to_string(kSeed) +
      ". Fewer than 6 runs of a time have a range and no interval. Trying several "
      "readings makes it easier for one to fit: that is why such a verdict names the "
      "reading. Where a claim's details name none it was read as it stands, and where "
      "they "
      "name no tolerance it is half a unit of the last digit printed."});
  return section;
}

bool rests_on_timing(const Audit& audit, const AuditFinding& finding) {
  return !finding.claims.empty() &&
         std::all_of(finding.claims.begin(), finding.claims.end(),
                     [&audit](const std::string& id) {
                       return std::any_of(
                           audit.verdicts.begin(), audit.verdicts.end(),
                           [&id](const ClaimVerdict& verdict) {
                             return verdict.claim->id == id &&
                                    is_timed_here(verdict.claim->metric->name);
                           });
                     });
}

PageTable checks_table(const Audit& audit, bool timed) {
  PageTable table;
  table.id = timed ? "checks-of-timing" : "checks-table";
  table.caption = timed ? "What a reader must know of the times measured here"
                        : "What a reader must know of these comparisons";
  table.columns = {
      {"check", false}, {"found", false}, {"what to do", false}, {"claims", false}};
  for (const AuditFinding& finding : audit.findings) {
    if (rests_on_timing(audit, finding) != timed) {
      continue;
    }
    PageRow row;
    PageCell code = text_cell(std::string(finding.code));
    code.tone = finding.severity == Severity::note     ? Tone::plain
                : finding.severity == Severity::damage ? Tone::bad
                                                       : Tone::warning;
    std::string claims;
    for (const std::string& id : finding.claims) {
      claims += (claims.empty() ? "" : ", ") + id;
    }
    row.cells = {std::move(code), text_cell(finding.text), text_cell(finding.remedy),
                 cut_cell(claims, 60)};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section checks_section(const Audit& audit) {
  Section section{"fairness", "Was it fair?", {}};
  PageTable table = checks_table(audit, false);
  if (table.rows.empty()) {
    section.blocks.push_back(
        Paragraph{"None of the " + std::to_string(checks().size()) +
                  " checks for fairness and quality found anything."});
  } else {
    section.blocks.push_back(std::move(table));
  }
  return section;
}

/// Of the times that were measured here, which differ from run to run: apart, so that
/// `verify` can tell. None where no claim needs them.
Section timing_checks_section(const Audit& audit) {
  Section section{"fairness-of-timing", "Was it measured well here?", {}};
  section.measured = true;
  if (!times_parsing(audit)) {
    return section;
  }
  PageTable table = checks_table(audit, true);
  if (table.rows.empty()) {
    section.blocks.push_back(Paragraph{"No check found anything."});
  } else {
    section.blocks.push_back(std::move(table));
  }
  return section;
}

}  // namespace

bool times_parsing(const Audit& audit) {
  return std::any_of(audit.verdicts.begin(), audit.verdicts.end(),
                     [](const ClaimVerdict& verdict) {
                       return is_timed_here(verdict.claim->metric->name);
                     });
}

std::vector<Section> audit_sections(const Audit& audit) {
  std::vector<Section> sections = {verdict_strip(audit), claims_section(audit),
                                   checks_section(audit), timing_checks_section(audit),
                                   scenarios_section(audit)};
  std::erase_if(sections, [](const Section& section) { return section.blocks.empty(); });
  return sections;
}

}  // namespace capaudit
