// SPDX-License-Identifier: Apache-2.0
// Generated XML documents that use what XML offers (REC-xml, REC-xml-names), to be read
// by several parsers.
#pragma once

#include <cstdint>
#include <string>

namespace capaudit {

/// `elements` trees below one document element; the same document for the same seed.
std::string xml_document(std::uint64_t seed, int elements);

}  // namespace capaudit
