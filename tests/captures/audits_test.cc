// SPDX-License-Identifier: Apache-2.0
// The claims files of all recorded captures: every claim has its verdict, what is counted
// has the values that the logs of clients and servers have, and what cannot be seen is
// said to be so. Verdicts of times depend on the machine that plays and are not held.
#include <map>

#include <gtest/gtest.h>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/claims_reader.h"

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

void expect_known(const std::string& folder, std::size_t claims,
                  const std::vector<Known>& known) {
  const std::unique_ptr<Audit> audit = audit_folder(folder);
  ASSERT_TRUE(audit);
  EXPECT_EQ(audit->verdicts.size(), claims);
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
  expect_known("census", 35,
               {{"json-one-request", kYes, 1},
                {"amf-three-requests", kYes, 3},
                {"amf-one-request", VerdictKind::supported_one_reading, 1},
                {"json-rows", kYes, 5000},
                {"e4x-rows-20000", kYes, 20000},
                {"seven-columns", kYes, 7},
                {"json-size", kYes, 42471},
                {"columns-size", kNo, 36415},
                {"enums-size", kNo, 35948},
                {"four-runs", kYes, 4}});
}

TEST(Audits, Remoting) {
  expect_known("remoting", 60,
               {{"echoint-soap-unanswered", kYes, 0},
                {"echoint-amf-unanswered", kYes, 0},
                {"echoperson-soap-unanswered", kNo, 0},
                {"lost-answers", kYes, 20},
                {"batch-of-three", kYes, 3}});
}

TEST(Audits, Azure) {
  expect_known("azure", 16,
               {{"json-requests", kYes, 9},
                {"atom-requests", kYes, 9},
                {"atom-direct-requests", kYes, 9},
                {"json-full-requests", kYes, 1},
                {"atom-full-requests", kYes, 1},
                {"json-rows", kYes, 8100},
                {"atom-full-rows", kYes, 8100},
                {"twenty-runs", kYes, 20}});
}

TEST(Audits, Cometd) {
  expect_known("cometd", 12, {});
}

}  // namespace
}  // namespace capaudit
