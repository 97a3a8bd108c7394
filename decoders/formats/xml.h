// SPDX-License-Identifier: Apache-2.0
// XML 1.0 with namespaces (REC-xml, REC-xml-names). No DTD is read: a document type
// declaration is skipped, entities it may define are left as they stand and reported.
//
// pugixml reads it. Around it are ours: extents, namespaces, references in text, limits,
// and the place where a damaged body stops making sense.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "decoders/core/tree_builder.h"

namespace capaudit {

struct XmlResult {
  NodeId root = kNoNode;  ///< the document element
  std::vector<std::string_view>
      findings;  ///< "xml_doctype", "xml_entity_unresolved", ...
};

/// Parses bytes [begin, end) of the tree's body into the innermost open container. An
/// element's `name` is its local name and `type` its namespace. What is wrong is in the
/// tree's error, what was read before is in the tree.
XmlResult parse_xml(TreeBuilder& builder, std::size_t begin, std::size_t end);

}  // namespace capaudit
