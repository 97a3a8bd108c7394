// SPDX-License-Identifier: Apache-2.0
// `compare --same`: how far a HAR and packets of the same session agree, as text and
// JSON.
#pragma once

#include "analyzer/cross/cross_check.h"
#include "reports/list/list.h"
#include "reports/output.h"
#include "reports/redact.h"

namespace capaudit {

void write_cross_text(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, const Terminal& terminal, Output& out);

void write_cross_json(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, Output& out);

}  // namespace capaudit
