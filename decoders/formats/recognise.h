// SPDX-License-Identifier: Apache-2.0
// What a body is, told from its first bytes where they can tell and from its Content-Type
// where they cannot. What looks like JSON, XML or AMF is only a candidate here: the
// decoder of the family confirms it and says which member of the family it is.
#pragma once

#include <string_view>

#include "decoders/core/bytes.h"
#include "decoders/core/format.h"

namespace capaudit {

/// `content` may be only the start of the body. Families answer by their plainest member:
/// json, xml, amf0.
Format recognise(Bytes content, std::string_view content_type);

/// By Content-Type alone; binary when it says nothing.
Format format_of_type(std::string_view content_type);

/// True if the start of a body reads as an AMF packet (AMF0 specification, section 4).
bool looks_like_amf(Bytes content);

/// True for text in UTF-8 or ASCII: no control characters but white space and escape.
bool looks_like_text(Bytes content);

}  // namespace capaudit
