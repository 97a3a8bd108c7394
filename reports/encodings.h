// SPDX-License-Identifier: Apache-2.0
// `sizes`: the figures of analyzer/rows/sizes.h as sections of a report, and as JSON
// (docs/SIZES.md).
#pragma once

#include <span>
#include <vector>

#include "analyzer/rows/sizes.h"
#include "reports/output.h"
#include "reports/page/report.h"
#include "reports/redact.h"

namespace capaudit {

/// One section per body.
Report sizes_report(std::span<const Sizes> sizes, const Redactor& redactor);

/// One object: `payloads`, `rows` (one per body and encoding), `ladder`, `crossovers`.
void write_sizes_json(std::span<const Sizes> sizes, const Redactor& redactor,
                      Output& out);

}  // namespace capaudit
