// SPDX-License-Identifier: Apache-2.0
// Sections of an audit's report that are made in files of their own, and what they share.
#pragma once

#include <string_view>

#include "analyzer/audit/audit.h"
#include "reports/page/report.h"

namespace capaudit {

/// How many claims of each verdict, and which.
Section verdict_strip(const Audit& audit);
/// What each scenario measured.
Section scenarios_section(const Audit& audit);

/// A metric that the capture's bytes were parsed again for.
bool is_timed_here(std::string_view name);
Tone tone_of(VerdictKind kind);

}  // namespace capaudit
