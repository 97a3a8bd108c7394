// SPDX-License-Identifier: Apache-2.0
// A decoded tree as indented text for people, one line per node.
#pragma once

#include "decoders/core/tree.h"
#include "reports/output.h"
#include "reports/redact.h"

namespace capaudit {

/// `tree` must not be empty. What stands below a secret's name is redacted whole.
void write_tree(const Tree& tree, const Redactor& redactor, Output& out);

}  // namespace capaudit
