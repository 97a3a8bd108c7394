// SPDX-License-Identifier: Apache-2.0
// `compare --same`: how far a HAR and packets of the same session agree, as sections of
// a Report and JSON.
#pragma once

#include "analyzer/cross/cross_check.h"
#include "reports/output.h"
#include "reports/page/report.h"
#include "reports/redact.h"

namespace capaudit {

Report cross_report(const Analysis& analysis, const CrossCheck& check,
                    const Redactor& redactor);

void write_cross_json(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, Output& out);

}  // namespace capaudit
