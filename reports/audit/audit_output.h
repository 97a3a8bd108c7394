// SPDX-License-Identifier: Apache-2.0
// Forms of an audit's result: a table for the terminal, JSON (docs/AUDIT-JSON.md), JUnit
// for build servers, and the first sections of the report.
#pragma once

#include <vector>

#include "analyzer/audit/audit.h"
#include "reports/list/list.h"
#include "reports/output.h"
#include "reports/page/report.h"
#include "reports/redact.h"

namespace capaudit {

void write_audit_table(const Audit& audit, const Terminal& terminal, Output& out);
void write_audit_json(const Audit& audit, Output& out);
/// A test case per claim: contradicted is a failure, what cannot be judged is skipped.
void write_audit_junit(const Audit& audit, Output& out);

/// A claim needed times of parsing, measured here.
bool times_parsing(const Audit& audit);

/// Verdicts at a glance, the claims, what was measured, and the checks.
std::vector<Section> audit_sections(const Audit& audit);

}  // namespace capaudit
