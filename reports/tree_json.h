// SPDX-License-Identifier: Apache-2.0
// A decoded tree as JSON with types, in the form of docs/TREE.md: one line per node.
#pragma once

#include "decoders/formats/decode.h"
#include "reports/output.h"
#include "reports/redact.h"

namespace capaudit {

/// `content` is what was decoded; where that has no tree it is one text, or bytes. What
/// stands below a secret's name is redacted whole.
void write_tree_json(const Decoded& decoded, Bytes content, const Redactor& redactor,
                     Output& out);

}  // namespace capaudit
