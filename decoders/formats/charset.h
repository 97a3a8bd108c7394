// SPDX-License-Identifier: Apache-2.0
// Character encodings: text of any common charset made UTF-8 (RFC 3629). The order of
// belief: byte order mark, the pattern of zero bytes (RFC 4627, 3), the charset that was
// declared, UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "decoders/core/bytes.h"

namespace capaudit {

struct Utf8 {
  bool converted = false;
  Buffer text;            ///< the text, only if converted; without byte order mark
  std::size_t start = 0;  ///< where the text begins in the body, if not converted
  /// "charset_unknown": a charset we do not have, read as Latin-1; "charset_damaged":
  /// bytes that are none of its characters became U+FFFD; empty otherwise.
  std::string_view finding;
};

/// `declared` is a charset name in any case; empty: none.
Utf8 to_utf8(Bytes body, std::string_view declared);

/// The encoding that the XML declaration at the start of `text` names; empty: none.
std::string_view xml_declared_encoding(std::string_view text);

}  // namespace capaudit
