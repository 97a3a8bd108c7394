// SPDX-License-Identifier: Apache-2.0
// Borders of a claim and values beside them, with the digits that it takes: what is shown
// inside of a range lies inside of it, and what is shown outside lies outside.
#pragma once

#include <string>
#include <vector>

#include "analyzer/audit/audit.h"

namespace capaudit {

/// A border as exact as it is ("18.545 s", "1,484.8 B"); one without end of digits with
/// as many as keep what was measured on its side.
std::string border_text(double border, const Estimate& measured, Dimension dimension);

/// As value_text(), with further digits where those would put it on the wrong side of a
/// border.
std::string beside_text(double value, const std::vector<double>& borders,
                        Dimension dimension);

/// The borders that the verdict turned on, ascending.
std::vector<double> borders_of(const ClaimVerdict& verdict);

/// Of whole things, the claim allows one number and whole numbers were measured.
bool allows_one_number(const ClaimVerdict& verdict);

}  // namespace capaudit
