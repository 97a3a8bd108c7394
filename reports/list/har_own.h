// SPDX-License-Identifier: Apache-2.0
// The members `_capaudit` of a HAR: what an exchange's record has and HAR has no field
// for, by the record's keys, so that a HAR read again loses nothing (docs/HAR.md).
#pragma once

#include <optional>

#include "analyzer/http/exchange.h"
#include "reports/json_writer.h"
#include "reports/redact.h"

namespace capaudit {

/// Of a message; nothing where there is none. A response's decoded size has a field.
void write_har_own(const std::optional<Half>& half, bool is_request,
                   const Redactor& redactor, JsonWriter& json);

/// Of the entry.
void write_har_own(const Exchange& exchange, JsonWriter& json);

}  // namespace capaudit
