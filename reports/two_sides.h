// SPDX-License-Identifier: Apache-2.0
// `compare` of two sessions as sections of a Report, and as JSON (docs/COMPARE.md).
#pragma once

#include <array>
#include <string>

#include "analyzer/cross/two_sides.h"
#include "reports/output.h"
#include "reports/page/report.h"
#include "reports/redact.h"

namespace capaudit {

/// What the command line called each side.
using SideNames = std::array<std::string, 2>;

Report sides_report(const TwoSides& sides, const SideNames& names,
                    const Redactor& redactor);

/// One object: `a`, `b`, `operations`, `only_a`, `only_b`.
void write_sides_json(const TwoSides& sides, const SideNames& names,
                      const Redactor& redactor, Output& out);

}  // namespace capaudit
