// SPDX-License-Identifier: Apache-2.0
// The report of an audit, for `audit` that writes it and `verify` that derives it again.
#pragma once

#include <memory>

#include "analyzer/audit/audit.h"
#include "cli/options.h"
#include "cli/page_output.h"

namespace capaudit {

/// Judges the claims file that is the only argument. The error is the first there is.
Result<std::unique_ptr<Audit>> audit_again(const Options& options);

/// The sections of the audit before those of its captures.
Report audit_report(const Audit& audit, const PagePlan& plan, const Selected& selected,
                    const ReportExtras& extras);

}  // namespace capaudit
