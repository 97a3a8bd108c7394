// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648) and quoted-printable (RFC 2045 6.7), read tolerantly: what is no
// character of the alphabet is skipped.
#pragma once

#include <string_view>

#include "decoders/core/bytes.h"

namespace capaudit {

/// Both alphabets; padding may occur inside, where encoded pieces were put end to end.
Buffer decode_base64(std::string_view text);

Buffer decode_quoted_printable(std::string_view text);

}  // namespace capaudit
