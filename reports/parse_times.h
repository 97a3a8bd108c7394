// SPDX-License-Identifier: Apache-2.0
// `parse`: the figures of analyzer/parse/figures.h as sections of a report, and as JSON
// (docs/PARSE.md). They differ from run to run.
#pragma once

#include <span>

#include "analyzer/parse/figures.h"
#include "reports/output.h"
#include "reports/page/report.h"

namespace capaudit {

/// One section per payload.
Report parse_report(std::span<const ParseFigures> figures);

/// One object: `machine`, `payloads`, `rows` (one per payload, work and engine).
void write_parse_json(std::span<const ParseFigures> figures, Output& out);

}  // namespace capaudit
