// SPDX-License-Identifier: Apache-2.0
// `show`: everything about one exchange, or the bytes of a body.
#pragma once

#include "analyzer/analysis.h"
#include "analyzer/http/facts.h"
#include "reports/list/list.h"
#include "reports/output.h"
#include "reports/redact.h"
#include "reports/times.h"

namespace capaudit {

void write_exchange_text(const Analysis& analysis, const Exchange& exchange,
                         const Redactor& redactor, const TimeZone& zone,
                         const Terminal& terminal, Output& out);

/// The bytes as they are; for a terminal text made visible, else a hexadecimal dump.
void write_body(Bytes body, bool for_terminal, Output& out);

/// The decoded body as an indented tree, with secrets redacted; what has no tree as text
/// or as a hexadecimal dump.
void write_body_tree(Bytes content, const BodyInput& input, const Redactor& redactor,
                     Output& out);

/// The decoded body as JSON with types: docs/TREE.md.
void write_body_json(Bytes content, const BodyInput& input, const Redactor& redactor,
                     Output& out);

/// The decoded tree of a body that is XML, as indented XML with secrets redacted; false,
/// and nothing written, if the body is something else.
bool write_body_xml(Bytes content, const BodyInput& input, const Redactor& redactor,
                    Output& out);

}  // namespace capaudit
