// SPDX-License-Identifier: Apache-2.0
// The exchange record: one exchange as the JSON object that docs/RECORD.md describes. All
// keys are always present; what is not known is null. `list` and the data embedded in a
// report print the same one.
#pragma once

#include "analyzer/analysis.h"
#include "reports/json_writer.h"
#include "reports/redact.h"

namespace capaudit {

void write_record(const Analysis& analysis, const Exchange& exchange,
                  const Redactor& redactor, JsonWriter& json);

/// A finding as an object: code, severity, text, remedy, capture, frame, …
void write_finding(const Analysis& analysis, const Finding& finding,
                   const Redactor& redactor, JsonWriter& json);

/// A ledger as an object: each fate, the sum, the wire bytes and the residual.
void write_ledger(const Ledger& ledger, JsonWriter& json);

}  // namespace capaudit
