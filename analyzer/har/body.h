// SPDX-License-Identifier: Apache-2.0
// The bytes of a body out of the text that a HAR holds (HAR 1.2, content.text and
// postData.text). The text is Unicode whatever the body's charset was, base64 may be
// flagged or not, rightly or not: the size tells which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/har/entry.h"
#include "decoders/core/bytes.h"

namespace capaudit {

struct HarBodyBytes {
  Buffer bytes;
  std::string content_type;  ///< that goes with `bytes`
  bool converted = false;    ///< `bytes` are UTF-8, those of the body were others
  std::string_view note;     ///< a finding (literal), empty: none
};

/// `text` of `body`; `expected` is the size that the body had, where something tells it.
HarBodyBytes har_body_bytes(std::string_view text, std::string_view encoding,
                            std::string_view content_type,
                            std::optional<std::uint64_t> expected);

/// The content of a file that a HAR names: the body, or its text as UTF-8.
HarBodyBytes har_attached_bytes(Buffer content, std::string_view content_type);

/// Made of base64 (RFC 4648 4 and 5) and white space only, with right padding.
bool is_base64(std::string_view text);

}  // namespace capaudit
