// SPDX-License-Identifier: Apache-2.0
// What a HAR file is and what its entries stand for, in words and as a record.
#pragma once

#include <string>

#include "analyzer/analysis.h"
#include "reports/json_writer.h"

namespace capaudit {

/// "WebInspector 537.36" and, if told, the browser; "unknown" where nothing is told.
std::string har_writer(const HarInfo& har);

/// "92 entries: 82 sent over the network, 5 answered by a cache, ...".
std::string har_entries(const HarInfo& har);

void write_har_record(const HarInfo& har, JsonWriter& json);

}  // namespace capaudit
