// SPDX-License-Identifier: Apache-2.0
// A Report for a terminal, and its tables as CSV: what `sizes` and `parse` print. Charts
// are for pages.
#pragma once

#include "reports/list/list.h"
#include "reports/output.h"
#include "reports/page/report.h"

namespace capaudit {

/// Sections, paragraphs and tables, numbers flush right; lines fit the terminal.
void write_plain(const Report& report, const Terminal& terminal, Output& out);

/// Every table, its caption in the first column of each row.
void write_tables_csv(const Report& report, Output& out);

}  // namespace capaudit
