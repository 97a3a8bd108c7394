// SPDX-License-Identifier: Apache-2.0
// The claims files of all recorded captures: every claim has its verdict, what is counted
// has the values that the logs of clients and servers have, and what cannot be seen is
// said to be so. docs/AUDITS.md is held to the program, row by row; what is timed here
// depends on the machine that plays, and of it only the claim is held.
#include <algorithm>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/claims_reader.h"
#include "reports/audit/words.h"

namespace capaudit {
namespace {

struct Known {
  const char* claim;
  VerdictKind kind;
  double middle;  ///< what was measured
};

std::unique_ptr<Audit> audit_folder(const std::string& folder) {
  ReadClaims read = read_claims(std::string(CAPAUDIT_SOURCE_ROOT) + "/captures/" +
                                folder + "/claims.toml");
  for (const ClaimsError& error : read.errors) {
    ADD_FAILURE() << error_line(folder, error);
  }
  AuditOptions options;
  options.timing.runs = 20;
  AuditOutcome outcome = run_audit(std::move(read.file), options);
  for (const ClaimsError& error : outcome.errors) {
    ADD_FAILURE() << error_line(folder, error);
  }
  return std::move(outcome.audit);
}

/// The part of docs/AUDITS.md that shows a folder's claims, by line.
std::vector<std::string> documented(const std::string& folder) {
  std::ifstream file(std::string(CAPAUDIT_SOURCE_ROOT) + "/docs/AUDITS.md");
  std::vector<std::string> out;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    inside = line.starts_with("## ") ? false : inside;
    inside = inside || line.starts_with("`captures/" + folder + "/claims.toml`: ");
    if (inside) {
      out.push_back(line);
    }
  }
  return out;
}

bool timed_here(const ClaimVerdict& verdict) {
  return verdict.claim->metric->observed == Observed::engine;
}

/// "16 supported, 8 inconclusive", by the verdicts of the table itself.
std::string tally_of(const std::map<std::string, std::size_t>& verdicts) {
  std::string out;
  for (const VerdictKind kind :
       {VerdictKind::supported, VerdictKind::supported_one_reading,
        VerdictKind::contradicted, VerdictKind::inconclusive,
        VerdictKind::not_observable}) {
    const auto found = verdicts.find(std::string(to_string(kind)));
    if (found != verdicts.end()) {
      out +=
          (out.empty() ? "" : ", ") + std::to_string(found->second) + " " + found->first;
    }
  }
  return out;
}

/// What all checks found, but for those that only speak of times measured here.
std::string checks_of(const Audit& audit) {
  std::string out;
  for (const AuditFinding& finding : audit.findings) {
    std::size_t timed = 0;
    for (const ClaimVerdict& verdict : audit.verdicts) {
      const auto& ids = finding.claims;
      const bool meant =
          std::find(ids.begin(), ids.end(), verdict.claim->id) != ids.end();
      timed += meant && timed_here(verdict) ? 1u : 0u;
    }
    if (timed == 0 || timed != finding.claims.size()) {
      out += (out.empty() ? "Checks: `" : "; `") + std::string(finding.code) + "` (" +
             finding.text + ")";
    }
  }
  return out.empty() ? out : out + ".";
}

void expect_documented(const Audit& audit, const std::string& folder) {
  const std::vector<std::string> lines = documented(folder);
  const std::string checks = checks_of(audit);
  std::size_t at = 4;  // the tally, an empty line, the table's head
  std::map<std::string, std::size_t> verdicts;
  for (const ClaimVerdict& verdict : audit.verdicts) {
    ASSERT_LT(at, lines.size()) << "docs/AUDITS.md lacks " << verdict.claim->id;
    const std::string claim = "| `" + verdict.claim->id + "` | " + verdict.claim->says +
                              " | " + claimed_text(*verdict.claim) + " | ";
    const std::string measured =
        std::string(to_string(verdict.kind)) + " | " +
        estimate_text(verdict.chosen.measured, verdict.reading.dimension) + " | " +
        reason_text(verdict) + " |";
    const std::string& line = lines[at++];
    EXPECT_EQ(line.substr(0, claim.size()), claim);
    if (!timed_here(verdict)) {
      EXPECT_EQ(line, claim + measured);
    }
    const std::string rest = line.substr(std::min(claim.size(), line.size()));
    ++verdicts[rest.substr(0, rest.find(" | "))];
  }
  ASSERT_LT(at, lines.size());
  EXPECT_EQ(lines[0],
            "`captures/" + folder + "/claims.toml`: " + tally_of(verdicts) + ".");
  EXPECT_EQ(lines[at], "") << "a claim that is not in the file";
  if (!checks.empty()) {
    ASSERT_LT(at + 1, lines.size());
    EXPECT_EQ(lines[at + 1], checks);
  }
}

void expect_known(const std::string& folder, std::size_t claims,
                  const std::vector<Known>& known) {
  const std::unique_ptr<Audit> audit = audit_folder(folder);
  ASSERT_TRUE(audit);
  EXPECT_EQ(audit->verdicts.size(), claims);
  expect_documented(*audit, folder);
  std::map<std::string, const ClaimVerdict*> by_id;
  for (const ClaimVerdict& verdict : audit->verdicts) {
    by_id[verdict.claim->id] = &verdict;
    EXPECT_EQ(verdict.claim->metric->observed == Observed::never,
              verdict.kind == VerdictKind::not_observable)
        << verdict.claim->id;
    EXPECT_FALSE(verdict.claim->source.empty()) << verdict.claim->id;
    const bool judged = verdict.kind == VerdictKind::supported ||
                        verdict.kind == VerdictKind::contradicted ||
                        verdict.kind == VerdictKind::supported_one_reading;
    EXPECT_TRUE(!judged || verdict.chosen.measured.n > 0) << verdict.claim->id;
    EXPECT_TRUE(!judged || !verdict.exchanges.empty()) << verdict.claim->id;
  }
  for (const Known& one : known) {
    SCOPED_TRACE(one.claim);
    ASSERT_EQ(by_id.count(one.claim), 1u);
    const ClaimVerdict& verdict = *by_id[one.claim];
    EXPECT_EQ(to_string(verdict.kind), to_string(one.kind));
    EXPECT_NEAR(verdict.chosen.measured.middle, one.middle, 1e-4);
  }
}

constexpr VerdictKind kYes = VerdictKind::supported;
constexpr VerdictKind kNo = VerdictKind::contradicted;

TEST(Audits, Census) {
  expect_known("census", 43,
               {{"json-one-request", kYes, 1},
                {"amf-three-requests", kYes, 3},
                {"amf-one-request", VerdictKind::supported_one_reading, 1},
                {"json-rows", kYes, 5000},
                {"e4x-rows-20000", kYes, 20000},
                {"seven-columns", kYes, 7},
                {"json-size", kYes, 42471},
                {"columns-size", kNo, 36415},
                {"enums-size", kNo, 35948},
                {"json-smaller-at-2", kYes, 191.0 / 446},
                {"json-smaller-at-50", kYes, 926.0 / 1046},
                {"no-difference-at-200", kYes, 2315 - (1988 + 1994) / 2.0},
                {"ladder-begins", kYes, 0},
                {"ladder-ends", kYes, 12400},
                {"four-runs", kYes, 4}});
}

TEST(Audits, Remoting) {
  expect_known("remoting", 62,
               {{"echoint-soap-unanswered", kYes, 0},
                {"echoint-amf-unanswered", kYes, 0},
                {"echoperson-soap-unanswered", kNo, 0},
                {"lost-answers", kYes, 20},
                {"batch-of-three", kYes, 3}});
}

TEST(Audits, Azure) {
  expect_known("azure", 21,
               {{"json-requests", kYes, 9},
                {"atom-requests", kYes, 9},
                {"atom-direct-requests", kYes, 9},
                {"json-full-requests", kYes, 1},
                {"atom-full-requests", kYes, 1},
                {"json-rows", kYes, 8100},
                {"atom-full-rows", kYes, 8100},
                {"json-page-rows", kYes, 1000},
                {"atom-page-rows", kYes, 1000},
                {"twenty-runs", kYes, 20},
                {"twenty-runs-full", kYes, 20}});
}

TEST(Audits, Cometd) {
  expect_known("cometd", 12, {});
}

}  // namespace
}  // namespace capaudit
