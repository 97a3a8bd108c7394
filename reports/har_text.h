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

/// "82 of 92 sent; of them 1 preflight, 2 answered 304": requests of the wire and of the
/// user are not the same.
std::string har_requests(const HarInfo& har);

/// "headersSize + bodySize = _transferSize: 4 of 89 do not, first entry 26"; empty where
/// no entry takes part.
std::string har_check(const HarCheck& check);

void write_har_record(const HarInfo& har, JsonWriter& json);

}  // namespace capaudit
