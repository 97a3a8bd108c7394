// SPDX-License-Identifier: Apache-2.0
// `info`: what is in each capture, how good it is, and what became of every byte.
#pragma once

#include "analyzer/analysis.h"
#include "reports/capture_record.h"
#include "reports/list/list.h"
#include "reports/output.h"
#include "reports/redact.h"
#include "reports/times.h"

namespace capaudit {

void write_info_text(const Analysis& analysis, const Redactor& redactor,
                     const TimeZone& zone, const Terminal& terminal, LedgerDetail detail,
                     Output& out);

/// One object: captures (docs/RECORD.md), exchanges by state, operations, findings.
void write_info_json(const Analysis& analysis, const Redactor& redactor,
                     LedgerDetail detail, Output& out);

}  // namespace capaudit
