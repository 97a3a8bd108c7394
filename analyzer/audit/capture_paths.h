// SPDX-License-Identifier: Apache-2.0
// Which files the scenarios of a claims file mean: paths and globs relative to the file,
// each file once however many scenarios use it.
#pragma once

#include <string>
#include <vector>

#include "analyzer/audit/claims.h"

namespace capaudit {

struct CapturePaths {
  std::vector<std::string> all;  ///< in the order of the file, each once
  /// By scenario: indices into `all`, ascending.
  std::vector<std::vector<std::size_t>> of_scenario;
  std::vector<ClaimsError> errors;  ///< a name without a file, with its place
};

CapturePaths find_captures(const ClaimsFile& file);

/// The files that a glob matches, sorted; `text` itself where it is a file's name or
/// matches nothing.
std::vector<std::string> files_meant(const std::string& text);

}  // namespace capaudit
