// SPDX-License-Identifier: Apache-2.0
// Writes zip archives (PKWARE APPNOTE 4.3), right ones by default and wrong ones on
// request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"

namespace capaudit {

struct ZipMember {
  std::string name;
  std::string content;
  bool deflated = true;
  bool wrong_checksum = false;
};

Buffer zip_file(const std::vector<ZipMember>& members, std::string_view comment = {});

}  // namespace capaudit
