// SPDX-License-Identifier: Apache-2.0
// An audit in words: values with their units, intervals, tolerances, and the reason of a
// verdict in one sentence. What every form of output says alike.
#pragma once

#include <string>

#include "analyzer/audit/audit.h"

namespace capaudit {

/// "28,259 B", "24.5 ms", "0.665", "62.4/s"; "-1.2 s" for a difference.
std::string value_text(double value, Dimension dimension);
/// "24.5 ms (23.9 ms to 26.1 ms, n = 20)"; "unknown" where nothing was measured.
std::string estimate_text(const Estimate& estimate, Dimension dimension);
/// "23.9 ms to 26.1 ms", "range 3 to 4"; empty where every run gave the same.
std::string spread_text(const Estimate& estimate, Dimension dimension);
/// "1.25 s to 1.35 s", "at most 2.0/s".
std::string claimed_range_text(const ClaimVerdict& verdict);
/// "half a unit of the last digit printed", "10%, as the claim says".
std::string tolerance_text(const ClaimSpec& claim);
/// How the claim was read; "as it stands" where nothing is particular.
std::string reading_text(const ClaimVerdict& verdict);
/// One plain sentence, lower case, no full stop.
std::string reason_text(const ClaimVerdict& verdict);
/// "= 78%", "< 2/s": as the claims file has it.
std::string claimed_text(const ClaimSpec& claim);
/// "left out: ..." of damaged exchanges and of runs without a value; empty: nothing was.
std::string excluded_text(const ClaimVerdict& verdict);
/// With and without the first runs; empty where there was no warm-up.
std::string warm_up_text(const ClaimVerdict& verdict);
/// Which sums come nearest; empty where nothing was asked.
std::string explanation_text(const ClaimVerdict& verdict);

/// "12 to 40, 44": frames of some exchanges of one capture, merged, at most a few ranges.
std::string frame_ranges(const Analysis& analysis,
                         const std::vector<std::uint32_t>& exchanges);

/// One line: "6 supported, 2 contradicted, ...".
std::string tally_text(const Audit& audit);

}  // namespace capaudit
