// SPDX-License-Identifier: Apache-2.0
// An operation as JSON (docs/RECORD.md), and what the operations of a capture come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "reports/json_writer.h"
#include "reports/redact.h"

namespace capaudit {

/// Does it say more than its one exchange does?
bool tells_more(const Operation& operation);

/// "40 paging, 20 single" of the operations of one capture; "none".
std::string kinds_text(const Analysis& analysis, std::size_t capture);

void write_operation(const Analysis& analysis, const Operation& operation,
                     const Redactor& redactor, JsonWriter& json);

/// The members `operations` (counts) and `grouped` (those that tell more) of an object.
void write_operations(const Analysis& analysis, const Redactor& redactor,
                      JsonWriter& json);

}  // namespace capaudit
