// SPDX-License-Identifier: Apache-2.0
// The capture record: one capture file as a JSON object, in `info --format json` and in
// the data embedded in a report.
#pragma once

#include <cstdint>
#include <string>

#include "analyzer/analysis.h"
#include "reports/json_writer.h"

namespace capaudit {

/// Whose ledgers are told.
enum class LedgerDetail : std::uint8_t { file, connections };

void write_capture(const Capture& capture, LedgerDetail detail, JsonWriter& json);

/// "Ethernet" for a LINKTYPE_ value, "link type 299" for one without a name here.
std::string link_type_name(std::uint32_t link_type);

}  // namespace capaudit
