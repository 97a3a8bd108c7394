// SPDX-License-Identifier: Apache-2.0
// What the finding codes of exchanges mean, for readers of a report. docs/FINDINGS.md has
// the same list with the remedies.
#pragma once

#include <string_view>

namespace capaudit {

/// A sentence without a full stop; "see docs/FINDINGS.md" for a code not listed here.
std::string_view describe_finding(std::string_view code);

}  // namespace capaudit
