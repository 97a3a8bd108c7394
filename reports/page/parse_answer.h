// SPDX-License-Identifier: Apache-2.0
// "Is JSON slower to parse?", answered by what was timed here on the same rows.
#pragma once

#include <optional>

#include "reports/page/build.h"

namespace capaudit {

/// None where no rows were captured in JSON and in another format that engines read.
std::optional<Answer> parse_answer(const ReportInput& input);

/// The engine that takes the least time from bytes; null: none was timed.
const Timing* fastest_from_bytes(const ParseFigures& figures);

}  // namespace capaudit
