// SPDX-License-Identifier: Apache-2.0
// A tree that was read from XML as XML again (REC-xml, 1.0), indented, secrets redacted.
#pragma once

#include "decoders/formats/decode.h"
#include "reports/output.h"
#include "reports/redact.h"

namespace capaudit {

/// The document element, also where it is the root part of a multipart body; kNoNode if
/// the body is no XML.
NodeId xml_document(const Decoded& decoded);

/// `document` is what xml_document() found. Prefixes and their declarations are those of
/// the source. White space alone between elements is not kept (elements beside text stay
/// in one line; indents stop growing at 32 levels), nor are comments, instructions and
/// CDATA marks. What XML cannot carry is written as \x1b.
void write_tree_xml(const Tree& tree, NodeId document, const Redactor& redactor,
                    Output& out);

}  // namespace capaudit
