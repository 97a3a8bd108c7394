// SPDX-License-Identifier: Apache-2.0
// Claims files: TOML 1.0 (read by toml++) with nothing unknown in it. All errors are
// found at once, each with its line, its column and, for a mistyped word, the one that
// was meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/claims.h"

namespace capaudit {

struct ReadClaims {
  ClaimsFile file;  ///< as far as it could be understood; complete if there is no error
  std::vector<ClaimsError> errors;  ///< in the order of the file
};

/// `path` only names the file in what is returned.
ReadClaims parse_claims(std::string_view text, const std::string& path);
/// An error without a line where the file cannot be read.
ReadClaims read_claims(const std::string& path);

/// "path:line:column: what".
std::string error_line(const std::string& path, const ClaimsError& error);

}  // namespace capaudit
